// A small machine in NetworkManager's own terms: what GetManagedObjects would say.
import type { Objects } from '../../../netplan/dbus/objects.ts';

const nm = 'org.freedesktop.NetworkManager';

export const objects = ({ manager = {}, ...others }: { manager?: object; [path: string]: object }): Objects =>
  ({
    '/org/freedesktop/NetworkManager': {
      [nm]: {
        Startup: false,
        WirelessEnabled: true,
        WirelessHardwareEnabled: true,
        ConnectivityCheckAvailable: true,
        ConnectivityCheckEnabled: true,
        ...manager,
      },
    },
    ...others,
  }) as Objects;

export const wifiDevice = (path: string, part: object = {}): Objects => ({
  [path]: {
    [`${nm}.Device`]: {
      Interface: 'wlan0',
      DeviceType: 2,
      State: 100,
      Managed: true,
      Autoconnect: true,
      ActiveConnection: '/active/1',
      Ip4Config: '/ip4',
      Ip6Config: '/ip6',
      Ip4Connectivity: 4,
      Ip6Connectivity: 1,
      ...part,
    },
    [`${nm}.Device.Wireless`]: {
      PermHwAddress: '02:00:00:00:00:00',
      HwAddress: '02:00:00:00:00:00',
      WirelessCapabilities: 0x44,
      ActiveAccessPoint: '/ap/1',
      AccessPoints: ['/ap/1', '/ap/gone'],
      LastScan: 30_000n,
    },
  },
});

export const accessPoint = (path: string, name: string): Objects => ({
  [path]: {
    [`${nm}.AccessPoint`]: {
      Ssid: Buffer.from(name),
      Flags: 1,
      WpaFlags: 0,
      RsnFlags: 0x188,
      Mode: 2,
      Frequency: 2437,
      Strength: 70,
      HwAddress: '06:00:00:00:00:01',
    },
  },
});

export const activation = (path: string, part: object = {}): Objects => ({
  [path]: {
    [`${nm}.Connection.Active`]: { Uuid: 'u-home', State: 2, Connection: '/saved/1', Devices: ['/dev/1'], ...part },
  },
});

export const connection = (path: string, Flags: number): Objects => ({
  [path]: { [`${nm}.Settings.Connection`]: { Flags } },
});

export const addresses = (version: '4' | '6', ...cidrs: string[]): Objects => ({
  [`/ip${version}`]: {
    [`${nm}.IP${version}Config`]: {
      AddressData: cidrs.map((cidr) => ({ address: cidr.split('/')[0], prefix: Number(cidr.split('/')[1]) })),
    },
  },
});

/** What GetSettings says of the profile in use. */
export const home = {
  connection: { id: 'home', uuid: 'u-home', type: '802-11-wireless' },
  '802-11-wireless': { ssid: Buffer.from('My Home'), mode: 'infrastructure' },
  '802-11-wireless-security': { 'key-mgmt': 'wpa-psk' },
};

export const at = {
  home: (device: object = {}, manager: object = {}, active: object = {}): Objects =>
    objects({
      manager,
      ...wifiDevice('/dev/1', device),
      ...accessPoint('/ap/1', 'My Home'),
      ...activation('/active/1', active),
      ...connection('/saved/1', 0),
      ...addresses('4', '192.168.1.20/24'),
      ...addresses('6', '2001:db8::1/64', 'fe80::1/64'),
    }),
};

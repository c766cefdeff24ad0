import { NetworkError } from '../errors.ts';
import type { Addressing, Profile, WifiPart } from '../profile.ts';
import type { Secret } from '../secret.ts';
import { ssidBytes } from '../ssid.ts';
import { type Marks, marked } from './marks.ts';
import { boolean, bytes, int32, int64, string, strings, Typed, uint32 } from './values.ts';

/** NetworkManager's form of a profile, `a{sa{sv}}`: setting, then property. Holds secrets in clear: never log it. */
export type Settings = { readonly [setting: string]: { readonly [property: string]: Typed } };

/** `802-11-wireless.powersave`; 0 leaves it to the system. */
export const powerSave = { off: 2, on: 3 } as const;

/**
 * The profile as NetworkManager should store it, to the last key.
 * @throws NetworkError `refused` for a kind of security that cannot be joined
 */
export function profileSettings(profile: Profile, marks: Marks): Settings {
  const { wifi } = profile;
  return {
    connection: {
      id: string(profile.name),
      uuid: string(profile.id),
      type: string(wifi === undefined ? '802-3-ethernet' : '802-11-wireless'),
      ...(profile.interface === undefined ? {} : { 'interface-name': string(profile.interface) }),
      autoconnect: boolean(profile.autoconnect),
      'autoconnect-priority': int32(profile.priority),
      // 0: for ever. By default NetworkManager gives up after 4 tries, so for good when the router boots slower than we.
      'autoconnect-retries': int32(0),
    },
    ...(profile.notOn === undefined
      ? {}
      : { match: { 'interface-name': strings(profile.notOn.map((port) => `!${port}`)) } }),
    ...(wifi === undefined ? { '802-3-ethernet': {} } : wifiSettings(wifi)),
    ipv4: ipv4(profile.addressing, profile.routeMetric),
    ipv6: { method: string('auto') },
    user: marked(marks),
  };
}

function wifiSettings(wifi: WifiPart): Settings {
  const security = securitySettings(wifi);
  return {
    '802-11-wireless': {
      ssid: bytes(ssidBytes(wifi.ssid)),
      mode: string('infrastructure'),
      hidden: boolean(wifi.hidden),
      // The address on the device's label, whatever the distribution prefers: sites let machines in by it.
      'assigned-mac-address': string('permanent'),
      ...(wifi.powerSave === undefined ? {} : { powersave: uint32(wifi.powerSave ? powerSave.on : powerSave.off) }),
    },
    ...security,
  };
}

/** An open network has no security setting at all: an empty one is refused. */
function securitySettings({ security, psk, enterprise }: WifiPart): Settings {
  switch (security) {
    case 'open':
      return {};
    case 'owe':
      return { '802-11-wireless-security': { 'key-mgmt': string('owe') } };
    case 'sae':
      return personal('sae', psk);
    case 'wpa-psk':
    case 'unknown':
      return personal('wpa-psk', psk);
    case 'enterprise': {
      if (enterprise === undefined) throw new NetworkError('refused', 'an enterprise network needs an identity');
      const { method, identity, password } = enterprise;
      return {
        '802-11-wireless-security': { 'key-mgmt': string('wpa-eap') },
        '802-1x': {
          eap: strings([method]),
          identity: string(identity),
          password: string(password.reveal()),
          'phase2-auth': string(method === 'peap' ? 'mschapv2' : 'pap'),
        },
      };
    }
    case 'wep':
      throw new NetworkError('refused', 'WEP networks are not supported');
  }
}

/** Without a PSK in an update NetworkManager keeps the one it has. */
const personal = (keyManagement: string, psk: Secret | undefined): Settings => ({
  '802-11-wireless-security': {
    'key-mgmt': string(keyManagement),
    ...(psk === undefined ? {} : { psk: string(psk.reveal()) }),
  },
});

function ipv4(addressing: Addressing, routeMetric: number): Settings[string] {
  return {
    ...addresses(addressing),
    dns: new Typed('au', addressing.dns.map(networkOrder)),
    'route-metric': int64(routeMetric > 0 ? routeMetric : -1),
    // The default of 45 s is for people who watch.
    'dhcp-timeout': int32(30),
  };
}

function addresses(addressing: Addressing): Settings[string] {
  if (addressing.method === 'auto') return { method: string('auto') };
  const { address, gateway } = addressing;
  return {
    method: string('manual'),
    'address-data': addressData(address),
    ...(gateway === undefined ? {} : { gateway: string(gateway) }),
  };
}

/** One address, in CIDR form. */
export function addressData(cidr: string): Typed {
  const [address = '', prefix] = cidr.split('/');
  return new Typed('aa{sv}', [{ address: string(address), prefix: uint32(Number(prefix)) }]);
}

/** `ipv4.dns` is a number whose bytes in memory are the address; each machine we run on is little-endian. */
const networkOrder = (address: string): number => Buffer.from(address.split('.').map(Number)).readUInt32LE();

export const fromNetworkOrder = (value: number): string => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer.join('.');
};

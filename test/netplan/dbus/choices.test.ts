import t from 'tap';
import { quietestChannel } from '../../../netplan/dbus/channel.ts';
import { chooseDevice, radioState } from '../../../netplan/dbus/devices.ts';
import type { Device } from '../../../netplan/dbus/objects.ts';
import { countryOf, stationsIn } from '../../../netplan/dbus/radio.ts';
import { freeSubnet, readRoutes } from '../../../netplan/dbus/subnet.ts';

const device = (Interface: string, part: Partial<Device> = {}, capabilities = 0x40): Device => ({
  Interface,
  path: `/${Interface}`,
  DeviceType: 2,
  State: 30,
  Managed: true,
  Autoconnect: true,
  ActiveConnection: '/',
  Ip4Config: '/',
  Ip6Config: '/',
  Ip4Connectivity: 0,
  Ip6Connectivity: 0,
  wireless: {
    PermHwAddress: '',
    HwAddress: '',
    WirelessCapabilities: capabilities,
    ActiveAccessPoint: '/',
    AccessPoints: [],
    LastScan: -1n,
  },
  ...part,
});
const chosen = (devices: Device[], configured?: string, former?: string) =>
  chooseDevice(devices, configured, former)?.Interface;

t.test('the first wifi device by name is chosen, whatever the order', async (t) => {
  t.equal(chosen([device('wlan10'), device('wlan2')]), 'wlan2');
  t.equal(chosen([device('wlan2'), device('wlan10')]), 'wlan2');
});

t.test('never peer-to-peer, wired or unmanaged; unavailable (radio off) is still there', async (t) => {
  const others = [device('p2p-dev-wlan0', { DeviceType: 30 }), device('eth0', { DeviceType: 1 })];
  t.equal(chosen([...others, device('wlan0', { State: 10 })]), undefined);
  t.equal(chosen([...others, device('wlan0', { State: 20 })]), 'wlan0');
  t.equal(chosen([device('odd', { DeviceType: 99 })]), undefined);
});

t.test('one that can be an access point goes before one that cannot, which is better than none', async (t) => {
  t.equal(chosen([device('wlan0', {}, 0), device('wlan1')]), 'wlan1');
  t.equal(chosen([device('wlan0', {}, 0)]), 'wlan0');
});

t.test('the configured one or none', async (t) => {
  const both = [device('wlan0'), device('wlan1')];
  t.equal(chosen(both, 'wlan1'), 'wlan1');
  t.equal(chosen(both, 'wlan7', 'wlan0'), undefined);
});

t.test('a device that is plugged in later does not take over; an unplugged one is replaced', async (t) => {
  t.equal(chosen([device('wlan0'), device('wlan1')], undefined, 'wlan1'), 'wlan1');
  t.equal(chosen([device('wlan0')], undefined, 'wlan1'), 'wlan0');
});

t.test('a hardware switch counts before a software one', async (t) => {
  const radio = (WirelessEnabled: boolean, WirelessHardwareEnabled: boolean) =>
    radioState({
      Startup: false,
      ConnectivityCheckAvailable: true,
      ConnectivityCheckEnabled: true,
      Checkpoints: [],
      WirelessEnabled,
      WirelessHardwareEnabled,
    });
  t.equal(radio(true, true), 'on');
  t.equal(radio(false, true), 'soft-blocked');
  t.equal(radio(false, false), 'hard-blocked');
});

t.test('the quietest of channels 1, 6 and 11', async (t) => {
  t.equal(quietestChannel([]), 1);
  t.equal(quietestChannel([{ frequency: 2412, signal: 80 }]), 6);
  t.equal(
    quietestChannel([
      { frequency: 2412, signal: 80 },
      { frequency: 2437, signal: 80 },
    ]),
    11,
  );
  const far = { frequency: 2412, signal: 5 };
  t.equal(quietestChannel([far, far, { frequency: 2437, signal: 90 }, { frequency: 2462, signal: 90 }]), 1);
  t.equal(quietestChannel([{ frequency: 5180, signal: 100 }]), 1, '5 GHz does not disturb');
});

const routes = (...destinations: string[]) => destinations.map((destination) => ({ destination, interface: 'eth0' }));

t.test('the hotspot has 10.42.0.1 unless its network is in use', async (t) => {
  t.equal(freeSubnet([], 'wlan0'), '10.42.0.1/24');
  t.equal(freeSubnet(routes('default', '192.168.1.0/24'), 'wlan0'), '10.42.0.1/24');
  t.equal(freeSubnet(routes('10.42.0.0/24'), 'wlan0'), '10.42.1.1/24');
  t.equal(freeSubnet(routes('10.42.0.17'), 'wlan0'), '10.42.1.1/24', 'a host route');
  t.equal(freeSubnet(routes('10.42.0.0/25', '10.42.1.128/25'), 'wlan0'), '10.42.2.1/24');
  t.equal(freeSubnet(routes('10.42.0.0/16'), 'wlan0'), '172.30.42.1/24');
});

t.test("routes of its own interface and a VPN's wide ones are not in the way", async (t) => {
  t.equal(freeSubnet([{ destination: '10.42.0.0/24', interface: 'wlan0' }], 'wlan0'), '10.42.0.1/24');
  t.equal(freeSubnet(routes('10.0.0.0/8', '0.0.0.0/0'), 'wlan0'), '10.42.0.1/24');
});

t.test('routes are read from ip, and none from what is no answer', async (t) => {
  const ip = (output: string) => async () => ({ status: 'done', output, complaint: '' }) as const;
  const output = '[{"dst":"default","gateway":"192.168.1.1","dev":"eth0"},{"type":"local","dst":"10.0.0.1"}]';
  t.strictSame(await readRoutes(ip(output)), [
    { destination: 'default', interface: 'eth0' },
    { destination: '10.0.0.1', interface: undefined },
  ]);
  t.strictSame(await readRoutes(ip('')), []);
});

t.test('the country is that of a radio with rules of its own, else the machine’s', async (t) => {
  t.equal(countryOf('global\ncountry GB: DFS-ETSI\n\t(2402 - 2482 @ 40), (N/A, 20)\n'), 'GB');
  t.equal(countryOf('global\ncountry 00: DFS-UNSET\n\nphy#0 (self-managed)\ncountry US: DFS-UNSET\n'), 'US');
  t.equal(countryOf('global\ncountry 00: DFS-UNSET\n'), '00');
  t.equal(countryOf(''), undefined);
});

t.test('stations are counted', async (t) => {
  const station = 'Station 02:00:00:00:01:00 (on wlan0)\n\tinactive time:\t12 ms\n';
  t.equal(stationsIn(station + station.replace('01', '02')), 2);
  t.equal(stationsIn(''), 0);
});

import t from 'tap';
import { newsIn } from '../../../netplan/dbus/news.ts';
import { type Objects, readWorld } from '../../../netplan/dbus/objects.ts';
import { observation } from '../../../netplan/dbus/observe.ts';
import { settingsReply } from '../../../netplan/dbus/reading.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { accessPoint, activation, addresses, at, connection, home, objects, wifiDevice } from './world.ts';

const facts = (all: Objects, settings: Record<string, object> = { '/saved/1': home }) => ({
  at: 100_000,
  upTime: 60_000,
  world: readWorld(all),
  settings: new Map(Object.entries(settings).map(([path, each]) => [path, settingsReply.parse(each)])),
  configuredInterface: undefined,
  formerInterface: undefined,
  apart: new Set<string>(),
});
const radio = { country: 'GB', stations: 2 };

t.test('NetworkManager that still starts is not there yet', async (t) => {
  t.match(observation(facts(objects({ manager: { Startup: true } }))), { available: false, profiles: [] });
  t.match(observation(facts({})), { available: false });
});

t.test('a machine at home: device, link, networks, profiles', async (t) => {
  const seen = observation(facts(at.home()), radio);
  t.match(seen, {
    available: true,
    device: {
      interface: 'wlan0',
      hardwareAddress: '02:00:00:00:00:00',
      radio: 'on',
      canBeHotspot: true,
      country: 'GB',
    },
    scannedAt: 70_000, // 30 s before: LastScan is 30 s of the machine's 60
    hotspot: { state: 'down' },
  });
  t.strictSame(seen.links, [
    {
      interface: 'wlan0',
      kind: 'wifi',
      state: 'active',
      profile: 'u-home',
      ssid: ssidFromText('My Home'),
      addresses: ['192.168.1.20/24', '2001:db8::1/64'],
      internet: 'yes',
    },
  ]);
  t.strictSame(
    seen.visible.map(({ ssid }) => ssid),
    [ssidFromText('My Home')],
  );
  t.match(seen.profiles, [{ id: 'u-home', source: 'other', kind: 'wifi' }]);
});

t.test('one object that cannot be read spoils nothing else', async (t) => {
  const broken = {
    ...at.home(),
    '/dev/9': { 'org.freedesktop.NetworkManager.Device': { DeviceType: 'odd' } },
    '/ap/9': { 'org.freedesktop.NetworkManager.AccessPoint': { Strength: 3 } },
    '/ip4/9': { 'org.freedesktop.NetworkManager.IP4Config': { AddressData: 'none' } },
    '/active/9': {},
  };
  t.strictSame(observation(facts(broken)), observation(facts(at.home())));
  const bare = objects({
    '/dev/1': { 'org.freedesktop.NetworkManager.Device': { Interface: 'wlan0', DeviceType: 2 } },
  });
  t.match(observation(facts(bare)), { available: true, device: undefined });
});

t.test('what NetworkManager knows of the internet, and that without a check URI it knows nothing', async (t) => {
  const internet = (v4: number, v6: number, manager = {}) =>
    observation(facts(at.home({ Ip4Connectivity: v4, Ip6Connectivity: v6 }, manager))).links[0]?.internet;
  t.equal(internet(4, 1), 'yes');
  t.equal(internet(3, 4), 'yes');
  t.equal(internet(2, 1), 'sign-in');
  t.equal(internet(3, 1), 'no');
  t.equal(internet(0, 0), 'unknown');
  t.equal(internet(4, 4, { ConnectivityCheckAvailable: false }), 'unknown');
  t.equal(internet(4, 4, { ConnectivityCheckEnabled: false }), 'unknown');
});

t.test('the hotspot is no link; its address, digest and stations are told once it is up', async (t) => {
  const data = { 'machine-agent.source': 'hotspot', 'machine-agent.digest': '1:h' };
  const settings = { '/saved/1': { ...home, user: { data } } };
  const up = observation(facts(at.home(), settings), radio);
  t.strictSame(up.links, []);
  t.strictSame(up.visible, [], 'its own name is not offered');
  t.strictSame(up.hotspot, { state: 'up', profile: 'u-home', address: '192.168.1.20', digest: '1:h', stations: 2 });
  const rising = at.home({ State: 70 }, {}, { State: 1 });
  t.strictSame(observation(facts(rising, settings)).hotspot, { state: 'starting' });
  const falling = at.home({ State: 110 }, {}, { State: 3 });
  t.strictSame(observation(facts(falling, settings)).hotspot, { state: 'down' });
});

t.test('a link in the making is told, with the name it is being made to', async (t) => {
  const seen = observation(facts(at.home({ State: 50 }, {}, { State: 1 })));
  t.match(seen.links, [{ state: 'activating', ssid: ssidFromText('My Home') }]);
});

t.test('profiles that NetworkManager made up are not saved ones, volatile ones are marked', async (t) => {
  const flags = (Flags: number) => observation(facts({ ...at.home(), ...connection('/saved/1', Flags) })).profiles;
  t.strictSame(flags(2), []);
  t.strictSame(flags(8), []);
  t.match(flags(5), [{ volatile: true }]);
  t.match(flags(0), [{ volatile: false }]);
});

t.test('loopback and peer-to-peer are no links, a bridge is another kind', async (t) => {
  const extra = (DeviceType: number) => ({
    ...at.home(),
    ...wifiDevice('/dev/2', { Interface: 'x', DeviceType, ActiveConnection: '/active/2' }),
    ...activation('/active/2', { Uuid: 'u-x' }),
  });
  const kinds = (type: number) => observation(facts(extra(type))).links.map(({ kind }) => kind);
  t.strictSame(kinds(32), ['wifi']);
  t.strictSame(kinds(30), ['wifi']);
  t.strictSame(kinds(13), ['wifi', 'other']);
  t.strictSame(kinds(1), ['wifi', 'wired']);
});

t.test('a virtual cable is a cable, unless another program set it up', async (t) => {
  const kinds = (flags: object) => {
    const cable = wifiDevice('/dev/2', { Interface: 'eth0', DeviceType: 20, ActiveConnection: '/active/2' });
    const active = activation('/active/2', { Uuid: 'u-x', Connection: '/saved/2' });
    return observation(facts({ ...at.home(), ...cable, ...active, ...flags })).links.map(({ kind }) => kind);
  };
  t.strictSame(kinds(connection('/saved/2', 0)), ['wifi', 'wired']);
  t.strictSame(kinds(connection('/saved/2', 3)), ['wifi', 'wired'], 'with the profile that NetworkManager makes up');
  t.strictSame(kinds(connection('/saved/2', 15)), ['wifi', 'other'], 'of a container, say');
  t.strictSame(kinds({}), ['wifi', 'other'], 'not known');
});

t.test('link-local addresses are not addresses', async (t) => {
  const local = { ...at.home(), ...addresses('4', '169.254.3.4/16'), ...addresses('6', 'fe80::1/64') };
  t.strictSame(observation(facts(local)).links[0]?.addresses, []);
});

t.test('only access points that the chosen device hears count', async (t) => {
  const seen = observation(facts({ ...at.home(), ...accessPoint('/ap/2', 'Heard by another') }));
  t.equal(seen.visible.length, 1);
});

const nm = 'org.freedesktop.NetworkManager';
const properties = (iface: string, changed: object, invalidated: string[] = []) => ({
  path: '/x',
  interface: 'org.freedesktop.DBus.Properties',
  member: 'PropertiesChanged',
  body: [iface, changed, invalidated],
});

t.test('what changes by itself all the time is no news, and what a radio hears is news of its own', async (t) => {
  const iface = { point: `${nm}.AccessPoint`, wireless: `${nm}.Device.Wireless` };
  t.equal(newsIn(properties(iface.point, { Strength: 50, LastSeen: 7 })), undefined);
  t.equal(newsIn(properties(iface.wireless, { Bitrate: 54_000 })), undefined);
  const former = { path: '/x', interface: iface.point, member: 'PropertiesChanged', body: [{ Strength: 1 }] };
  t.equal(newsIn(former), undefined);
  t.equal(newsIn(properties(iface.point, { Strength: 50, RsnFlags: 7 })), 'air');
  t.equal(newsIn(properties(iface.wireless, { LastScan: 7n, AccessPoints: [], Bitrate: 1 })), 'air');
  t.equal(newsIn({ path: '/x', interface: iface.wireless, member: 'AccessPointRemoved', body: ['/ap/1'] }), 'air');
  t.equal(newsIn(properties(iface.wireless, { AccessPoints: [], ActiveAccessPoint: '/ap/1' })), 'other');
  t.equal(newsIn(properties(nm, { Connectivity: 4 })), 'other');
  t.equal(newsIn(properties(nm, {}, ['AllDevices'])), 'other');
  t.equal(newsIn({ path: '/x', interface: `${nm}.Device`, member: 'StateChanged', body: [100, 90, 0] }), 'other');
  t.equal(newsIn({ path: '/x', interface: `${nm}.Settings`, member: 'NewConnection', body: ['/saved/2'] }), 'other');
});

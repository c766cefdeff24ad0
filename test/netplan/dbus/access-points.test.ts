import t from 'tap';
import { type AccessPoint, securityOf, visibleNetworks } from '../../../netplan/dbus/access-points.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';

const flags = (Flags: number, WpaFlags: number, RsnFlags: number) => securityOf({ Flags, WpaFlags, RsnFlags });
const ccmp = 0x88;

t.test('flags become kinds of security', async (t) => {
  t.strictSame(flags(0, 0, 0), ['open']);
  t.strictSame(flags(1, 0, 0), ['wep']);
  t.strictSame(flags(1, 0x100 | ccmp, 0), ['wpa-psk'], 'WPA');
  t.strictSame(flags(1, 0x100, 0x100 | ccmp), ['wpa-psk'], 'WPA and WPA2');
  t.strictSame(flags(1, 0, 0x500 | ccmp), ['wpa-psk', 'sae'], 'WPA2 and WPA3');
  t.strictSame(flags(1, 0, 0x400 | ccmp), ['sae']);
  t.strictSame(flags(1, 0, 0x200 | ccmp), ['enterprise']);
  t.strictSame(flags(1, 0, 0x800 | ccmp), ['owe']);
  t.strictSame(flags(0, 0, 0x1000), ['owe', 'open'], 'the open half of an OWE pair');
  t.strictSame(flags(1, 0, 0x2000 | ccmp), ['unknown'], 'WPA3-Enterprise 192 bit');
  t.strictSame(flags(1, 0, ccmp), ['unknown']);
});

const point = (ssid: string | Uint8Array, part: Partial<AccessPoint> = {}): AccessPoint => ({
  Ssid: typeof ssid === 'string' ? Buffer.from(ssid) : ssid,
  Flags: 1,
  WpaFlags: 0,
  RsnFlags: 0x100,
  Mode: 2,
  Frequency: 2437,
  Strength: 50,
  HwAddress: '06:00:00:00:00:01',
  LastSeen: 1,
  ...part,
});
const own = { ssids: new Set([ssidFromText('acme-setup')]), address: '02:00:00:00:00:AA' };

t.test('access points of one name are one network: the strongest signal, every security', async (t) => {
  const points = [
    point('X', { Strength: 30 }),
    point('X', { Strength: 80, Frequency: 5180 }),
    point('X', { Strength: 90, RsnFlags: 0x400 }),
    point('Y', { Strength: 99 }),
    point('X', { Strength: 10 }),
  ];
  t.strictSame(visibleNetworks(points, own), [
    { ssid: ssidFromText('Y'), security: ['wpa-psk'], signal: 99, frequencies: [2437] },
    { ssid: ssidFromText('X'), security: ['wpa-psk', 'sae'], signal: 90, frequencies: [2437, 5180] },
  ]);
});

t.test('a name differs from another by one blank, and one that is no UTF-8 is there', async (t) => {
  const names = ['Nostromo', 'Nostromo ', Uint8Array.of(0xc6, 0x33, 0x32), 'Caf\\xc3\\xa9', 'Café', '32'];
  t.equal(
    visibleNetworks(
      names.map((name) => point(name)),
      own,
    ).length,
    names.length,
  );
});

t.test('our own hotspot is no choice, however it is seen', async (t) => {
  const points = [
    point('acme-setup', { Mode: 3 }),
    point('acme-setup'),
    point('other name', { HwAddress: '02:00:00:00:00:aa' }),
    point('Home'),
  ];
  t.strictSame(
    visibleNetworks(points, own).map(({ ssid }) => ssid),
    [ssidFromText('Home')],
  );
});

t.test('hidden names, ad-hoc and mesh networks are left out; one network alone is shown', async (t) => {
  const points = [
    point(''),
    point(new Uint8Array(8)),
    point('adhoc', { Mode: 1 }),
    point('mesh', { Mode: 4 }),
    point('A'),
  ];
  t.strictSame(
    visibleNetworks(points, own).map(({ ssid }) => ssid),
    [ssidFromText('A')],
  );
  t.strictSame(visibleNetworks([], own), []);
});

t.test('channels 12 and 13 are shown, and a signal beyond 100 is 100', async (t) => {
  const [network] = visibleNetworks([point('Far', { Frequency: 2472, Strength: 120 })], own);
  t.match(network, { frequencies: [2472], signal: 100 });
});

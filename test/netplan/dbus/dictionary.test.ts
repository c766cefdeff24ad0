import t from 'tap';
import { profileSettings } from '../../../netplan/dbus/dictionary.ts';
import { hotspotSettings } from '../../../netplan/dbus/hotspot-settings.ts';
import type { Security } from '../../../netplan/network.ts';
import type { Profile, WifiPart } from '../../../netplan/profile.ts';
import { Secret } from '../../../netplan/secret.ts';
import { ssidFromBytes, ssidFromText } from '../../../netplan/ssid.ts';
import { profile, wifi } from './profiles.ts';
import { overTheWire } from './wire.ts';

const marks = { source: 'settings', digest: '1:abc' } as const;
type Plain = Record<string, Record<string, unknown>>;
const stored = (part: Partial<Profile>) => overTheWire(profileSettings({ ...profile, ...part }, marks)) as Plain;
const secured = (security: Security, part: Partial<WifiPart> = {}) => stored({ wifi: { ...wifi, security, ...part } });

t.test('a wifi network of the settings, to the last key', async (t) => {
  t.strictSame(stored({ priority: 7 }), {
    connection: {
      id: 'home',
      uuid: profile.id,
      type: '802-11-wireless',
      autoconnect: true,
      'autoconnect-priority': 7,
      'autoconnect-retries': 0,
    },
    '802-11-wireless': {
      ssid: Buffer.from('My Home'),
      mode: 'infrastructure',
      hidden: false,
      'assigned-mac-address': 'permanent',
    },
    '802-11-wireless-security': { 'key-mgmt': 'wpa-psk', psk: 'correct horse' },
    ipv4: { method: 'auto', dns: [], 'route-metric': -1n, 'dhcp-timeout': 30 },
    ipv6: { method: 'auto' },
    user: { data: { 'machine-agent.source': 'settings', 'machine-agent.digest': '1:abc' } },
  });
});

t.test('a cable for any port does not match those that it leaves to others', async (t) => {
  const { match, connection } = stored({ wifi: undefined, notOn: ['eth1', 'eth2'] });
  t.strictSame(match, { 'interface-name': ['!eth1', '!eth2'] });
  t.notOk('interface-name' in (connection ?? {}));
  t.notOk('match' in stored({ wifi: undefined }), 'only where there are some');
});

t.test('an open network has no security setting, not even an empty one', async (t) => {
  t.notOk('802-11-wireless-security' in secured('open', { psk: undefined }));
});

t.test('each kind of security has its key management', async (t) => {
  const key = (security: Security) => secured(security)['802-11-wireless-security'];
  t.strictSame(key('owe'), { 'key-mgmt': 'owe' });
  t.strictSame(key('sae'), { 'key-mgmt': 'sae', psk: 'correct horse' });
  t.strictSame(key('unknown'), { 'key-mgmt': 'wpa-psk', psk: 'correct horse' });
});

t.test('64 hexadecimal digits are passed on as they are', async (t) => {
  const psk = new Secret('A1'.repeat(32));
  t.match(secured('wpa-psk', { psk })['802-11-wireless-security'], { psk: 'A1'.repeat(32) });
});

t.test('PEAP goes with MSCHAPv2, TTLS with PAP', async (t) => {
  for (const [method, phase2] of [
    ['peap', 'mschapv2'],
    ['ttls', 'pap'],
  ] as const) {
    const enterprise = { method, identity: 'robot@hall', password: new Secret('p"w') };
    const settings = secured('enterprise', { psk: undefined, enterprise });
    t.strictSame(settings['802-11-wireless-security'], { 'key-mgmt': 'wpa-eap' });
    const expected = { eap: [method], identity: 'robot@hall', password: 'p"w', 'phase2-auth': phase2 };
    t.strictSame(settings['802-1x'], expected);
  }
});

t.test('what cannot be joined is refused', async (t) => {
  t.throws(() => secured('wep'), { code: 'refused' });
  t.throws(() => secured('enterprise', { enterprise: undefined }), { code: 'refused' });
});

t.test('SSIDs stay bytes', async (t) => {
  for (const bytes of [[0xc6, 0x33, 0x32], [0], [0x41, 0x00, 0x42], Array.from({ length: 32 }, () => 0xff)]) {
    const settings = stored({ wifi: { ...wifi, ssid: ssidFromBytes(Uint8Array.from(bytes)) } });
    t.strictSame(settings['802-11-wireless']?.['ssid'], Buffer.from(bytes));
  }
});

t.test('hidden and power save are said; unset power save is left to the system', async (t) => {
  const radio = (part: Partial<WifiPart>) => stored({ wifi: { ...wifi, ...part } })['802-11-wireless'];
  t.match(radio({ hidden: true, powerSave: false }), { hidden: true, powersave: 2 });
  t.match(radio({ powerSave: true }), { powersave: 3 });
  t.notOk('powersave' in (radio({}) ?? {}));
});

t.test('a fixed address, its gateway, name servers and metric', async (t) => {
  const addressing = {
    method: 'manual',
    address: '192.168.1.20/24',
    gateway: '192.168.1.1',
    dns: ['1.2.3.4'],
  } as const;
  t.strictSame(stored({ addressing, routeMetric: 50 })['ipv4'], {
    method: 'manual',
    'address-data': [{ address: '192.168.1.20', prefix: 24 }],
    gateway: '192.168.1.1',
    dns: [0x04030201],
    'route-metric': 50n,
    'dhcp-timeout': 30,
  });
  t.notOk('gateway' in (stored({ addressing: { ...addressing, gateway: undefined } })['ipv4'] ?? {}));
});

t.test('a wired network on one interface', async (t) => {
  const settings = stored({ wifi: undefined, interface: 'eth0' });
  t.match(settings['connection'], { type: '802-3-ethernet', 'interface-name': 'eth0' });
  t.notOk('802-11-wireless' in settings);
});

t.test(
  'the hotspot is WPA2 with CCMP, without PMF, never a default route, and does not connect by itself',
  async (t) => {
    const hotspot = {
      interface: undefined,
      ssid: ssidFromText('acme-☕'),
      password: new Secret('hotspot-password'),
      answerAddress: '192.0.2.1',
      country: undefined,
    };
    const setup = { id: profile.id, interface: 'wlan0', address: '10.42.0.1/24', channel: 11, digest: '1:h' };
    t.strictSame(overTheWire(hotspotSettings(hotspot, setup)), {
      connection: {
        id: 'Hotspot acme-☕',
        uuid: profile.id,
        type: '802-11-wireless',
        'interface-name': 'wlan0',
        autoconnect: false,
      },
      '802-11-wireless': {
        ssid: Buffer.from('acme-☕'),
        mode: 'ap',
        band: 'bg',
        channel: 11,
        'assigned-mac-address': 'permanent',
      },
      '802-11-wireless-security': {
        'key-mgmt': 'wpa-psk',
        proto: ['rsn'],
        pairwise: ['ccmp'],
        group: ['ccmp'],
        'wps-method': 1,
        pmf: 1,
        psk: 'hotspot-password',
      },
      ipv4: {
        method: 'shared',
        'address-data': [{ address: '10.42.0.1', prefix: 24 }],
        'never-default': true,
      },
      ipv6: { method: 'disabled' },
      user: {
        data: {
          'machine-agent.source': 'hotspot',
          'machine-agent.digest': '1:h',
          'machine-agent.answer-address': '192.0.2.1',
        },
      },
    });
  },
);

import t from 'tap';
import { readSettings } from '../../daemon/settings.ts';
import { profilesFrom } from '../../netplan/entries.ts';
import { ssidFromText } from '../../netplan/ssid.ts';
import { uuidFromName } from '../../netplan/uuid.ts';

const profiles = (networks: unknown, network: unknown = {}) =>
  profilesFrom(
    readSettings([{ name: 'cloud', value: { additional_networks: networks, network_configuration: network } }])
      .settings,
  );
const hall = { type: 'wifi', ssid: 'Hall 3', psk: 'long enough' };

t.test('an entry of wifi becomes a profile', async (t) => {
  const [profile] = profiles(
    { 'hall 3': { ...hall, interface: 'wlan1', priority: 7, ipv4_route_metric: 50 } },
    { wifi_power_save: false },
  );
  t.match(profile, {
    id: uuidFromName('settings/hall 3'),
    name: 'hall 3',
    source: 'settings',
    interface: 'wlan1',
    wifi: { ssid: ssidFromText('Hall 3'), hidden: false, security: 'unknown', enterprise: undefined, powerSave: false },
    addressing: { method: 'auto', dns: [] },
    priority: 7,
    routeMetric: 50,
    autoconnect: false,
  });
  t.equal(profile?.wifi?.psk?.reveal(), 'long enough');
});

t.test('without a password the network is open; with one it is not known how it is protected', async (t) => {
  const [open, closed] = profiles({ a: { ...hall, psk: '' }, b: hall });
  t.match(open?.wifi, { security: 'open', psk: undefined, powerSave: undefined });
  t.equal(closed?.wifi?.security, 'unknown');
});

t.test('wifi connects by itself only where being without internet counts as offline, a cable always', async (t) => {
  const both = { radio: hall, cable: { type: 'wired' } };
  const autoconnect = (internet: boolean) =>
    profiles(both, { turn_on_hotspot_if_wifi_has_no_internet: internet }).map((profile) => profile.autoconnect);
  t.same(autoconnect(false), [false, true]);
  t.same(autoconnect(true), [true, true]);
});

t.test('a cable has no wifi part', async (t) => {
  const [cable] = profiles({ cable: { type: 'wired', interface: 'eth1', ipv4_address: '10.0.0.2/24' } });
  t.match(cable, { wifi: undefined, interface: 'eth1', addressing: { method: 'manual', address: '10.0.0.2/24' } });
});

t.test('a cable for any port leaves those to others which they name', async (t) => {
  const sensor = { type: 'wired', interface: 'eth1' };
  const named = { camera: { ...sensor, interface: 'eth0' }, sensor, radio: { ...hall, interface: 'wlan1' } };
  const leaves = (networks: object) => profiles(networks).map(({ name, notOn }) => [name, notOn]);
  t.same(leaves({ dock: { type: 'wired' }, ...named }), [
    ['dock', ['eth0', 'eth1']],
    ['camera', undefined],
    ['sensor', undefined],
    ['radio', undefined],
  ]);
  t.same(leaves({ dock: { type: 'wired' }, radio: hall }), [
    ['dock', undefined],
    ['radio', undefined],
  ]);
});

t.test('an address of its own brings its gateway, DHCP brings another', async (t) => {
  const given = { ...hall, ipv4_gateway: '10.0.0.1', ipv4_dns: ['1.1.1.1'] };
  const [manual, auto] = profiles({ a: { ...given, ipv4_address: '10.0.0.2/24' }, b: given });
  t.same(manual?.addressing, { method: 'manual', address: '10.0.0.2/24', gateway: '10.0.0.1', dns: ['1.1.1.1'] });
  t.same(auto?.addressing, { method: 'auto', dns: ['1.1.1.1'] });
});

t.test('the identifier depends on the name of the entry alone', async (t) => {
  const [one, other] = profiles({ a: hall, b: hall });
  t.not(one?.id, other?.id, 'two entries may name one network');
  t.equal(profiles({ a: { type: 'wired' } })[0]?.id, one?.id, 'a changed entry is the same profile');
});

t.test('identifiers are UUIDs of version 5, as RFC 9562 has them', async (t) => {
  // The RFC's own example, in the namespace for domain names.
  const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  t.equal(uuidFromName('www.example.com', dns), '2ed6657d-e927-568b-95e1-2665a8aea6a2');
  t.match(uuidFromName('Hall ä'), /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

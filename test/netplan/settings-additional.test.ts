import t from 'tap';
import { ssidFromText } from '../../netplan/ssid.ts';
import { codes, readOne } from '../support/settings.ts';

const wifi = { type: 'wifi', ssid: 'Hall 3' };
const path = 'additional_networks.hall';
const read = (entry: unknown) => {
  const { settings, problems } = readOne(path, entry);
  return { entry: settings.additional_networks['hall'], problems, codes: codes(problems) };
};

t.test('an entry is complete', async (t) => {
  t.strictSame(read(wifi).entry, {
    type: 'wifi',
    ssid: ssidFromText('Hall 3'),
    psk: undefined,
    hidden: false,
    interface: undefined,
    priority: 0,
    ipv4_address: 'auto',
    ipv4_gateway: undefined,
    ipv4_dns: [],
    ipv4_route_metric: 0,
  });
  t.match(read({ type: 'wired' }).entry, { type: 'wired', ssid: undefined, psk: undefined });
});

t.test('members that are null or empty are unset', async (t) => {
  const entry = {
    ...wifi,
    psk: '',
    interface: null,
    priority: null,
    ipv4_address: '',
    ipv4_gateway: '',
    ipv4_dns: null,
  };
  t.same(read(entry).entry, read(wifi).entry);
  t.same(read(entry).problems, []);
});

t.test('what is given is settled', async (t) => {
  const { entry, problems } = read({
    ...wifi,
    psk: 'long enough',
    interface: 'wlan1',
    priority: -999,
    ipv4_address: '192.168.1.20/24',
    ipv4_gateway: '192.168.1.1',
    ipv4_dns: ['1.1.1.1', '9.9.9.9'],
    ipv4_route_metric: 4_294_967_295,
  });
  t.same(problems, []);
  t.match(entry, { interface: 'wlan1', priority: -999, ipv4_address: '192.168.1.20/24', ipv4_gateway: '192.168.1.1' });
  t.same(entry?.ipv4_dns, ['1.1.1.1', '9.9.9.9']);
  t.equal(entry?.type === 'wifi' && entry.psk?.reveal(), 'long enough');
});

t.test('DNS servers may be one text, as the documentation calls them', async (t) => {
  t.same(read({ ...wifi, ipv4_dns: '1.1.1.1, 9.9.9.9' }).entry?.ipv4_dns, ['1.1.1.1', '9.9.9.9']);
  t.same(read({ ...wifi, ipv4_dns: '' }).entry?.ipv4_dns, []);
});

t.test('a bad member costs the entry, and is named', async (t) => {
  for (const [change, code] of [
    [{ type: undefined }, 'type: missing'],
    [{ type: 'bluetooth' }, 'type: unknown-value'],
    [{ type: 1 }, 'type: wrong-type'],
    [{ ssid: undefined }, 'ssid: missing'],
    [{ ssid: '' }, 'ssid: missing'],
    [{ ssid: 'é'.repeat(17) }, 'ssid: too-long'],
    [{ psk: 'test123' }, 'psk: too-short'],
    [{ psk: 'x'.repeat(65) }, 'psk: too-long'],
    [{ psk: 'x'.repeat(64) }, 'psk: malformed'],
    [{ psk: 12_345_678 }, 'psk: wrong-type'],
    [{ interface: 'x'.repeat(16) }, 'interface: too-long'],
    [{ interface: 'a b' }, 'interface: malformed'],
    [{ priority: 1000 }, 'priority: out-of-range'],
    [{ priority: -1000 }, 'priority: out-of-range'],
    [{ priority: 1.5 }, 'priority: wrong-type'],
    [{ ipv4_route_metric: -1 }, 'ipv4_route_metric: out-of-range'],
    [{ ipv4_gateway: '300.1.1.1' }, 'ipv4_gateway: malformed'],
    [{ ipv4_gateway: 'fe80::1' }, 'ipv4_gateway: malformed'],
    [{ ipv4_dns: ['1.1.1.1', 'dns.example'] }, 'ipv4_dns[1]: malformed'],
    [{ ipv4_dns: Array(17).fill('1.1.1.1') }, 'ipv4_dns: too-long'],
    [{ ipv4_dns: 5 }, 'ipv4_dns: wrong-type'],
  ] as const) {
    const { entry, codes: found } = read({ ...wifi, ...change });
    t.same(found, [`${path}.${code}`]);
    t.equal(entry, undefined);
  }
});

t.test('an address is one that a host can have, with its prefix length', async (t) => {
  for (const good of ['10.0.0.1/8', '192.168.1.254/24', '10.0.0.0/31', '10.0.0.1/32', '169.254.3.4/16']) {
    t.equal(read({ ...wifi, ipv4_address: good }).entry?.ipv4_address, good);
  }
  for (const bad of [
    '192.168.1.20', // no prefix length
    '192.168.1.0/24', // the network itself
    '192.168.1.255/24', // its broadcast address
    '10.0.0.1/0',
    '10.0.0.1/33',
    '127.0.0.1/8',
    '224.0.0.5/24',
    '010.0.0.1/24',
    'fe80::1/64',
    'dhcp',
  ]) {
    t.same(read({ ...wifi, ipv4_address: bad }).codes, [`${path}.ipv4_address: malformed`], bad);
  }
});

t.test('what is harmless but surely not meant is a warning, and the entry is used', async (t) => {
  for (const [entry, code] of [
    [{ type: 'wired', ssid: 'Hall 3' }, 'ssid: not-used'],
    [{ type: 'wired', psk: 'long enough' }, 'psk: not-used'],
    [{ ...wifi, ipv4_gateway: '10.0.0.1' }, 'ipv4_gateway: not-used'],
    [{ ...wifi, ipv4_address: '10.0.0.2/24', ipv4_gateway: '10.0.1.1' }, 'ipv4_gateway: conflict'],
    [{ ...wifi, passphrase: 'long enough' }, 'passphrase: unknown-key'],
  ] as const) {
    const { entry: settled, problems, codes: found } = read(entry);
    t.same(found, [`${path}.${code}`]);
    t.equal(problems[0]?.severity, 'warning');
    t.ok(settled);
  }
});

t.test('something else than an object costs that entry only', async (t) => {
  for (const entry of ['Hall 3', 5, true, []]) {
    const { settings, problems } = readOne('additional_networks', { hall: entry, other: wifi });
    t.same(codes(problems), [`${path}: wrong-type`]);
    t.same(Object.keys(settings.additional_networks), ['other']);
  }
});

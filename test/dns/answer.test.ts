import t from 'tap';
import { type Answer, answer, type Policy } from '../../dns/answer.ts';
import { all, type TypeName, types } from '../support/dns.ts';

// Each row is a line of the table of answers in docs/dns.md.
const redirected: Answer = { kind: 'addresses', addresses: ['192.0.2.1'] };
const hotspot: Answer = { kind: 'addresses', addresses: ['10.42.0.1'] };
const noData: Answer = { kind: 'no-data' };
const noSuchName: Answer = { kind: 'no-such-name' };
const portal: Answer = { kind: 'pointer', name: 'box1.setup' };
const ask = (policy: Policy | undefined, type: number, name: string, kind = 1) =>
  answer(policy, { name, type, class: kind });

const rows: readonly (readonly [
  why: string,
  types: readonly TypeName[],
  names: readonly string[],
  expected: Answer,
])[] = [
  [
    'any foreign name leads to the answer address',
    ['A', 'ANY'],
    ['captive.apple.com', 'connectivitycheck.gstatic.com', 'dns.msftncsi.com', 'apple.com', 'com', '', 'xsetup'],
    redirected,
  ],
  [
    'our own names lead to the hotspot',
    ['A', 'ANY'],
    ['setup', 'x.setup', 'a.b.setup', 'box1', 'box1.local', 'box1.setup'],
    hotspot,
  ],
  [
    'there is no IPv6, and nothing that would lead around us',
    ['AAAA', 'HTTPS', 'SVCB', 'TXT', 'MX', 'NS', 'SOA', 'SRV', 'CAA', 'NAPTR', 'CNAME', 'DS', 'DNSKEY', 'PTR'],
    ['captive.apple.com', 'x.setup', 'box1', 'setup.com', ''],
    noData,
  ],
  ['our addresses have our name', ['PTR', 'ANY'], ['1.0.42.10.in-addr.arpa', '1.2.0.192.in-addr.arpa'], portal],
  ['our addresses have nothing else', ['A', 'AAAA', 'TXT'], ['1.0.42.10.in-addr.arpa'], noData],
  [
    'no other address has a name',
    ['PTR', 'A', 'ANY'],
    ['2.0.42.10.in-addr.arpa', '8.8.8.8.in-addr.arpa', 'b._dns-sd._udp.0.0.42.10.in-addr.arpa', '1.ip6.arpa'],
    noSuchName,
  ],
  ['no encrypted resolver is announced', ['SVCB', 'A', 'ANY'], ['_dns.resolver.arpa', 'resolver.arpa'], noData],
  ['browsers are to use our names, not DoH', ['A', 'AAAA', 'HTTPS'], ['use-application-dns.net'], noSuchName],
  [
    'there is no Private Relay',
    ['A', 'AAAA', 'HTTPS', 'ANY'],
    ['mask.icloud.com', 'mask-h2.icloud.com', 'mask-api.icloud.com', 'mask-canary.icloud.com'],
    noSuchName,
  ],
  [
    'the rest of iCloud is as any',
    ['A'],
    ['icloud.com', 'www.icloud.com', 'unmask.icloud.com', 'mask.com'],
    redirected,
  ],
  ['there is no NAT64', ['AAAA'], ['ipv4only.arpa'], noData],
  [
    'the addresses of NAT64 discovery are fixed',
    ['A'],
    ['ipv4only.arpa'],
    { kind: 'addresses', addresses: ['192.0.0.170', '192.0.0.171'] },
  ],
  [
    'names of others under .local are not asked here',
    ['A', 'PTR', 'ANY'],
    ['printer.local', '_http._tcp.local'],
    noSuchName,
  ],
  ['there is no zone to transfer', ['AXFR', 'IXFR'], ['example.com', 'setup'], { kind: 'refused' }],
  ['mailbox types are obsolete', ['MAILA', 'MAILB'], ['example.com'], { kind: 'not-implemented' }],
];

for (const [why, asked, names, expected] of rows) {
  t.test(`${why}: ${asked.join(', ')}`, async (t) => {
    for (const type of asked)
      for (const name of names) t.strictSame(ask(all, types[type], name), expected, `${type} ${name}`);
  });
}

t.test('every other type is NODATA, but those that are no data', async (t) => {
  for (let type = 0; type < 0x10000; type++) {
    const { kind } = ask(all, type, 'example.com');
    const expected = [0, 41, 249, 250].includes(type) ? 'malformed' : undefined;
    if (expected !== undefined) t.equal(kind, expected, `type ${type}`);
    else if (![1, 251, 252, 253, 254, 255].includes(type) && kind !== 'no-data') t.fail(`type ${type} is ${kind}`);
  }
});

t.test('a class that is not IN is refused, also for our own names', async (t) => {
  for (const kind of [0, 2, 3, 4, 254, 255, 0x8001]) {
    t.strictSame(ask(all, types.TXT, 'version.bind', kind), { kind: 'refused' });
    t.strictSame(ask(all, types.A, 'setup', kind), { kind: 'refused' });
  }
});

t.test('without a policy everything is refused', async (t) => {
  for (const name of ['example.com', 'setup', 'box1']) t.strictSame(ask(undefined, types.A, name), { kind: 'refused' });
});

t.test('a label that contains a dot is not taken for two', async (t) => {
  t.strictSame(ask(all, types.A, 'x\\046setup'), redirected);
  t.strictSame(ask(all, types.A, 'john\\046doe.local'), noSuchName);
});

t.test('host names of every form lead to us, and point back to one label', async (t) => {
  const named = (hostName: string): Policy => ({ ...all, hostName });
  const reverse = '1.0.42.10.in-addr.arpa';
  for (const name of ['robot-7.example.com', 'robot-7', 'robot-7.local', 'robot-7.setup']) {
    t.strictSame(ask(named('Robot-7.Example.com'), types.A, name), hotspot, name);
  }
  t.strictSame(ask(named('Robot-7.Example.com'), types.PTR, reverse), { kind: 'pointer', name: 'robot-7.setup' });
  for (const odd of ['', 'ü', 'a b', 'x'.repeat(64), '.']) {
    t.strictSame(ask(named(odd), types.PTR, reverse), { kind: 'pointer', name: 'setup' }, odd);
  }
  t.strictSame(ask(named(''), types.A, ''), redirected, 'no host name is not the root');
});

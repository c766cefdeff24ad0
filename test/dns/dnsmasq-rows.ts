import { opt, query, types, u16 } from '../support/dns.ts';

/** A question, what we say, what dnsmasq 2.90 with `address=/#/…` says, and why they differ; a line of docs/dns.md. */
export type Row = readonly [question: string, packet: Buffer, ours: string, theirs: string, why: string];

const named = (name: string, type: keyof typeof types = 'A') => query({ name, type: types[type] });
const noData = 'NOERROR, SOA';
const kept = 'REFUSED makes phones ask again or elsewhere; NODATA with a SOA is kept (RFC 2308)';
const same = '';

export const rows: readonly Row[] = [
  ['captive.apple.com A', named('captive.apple.com'), 'NOERROR A 192.0.2.1', 'NOERROR A 192.0.2.1', same],
  ['x.setup A', named('x.setup'), 'NOERROR A 10.42.0.1', 'NOERROR A 10.42.0.1', same],
  ['setup A', named('setup'), 'NOERROR A 10.42.0.1', 'NOERROR A 10.42.0.1', same],
  ['example.com ANY', named('example.com', 'ANY'), 'NOERROR A 192.0.2.1', 'NOERROR A 192.0.2.1', same],
  ['box1 A', named('box1'), 'NOERROR A 10.42.0.1', 'NOERROR A 192.0.2.1', 'our own host name is ours'],
  ['example.com AAAA', named('example.com', 'AAAA'), noData, 'REFUSED', kept],
  [
    'captive.apple.com HTTPS',
    named('captive.apple.com', 'HTTPS'),
    noData,
    'REFUSED',
    'REFUSED here keeps the sheet of iOS 17 shut',
  ],
  ['example.com SVCB', named('example.com', 'SVCB'), noData, 'REFUSED', kept],
  ['example.com TXT', named('example.com', 'TXT'), noData, 'REFUSED', kept],
  ['example.com MX', named('example.com', 'MX'), noData, 'REFUSED', kept],
  ['example.com NS', named('example.com', 'NS'), noData, 'REFUSED', kept],
  ['example.com SOA', named('example.com', 'SOA'), noData, 'REFUSED', kept],
  ['example.com SRV', named('example.com', 'SRV'), noData, 'REFUSED', kept],
  ['example.com CAA', named('example.com', 'CAA'), noData, 'REFUSED', kept],
  ['x.setup AAAA', named('x.setup', 'AAAA'), noData, 'REFUSED', kept],
  ['example.com AXFR', named('example.com', 'AXFR'), 'REFUSED', 'REFUSED', same],
  ['example.com MAILB', named('example.com', 'MAILB'), 'NOTIMP', 'NXDOMAIN', 'the name exists; the type is obsolete'],
  [
    '1.0.42.10.in-addr.arpa PTR',
    named('1.0.42.10.in-addr.arpa', 'PTR'),
    'NOERROR PTR box1.setup',
    'REFUSED',
    'the address is ours',
  ],
  [
    '8.8.8.8.in-addr.arpa PTR',
    named('8.8.8.8.in-addr.arpa', 'PTR'),
    'NXDOMAIN, SOA',
    'REFUSED',
    'no name, said at once and kept',
  ],
  [
    '_dns.resolver.arpa SVCB',
    named('_dns.resolver.arpa', 'SVCB'),
    noData,
    'REFUSED',
    'RFC 9462: there is no encrypted resolver',
  ],
  [
    'use-application-dns.net A',
    named('use-application-dns.net'),
    'NXDOMAIN, SOA',
    'NOERROR A 192.0.2.1',
    'NXDOMAIN turns DNS over HTTPS off in Firefox',
  ],
  [
    'mask.icloud.com A',
    named('mask.icloud.com'),
    'NXDOMAIN, SOA',
    'NOERROR A 192.0.2.1',
    'NXDOMAIN turns Private Relay off',
  ],
  ['ipv4only.arpa A', named('ipv4only.arpa'), 'NOERROR A 192.0.0.170 A 192.0.0.171', 'NOERROR A 192.0.2.1', 'RFC 8880'],
  ['ipv4only.arpa AAAA', named('ipv4only.arpa', 'AAAA'), noData, 'REFUSED', 'says that there is no NAT64'],
  ['printer.local A', named('printer.local'), 'NXDOMAIN, SOA', 'NOERROR A 192.0.2.1', 'RFC 6762: not by unicast'],
  ['CaPtIvE.aPpLe.CoM A', named('CaPtIvE.aPpLe.CoM'), 'NOERROR A 192.0.2.1', 'NOERROR A 192.0.2.1', same],
  ['class CH', query({ class: 3 }), 'REFUSED', 'REFUSED', same],
  [
    'version.bind CH TXT',
    query({ name: 'version.bind', class: 3, type: types.TXT }),
    'REFUSED',
    'NOERROR TXT dnsmasq-2.90',
    'nobody needs to know',
  ],
  ['checking disabled', query({ flags: 0x0110 }), 'NOERROR A 192.0.2.1', 'NOERROR A 192.0.2.1', same],
  [
    'EDNS with a cookie',
    query({ additional: [opt({ options: u16(10, 8, 1, 2, 3, 4) })] }),
    'NOERROR A 192.0.2.1, OPT 1232',
    'NOERROR A 192.0.2.1, OPT 1232',
    same,
  ],
  [
    'EDNS version 1',
    query({ additional: [opt({ version: 1 })] }),
    'BADVERS, OPT 1232',
    'NOERROR A 192.0.2.1, OPT 1232',
    'RFC 6891 6.1.3',
  ],
  ['two OPT', query({ additional: [opt(), opt()] }), 'FORMERR', 'NOERROR A 192.0.2.1, OPT 1232', 'RFC 6891 6.1.1'],
  [
    'an option cut off',
    query({ additional: [opt({ options: u16(10, 9) })] }),
    'FORMERR',
    'NOERROR A 192.0.2.1, OPT 1232',
    'malformed',
  ],
  [
    'two questions',
    query({ counts: [2, 0, 0, 0], additional: [query().subarray(12)] }),
    'FORMERR',
    'REFUSED',
    'RFC 9619',
  ],
  ['no question', query({ counts: [0, 0, 0, 0] }), 'FORMERR', 'REFUSED', 'RFC 9619'],
  ['a header alone', query().subarray(0, 12), 'FORMERR', 'silence', 'an answer ends the wait'],
  [
    'a label of 64 octets',
    Buffer.concat([u16(1, 256, 1, 0, 0, 0, 0x4061), Buffer.alloc(63, 97), u16(0, 256, 256)]),
    'FORMERR',
    'silence',
    'an answer ends the wait',
  ],
  ['an answer, not a query', query({ flags: 0x8180 }), 'silence', 'silence', same],
  ['NOTIFY', query({ flags: 4 << 11 }), 'NOTIMP', 'REFUSED', 'RFC 1035 4.1.1'],
  ['TC set', query({ flags: 0x0300 }), 'FORMERR', 'NOERROR A 192.0.2.1', 'a query that says it is not whole'],
];

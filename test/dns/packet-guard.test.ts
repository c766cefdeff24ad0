import t from 'tap';
import { inspect, isHopeless, type Verdict } from '../../dns/packet-guard.ts';
import { encodeName, opt, query, types, u16 } from '../support/dns.ts';

const verdictOf = (packet: Buffer, transport: 'udp' | 'tcp' = 'udp'): string => {
  const verdict: Verdict = inspect(packet, transport);
  return verdict.verdict === 'error' ? `error ${verdict.rcode}` : verdict.verdict;
};
const formatError = 'error 1';
const notImplemented = 'error 4';
const badVersion = 'error 16';
const raw = (name: Buffer, additional = Buffer.alloc(0)) =>
  Buffer.concat([u16(1, 0x0100, 1, 0, 0, 0), name, u16(1, 1), additional]);
const record = (owner: Buffer, type: number, data: Buffer) =>
  Buffer.concat([owner, u16(type, 1, 0, 0, data.length), data]);
const root = Buffer.from([0]);

const rows: readonly (readonly [why: string, packet: Buffer, expected: string])[] = [
  ['an ordinary query is answered', query(), 'answer'],
  ['the root is a name', query({ name: '' }), 'answer'],
  ['an answer in place of a query gets silence', query({ flags: 0x8180 }), 'silence'],
  ['an answer of another kind too', query({ flags: 0xa000 }), 'silence'],
  ['NOTIFY is not implemented', query({ flags: 4 << 11 }), notImplemented],
  ['UPDATE is not implemented', query({ flags: 5 << 11 }), notImplemented],
  ['opcode 15 is not implemented', query({ flags: 15 << 11 }), notImplemented],
  ['a truncated query is malformed', query({ flags: 0x0300 }), formatError],
  ['no question is malformed', query({ counts: [0, 0, 0, 0] }), formatError],
  ['two questions are malformed', query({ counts: [2, 0, 0, 0], additional: [query().subarray(12)] }), formatError],
  ['65,535 questions are malformed', query({ counts: [65535, 0, 0, 0] }), formatError],
  ['a query with answers is malformed', query({ counts: [1, 1, 0, 0] }), formatError],
  ['a query with authorities is malformed', query({ counts: [1, 0, 1, 0] }), formatError],
  ['a header alone is malformed', query().subarray(0, 12), formatError],
  ['less than a header gets silence', query().subarray(0, 11), 'silence'],
  ['an empty packet gets silence', Buffer.alloc(0), 'silence'],
  ['a question cut off is malformed', query().subarray(0, -1), formatError],
  ['a name cut off is malformed', query().subarray(0, 18), formatError],
  ['a label of 63 octets is a label', query({ name: ['x'.repeat(63)] }), 'answer'],
  ['length 64 is malformed', raw(Buffer.concat([Buffer.from([64]), Buffer.alloc(64, 97), root])), formatError],
  ['length 0x80 is malformed', raw(Buffer.from([0x80, 1, 0])), formatError],
  ['a pointer to itself is malformed', raw(Buffer.from([0xc0, 12])), formatError],
  ['a pointer into the header is malformed', raw(Buffer.from([0xc0, 0])), formatError],
  ['a pointer past the end is malformed', raw(Buffer.from([0xff, 0xff])), formatError],
  ['a name of 255 octets is a name', query({ name: [...Array(3).fill('x'.repeat(63)), 'y'.repeat(61)] }), 'answer'],
  [
    'a name of 256 octets is malformed',
    query({ name: [...Array(3).fill('x'.repeat(63)), 'y'.repeat(62)] }),
    formatError,
  ],
  ['octets behind the last record are ignored', Buffer.concat([query(), Buffer.from('more')]), 'answer'],
  ['EDNS is answered', query({ additional: [opt()] }), 'answer'],
  ['unknown options are answered', query({ additional: [opt({ options: u16(10, 2, 7, 65001, 0) })] }), 'answer'],
  [
    'an option longer than its record is malformed',
    query({ additional: [opt({ options: u16(10, 9, 7) })] }),
    formatError,
  ],
  ['half an option is malformed', query({ additional: [opt({ options: u16(10) })] }), formatError],
  ['two OPT are malformed', query({ additional: [opt(), opt()] }), formatError],
  [
    'OPT of another name than the root is malformed',
    query({ additional: [record(encodeName('a'), 41, Buffer.alloc(0))] }),
    formatError,
  ],
  ['EDNS version 1 is BADVERS', query({ additional: [opt({ version: 1 })] }), badVersion],
  ['EDNS version 255 is BADVERS', query({ additional: [opt({ version: 255 })] }), badVersion],
  ['an announced record that is missing is malformed', query({ counts: [1, 0, 0, 1] }), formatError],
  [
    'a record longer than the packet is malformed',
    query({ additional: [Buffer.concat([root, u16(41, 512, 0, 0, 9)])] }),
    formatError,
  ],
  [
    'a signature beside OPT is let through',
    query({ additional: [opt(), record(Buffer.from([0xc0, 12]), 250, u16(1))] }),
    'answer',
  ],
  [
    'a chain of pointers is malformed',
    query({ additional: [record(Buffer.from([0xc0, 29]), 250, u16(1))] }),
    formatError,
  ],
  ['five records are malformed', query({ additional: Array(5).fill(record(root, 1, u16(1, 1))) }), formatError],
  ['512 octets are a plain datagram', Buffer.concat([query(), Buffer.alloc(512 - query().length)]), 'answer'],
  ['513 octets without EDNS are malformed', Buffer.concat([query(), Buffer.alloc(513 - query().length)]), formatError],
  [
    '1,232 octets with EDNS are answered',
    query({ additional: [opt({ options: Buffer.concat([u16(12, 1188), Buffer.alloc(1188)]) })] }),
    'answer',
  ],
  ['1,233 octets get silence', Buffer.concat([query({ additional: [opt()] }), Buffer.alloc(1193)]), 'silence'],
];

for (const [why, packet, expected] of rows) {
  t.test(why, async (t) => t.equal(verdictOf(packet), expected));
}

t.test('over TCP the 512 octets of plain datagrams do not count', async (t) => {
  t.equal(verdictOf(Buffer.concat([query(), Buffer.alloc(513 - query().length)]), 'tcp'), 'answer');
});

t.test('the question is read in lower case, with everything odd in it escaped', async (t) => {
  const read = (name: string | (string | Buffer)[]) => {
    const verdict = inspect(query({ name, type: types.HTTPS, class: 3 }), 'udp');
    return verdict.verdict === 'answer' ? verdict.question : undefined;
  };
  t.strictSame(read('CaPtIvE.apple.COM'), { name: 'captive.apple.com', type: 65, class: 3 });
  t.strictSame(read(['x.setup']), { name: 'x\\046setup', type: 65, class: 3 });
  t.strictSame(read([Buffer.from([0, 0x5c, 0xc4, 0x20])])?.name, '\\000\\092\\196\\032');
});

t.test('what nobody can receive, and what is too short or long for a query, is hopeless', async (t) => {
  t.ok(isHopeless(40, 0));
  t.ok(isHopeless(11, 5353));
  t.ok(isHopeless(1233, 5353));
  t.notOk(isHopeless(12, 53));
  t.notOk(isHopeless(1232, 65535));
});

import { Packet, type Resource } from 'dns2';
import type { Answer } from './answer.ts';
import { type Edns, longestMessage } from './packet-guard.ts';

/** Seconds. Small: once the machine has joined a network, a phone must forget at once what was said here. */
const timeToLive = 5;

// Names inside of dns2 are texts split at dots, so a label that contains a dot comes back as two. The question is
// therefore copied as it came, and every record's owner is a pointer to it: this key stands for offset 12.
const question = '\0question';
const headerLength = 12;

const rcodes: Readonly<Record<Exclude<Answer['kind'], 'forward'>, number>> = {
  addresses: 0,
  pointer: 0,
  'no-data': 0,
  malformed: 1,
  'no-such-name': 3,
  'not-implemented': 4,
  refused: 5,
};

export type Reply = {
  readonly query: Buffer;
  /** The query's octets from 12 to here are echoed; 12: none. */
  readonly questionEnd: number;
  readonly edns: Edns | undefined;
};

/** The reply that says `answer`. At most 271 octets of question and 65 of records: never truncated. */
export function encodeAnswer(reply: Reply, answer: Exclude<Answer, { kind: 'forward' }>): Buffer {
  const authoritative = answer.kind !== 'refused' && answer.kind !== 'malformed' && answer.kind !== 'not-implemented';
  return encode(reply, rcodes[answer.kind], authoritative, answers(answer), authorities(answer));
}

/** The reply that says why there is no answer. `code` may be above 15 only where the query had EDNS. */
export function encodeError(reply: Reply, code: number): Buffer {
  if (reply.questionEnd === headerLength && reply.edns === undefined) return bareError(reply.query, code);
  return encode(reply, code, false, [], []);
}

/** A header alone, without the encoder, which costs ten times as much: this is what floods of garbage get. */
function bareError(query: Buffer, code: number): Buffer {
  const header = Buffer.alloc(headerLength);
  query.copy(header, 0, 0, 4);
  header.writeUInt8((query.readUInt8(2) & 0x79) | 0x80, 2); // QR; opcode and RD as they were
  header.writeUInt8((query.readUInt8(3) & 0x10) | 0x80 | code, 3); // RA; CD as it was
  return header;
}

function answers(answer: Answer): Resource[] {
  if (answer.kind === 'addresses') {
    return answer.addresses.map((address) => record(question, Packet.TYPE.A, { address }));
  }
  if (answer.kind === 'pointer') return [record(question, Packet.TYPE.PTR, { domain: answer.name })];
  return [];
}

/** RFC 2308 3: without a SOA, "there is none" is not kept, and the phone asks again and again. */
function authorities(answer: Answer): Resource[] {
  if (answer.kind !== 'no-data' && answer.kind !== 'no-such-name') return [];
  // The root's: it is above every name, also above one that does not exist.
  return [
    record('', Packet.TYPE.SOA, {
      primary: 'setup',
      admin: 'nobody.invalid',
      serial: 1,
      refresh: 3600,
      retry: 600,
      expiration: 86_400,
      minimum: timeToLive,
    }),
  ];
}

function record(name: string, type: number, data: Partial<Resource>): Resource {
  return new Packet.Resource({ name, type, class: Packet.CLASS.IN, ttl: timeToLive, ...data });
}

function encode(reply: Reply, code: number, authoritative: boolean, found: Resource[], authority: Resource[]): Buffer {
  const { query, questionEnd, edns } = reply;
  const flags = query.readUInt16BE(2);
  const header = {
    id: query.readUInt16BE(0),
    qr: 1 as const,
    opcode: (flags >>> 11) & 15,
    aa: authoritative ? (1 as const) : (0 as const),
    rd: flags & 0x0100 ? (1 as const) : (0 as const),
    // Stub resolvers that see no recursion offered look for another server.
    ra: 1 as const,
    // RFC 4035 3.1.6: checking disabled is copied. AD stays 0: nothing here is validated.
    cd: flags & 0x0010 ? 1 : 0,
    rcode: code & 15,
    qdcount: questionEnd > headerLength ? 1 : 0,
    ancount: found.length,
    nscount: authority.length,
    arcount: edns === undefined ? 0 : 1,
  };
  const writer = new Packet.Writer();
  new Packet.Header(header).toBuffer(writer);
  for (const octet of query.subarray(headerLength, questionEnd)) writer.write(octet, 8);
  // The table of names by which dns2 compresses; it is not in its types.
  Object.assign(writer, { names: new Map([[question, headerLength]]) });
  const additional = edns === undefined ? [] : [ourOpt(code, edns)];
  for (const resource of [...found, ...authority, ...additional]) Packet.Resource.encode(resource, writer);
  return writer.toBuffer();
}

/** Our own OPT, never theirs with its options (RFC 6891 6.1.1); only the DO bit comes back (RFC 3225 3). */
function ourOpt(code: number, edns: Edns): Resource {
  return Packet.Resource.EDNS([], {
    extendedRcode: code >>> 4,
    version: 0,
    doFlag: edns.dnssecOk,
    udpPayloadSize: longestMessage,
  });
}

import type { Question } from './answer.ts';

// Everybody in radio range can send here, and dns2's parser follows whatever a packet says: one datagram of 64 kB with
// chained pointers held the event loop for 2.8 s. So a packet is walked here first, once, without following anything.

/** Octets of the longest message that is looked at, over UDP and TCP alike: our own EDNS size (RFC 9715 3.1). */
export const longestMessage = 1232;
/** Octets of the longest datagram without EDNS (RFC 1035 2.3.4). */
const longestPlainDatagram = 512;
/** Records after the question: OPT, a signature, and some room. */
const mostAdditionals = 4;
const headerLength = 12;
const longestName = 255;
const optType = 41;

export const rcode = { formatError: 1, notImplemented: 4, badVersion: 16 } as const;

export type Edns = { readonly payloadSize: number; readonly dnssecOk: boolean };

export type Verdict =
  | {
      readonly verdict: 'answer';
      readonly question: Question;
      /** The question's octets are those from 12 to here; they are echoed as they came. */
      readonly questionEnd: number;
      readonly edns: Edns | undefined;
    }
  | {
      readonly verdict: 'error';
      readonly rcode: (typeof rcode)[keyof typeof rcode];
      /** 12: the question is not echoed, because it could not be read. */
      readonly questionEnd: number;
      readonly edns: Edns | undefined;
    }
  | { readonly verdict: 'silence' };

const silence: Verdict = { verdict: 'silence' };

/** True for what can have no answer whatever it says: nobody could receive it, or it is no query's length. */
export function isHopeless(length: number, sourcePort: number): boolean {
  // Linux delivers datagrams from port 0, and nothing can be sent back there.
  return sourcePort === 0 || length < headerLength || length > longestMessage;
}

/** Decides whether a packet is answered, refused with an error, or ignored. At most 1232 steps; never throws. */
export function inspect(packet: Uint8Array, transport: 'udp' | 'tcp'): Verdict {
  if (packet.length < headerLength || packet.length > longestMessage) return silence;
  const flags = at16(packet, 2);
  // An answer to an answer: two servers would do that to each other for ever.
  if ((flags & 0x8000) !== 0) return silence;
  if ((flags & 0x7800) !== 0) return error(rcode.notImplemented);
  // A truncated question (TC), none or several (RFC 9619), or records where a query has none.
  if ((flags & 0x0200) !== 0) return error(rcode.formatError);
  if (at16(packet, 4) !== 1 || at16(packet, 6) !== 0 || at16(packet, 8) !== 0) return error(rcode.formatError);

  const name = readName(packet);
  if (name === undefined || name.end + 4 > packet.length) return error(rcode.formatError);
  const question = { name: name.text, type: at16(packet, name.end), class: at16(packet, name.end + 2) };
  const questionEnd = name.end + 4;

  const additional = readAdditionals(packet, questionEnd);
  if (additional === undefined) return error(rcode.formatError);
  const { edns, version } = additional;
  if (edns === undefined && transport === 'udp' && packet.length > longestPlainDatagram) {
    return error(rcode.formatError);
  }
  // RFC 6891 6.1.3: BADVERS tells the highest version we speak, which is 0.
  if (version > 0) return { verdict: 'error', rcode: rcode.badVersion, questionEnd, edns };
  return { verdict: 'answer', question, questionEnd, edns };
}

function error(code: (typeof rcode)[keyof typeof rcode]): Verdict {
  return { verdict: 'error', rcode: code, questionEnd: headerLength, edns: undefined };
}

/** The question's name. A pointer in it is malformed: there is nothing before it to point to. */
function readName(packet: Uint8Array): { text: string; end: number } | undefined {
  let text = '';
  let offset = headerLength;
  for (;;) {
    const length = packet[offset];
    if (length === undefined || length > 63) return undefined;
    const next = offset + 1 + length;
    if (next - headerLength > longestName || next > packet.length) return undefined;
    if (length === 0) return { text, end: next };
    if (text !== '') text += '.';
    for (let position = offset + 1; position < next; position++) text += character(packet[position] ?? 0);
    offset = next;
  }
}

/** Lower case; and as RFC 1035 5.1 writes it where an octet would be mistaken for something else. */
function character(octet: number): string {
  if (octet >= 0x41 && octet <= 0x5a) return String.fromCharCode(octet + 0x20);
  if (octet > 0x20 && octet < 0x7f && octet !== 0x2e && octet !== 0x5c) return String.fromCharCode(octet);
  return `\\${String(octet).padStart(3, '0')}`;
}

type Additional = { readonly edns: Edns | undefined; readonly version: number };

/** Octets after the last record are ignored, as others do. `undefined`: malformed, or two OPT (RFC 6891 6.1.1). */
function readAdditionals(packet: Uint8Array, start: number): Additional | undefined {
  const count = at16(packet, 10);
  if (count > mostAdditionals) return undefined;
  let found: Additional = { edns: undefined, version: 0 };
  let offset = start;
  for (let index = 0; index < count; index++) {
    const owner = skipOwner(packet, offset, start);
    if (owner === undefined || owner + 10 > packet.length) return undefined;
    const end = owner + 10 + at16(packet, owner + 8);
    if (end > packet.length) return undefined;
    if (at16(packet, owner) === optType) {
      const isRoot = owner === offset + 1;
      if (!isRoot || found.edns !== undefined || !optionsFit(packet, owner + 10, end)) return undefined;
      const payloadSize = Math.max(at16(packet, owner + 2), longestPlainDatagram);
      const dnssecOk = ((packet[owner + 6] ?? 0) & 0x80) !== 0;
      found = { edns: { payloadSize, dnssecOk }, version: packet[owner + 5] ?? 0 };
    }
    offset = end;
  }
  return found;
}

/** Behind a record's name, which may end with one pointer into the question, where no further pointer can be. */
function skipOwner(packet: Uint8Array, start: number, questionEnd: number): number | undefined {
  let offset = start;
  while (offset - start < longestName) {
    const length = packet[offset];
    if (length === undefined) return undefined;
    if (length === 0) return offset + 1;
    if (length >= 0xc0) {
      const target = at16(packet, offset) & 0x3fff;
      return target >= headerLength && target < questionEnd - 4 ? offset + 2 : undefined;
    }
    if (length > 63) return undefined;
    offset += 1 + length;
  }
  return undefined;
}

/** Whatever the options are, they must fill the record exactly. */
function optionsFit(packet: Uint8Array, start: number, end: number): boolean {
  let offset = start;
  while (offset + 4 <= end) offset += 4 + at16(packet, offset + 2);
  return offset === end;
}

function at16(packet: Uint8Array, offset: number): number {
  return ((packet[offset] ?? 0) << 8) | (packet[offset + 1] ?? 0);
}

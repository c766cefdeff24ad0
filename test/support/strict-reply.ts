import { type Answer, decode } from 'dns-packet';

/** A reply as another library reads it, in words that a table can hold. */
export type StrictReply = {
  readonly rcode: string;
  /** `aa`, `tc`, `rd`, `ra`, `ad`, `cd`: those that are set, in this order. */
  readonly flags: string;
  /** Type and value of each record: `A 192.0.2.1`. */
  readonly answers: readonly string[];
  /** Type and owner of each record: `SOA .`. */
  readonly authorities: readonly string[];
  readonly timesToLive: readonly number[];
  readonly hasQuestion: boolean;
  readonly edns: { readonly size: number; readonly dnssecOk: boolean; readonly options: number } | undefined;
};

/**
 * Reads `reply` with a parser that is not dns2, and refuses whatever a resolver might: a wrong id, octets left over,
 * another question than `query`'s to the octet, a record of another name or type, a negative answer that cannot be
 * kept, an OPT that was not asked for or is missing. @throws Error naming the first fault
 */
export function readStrictly(query: Buffer, reply: Buffer): StrictReply {
  const packet = decode(reply);
  const must = (isRight: boolean, fault: string): void => {
    if (!isRight) throw new Error(`${fault}: ${query.toString('hex')} -> ${reply.toString('hex')}`);
  };
  must(decode.bytes === reply.length, 'octets are left over');
  must(reply.length <= 512, 'longer than 512 octets');
  must(packet.id === query.readUInt16BE(0), 'another id');
  must(packet.flag_qr, 'no answer but a query');
  must((reply.readUInt16BE(2) & 0x7800) === (query.readUInt16BE(2) & 0x7800), 'another opcode');
  must(!packet.flag_z && !packet.flag_ad && !packet.flag_tc, 'Z, AD or TC');
  must((reply.readUInt16BE(2) & 0x0110) === (query.readUInt16BE(2) & 0x0110), 'RD or CD not copied');

  const { questions = [], answers = [], authorities = [], additionals = [] } = packet;
  const [question] = questions;
  must(questions.length <= 1, 'several questions');
  const end = questionEnd(reply, questions.length);
  must(reply.compare(query, 12, end, 12, end) === 0, 'another question');
  for (const record of answers) must(record.name === question?.name, 'a record of another name');
  for (const record of [...answers, ...authorities]) must('class' in record && record.class === 'IN', 'a class not IN');
  const opts = additionals.filter((record) => record.type === 'OPT');
  must(opts.length === additionals.length && opts.length <= 1, 'more than one OPT in the additional section');

  const [opt] = opts;
  const low = reply.readUInt16BE(2) & 15;
  const rcode = ((opt?.extendedRcode ?? 0) << 4) | low;
  const isNegative = answers.length === 0 && (rcode === 0 || rcode === 3);
  must(isNegative === (authorities.length === 1 && authorities[0]?.type === 'SOA'), 'SOA missing, or out of place');
  must(rcode === 0 || answers.length === 0, 'an error with answers');
  const flags = ['aa', 'tc', 'rd', 'ra', 'ad', 'cd'] as const;
  return {
    rcode: rcodeNames[rcode] ?? String(rcode),
    flags: flags.filter((flag) => packet[`flag_${flag}`]).join(' '),
    answers: answers.map((record) => `${record.type} ${dataOf(record)}`),
    authorities: authorities.map((record) => `${record.type} ${record.name}`),
    timesToLive: [...answers, ...authorities].map((record) => ('ttl' in record ? (record.ttl ?? -1) : -1)),
    hasQuestion: questions.length === 1,
    edns: opt && { size: opt.udpPayloadSize, dnssecOk: opt.flag_do, options: opt.options.length },
  };
}

const rcodeNames: Readonly<Record<number, string>> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  16: 'BADVERS',
};

const dataOf = (record: Answer): string => ('data' in record ? String(record.data) : '');

/** Walks the labels itself: dns-packet reads names as text, where two different names can look alike. */
function questionEnd(packet: Buffer, count: number): number {
  let offset = 12;
  if (count === 0) return offset;
  for (let length = packet.readUInt8(offset); length > 0; length = packet.readUInt8(offset)) {
    if (length > 63) throw new Error(`a pointer in the question: ${packet.toString('hex')}`);
    offset += 1 + length;
  }
  return offset + 5;
}

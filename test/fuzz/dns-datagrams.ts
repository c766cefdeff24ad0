import type { Policy } from '../../dns/answer.ts';
import { longestMessage } from '../../dns/packet-guard.ts';
import { Responder } from '../../dns/responder.ts';
import { all, setupOnly } from '../support/dns.ts';
import { readStrictly } from '../support/strict-reply.ts';
import { type Generated, generate } from './dns-grammar.ts';
import { Random } from './random.ts';

export type DatagramRun = {
  replies: number;
  silences: number;
  forwards: number;
  slowest: number;
  rcodes: Record<string, number>;
};

const policies: readonly (Policy | undefined)[] = [all, setupOnly, { ...setupOnly, upstream: '127.0.0.53' }, undefined];
/** Milliseconds that no datagram may cost. */
const mostCost = 1;

/**
 * Gives `count` generated datagrams to the responder under each policy in turn, and checks each outcome.
 * @throws Error with the datagram, for a crash, a reply that is not strictly right, a query wrongly refused, or a cost
 */
export function fuzzDatagrams(count: number, seed: number, progress?: (done: number) => void): DatagramRun {
  const random = new Random(seed);
  const responder = new Responder();
  const run: DatagramRun = { replies: 0, silences: 0, forwards: 0, slowest: 0, rcodes: {} };
  for (let done = 0; done < count; done++) {
    if (done % 1000 === 0) responder.set(policies[(done / 1000) % policies.length]);
    const generated = generate(random);
    try {
      judge(responder, generated, run);
    } catch (cause) {
      throw new Error(`seed ${seed}, datagram ${done}: ${generated.packet.toString('hex')}`, { cause });
    }
    if (progress !== undefined && done % 100_000 === 99_999) progress(done + 1);
  }
  return run;
}

function judge(responder: Responder, { packet, isRight }: Generated, run: DatagramRun): void {
  const copy = Buffer.from(packet);
  const cost = costOf(() => responder.respond(packet, 'udp'));
  run.slowest = Math.max(run.slowest, cost.duration);
  if (!copy.equals(packet)) throw new Error('the datagram was changed');
  const response = cost.result;
  const expected = expectedOf(packet);
  if (response === 'silence') {
    run.silences++;
    if (expected !== 'silence') throw new Error('silence, where others would wait');
  } else if (Buffer.isBuffer(response)) {
    run.replies++;
    const { rcode } = readStrictly(packet, response);
    run.rcodes[rcode] = (run.rcodes[rcode] ?? 0) + 1;
    if (expected !== undefined && expected !== rcode) throw new Error(`${rcode} in place of ${expected}`);
    const type = packet.readUInt16BE(packet.length - 4);
    if (isRight && rcode === 'FORMERR' && !isNoData(packet, type)) throw new Error('a right query is called malformed');
  } else {
    run.forwards++;
    if (responder.policy?.upstream === undefined) throw new Error('forwarded without an upstream');
  }
}

/** What the header alone decides. */
function expectedOf(packet: Buffer): string | undefined {
  if (packet.length < 12 || packet.length > longestMessage) return 'silence';
  const flags = packet.readUInt16BE(2);
  if (flags >= 0x8000) return 'silence';
  if ((flags & 0x7800) !== 0) return 'NOTIMP';
  const counts = [4, 6, 8].map((offset) => packet.readUInt16BE(offset));
  return (flags & 0x0200) !== 0 || counts.join() !== '1,0,0' ? 'FORMERR' : undefined;
}

/** OPT, TKEY and TSIG cannot be asked for: such a query is right in form only. */
function isNoData(packet: Buffer, plainType: number): boolean {
  let offset = 12;
  while (packet.readUInt8(offset) > 0) offset += 1 + packet.readUInt8(offset);
  const type = packet.length === offset + 5 ? plainType : packet.readUInt16BE(offset + 1);
  return [41, 249, 250].includes(type);
}

/** Milliseconds of processor that this thread has had. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** What it costs by itself: where it seems to cost too much, again, because the machine may have been elsewhere. */
function costOf<T>(act: () => T): { duration: number; result: T } {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; ; tries++) {
    const start = used();
    const result = act();
    best = Math.min(best, used() - start);
    if (best <= mostCost) return { duration: best, result };
    if (tries === 200) throw new Error(`costs ${best.toFixed(2)} ms`);
  }
}

import { Packet } from 'dns2';
import { answer, type Policy } from './answer.ts';
import { encodeAnswer, encodeError, type Reply } from './message.ts';
import { PacketCache } from './packet-cache.ts';
import { inspect, rcode } from './packet-guard.ts';

/** What to do with a query: send these octets, nothing, or ask the upstream and hand its reply on. */
export type Response = Buffer | 'silence' | Forward;
export type Forward = { readonly upstream: string; readonly reply: Reply };

/** Octets in, octets out: guard, cache, dns2's parser, answer, dns2's encoder. Knows no sockets. */
export class Responder {
  #policy: Policy | undefined;
  readonly #cache = new PacketCache();

  get policy(): Policy | undefined {
    return this.#policy;
  }

  /** Holds from the next query on. */
  set(policy: Policy | undefined): void {
    this.#policy = policy;
    this.#cache.clear();
  }

  /** Never throws, whatever the octets are. */
  respond(query: Buffer, transport: 'udp' | 'tcp'): Response {
    // What is kept has passed the guard: the key is all octets but the id.
    const known = this.#cache.find(query);
    if (known !== undefined) return known;

    const verdict = inspect(query, transport);
    if (verdict.verdict === 'silence') return 'silence';
    const reply: Reply = { query, questionEnd: verdict.questionEnd, edns: verdict.edns };
    if (verdict.verdict === 'error') return encodeError(reply, verdict.rcode);
    if (!isParsed(query)) return encodeError(reply, rcode.formatError);

    const found = answer(this.#policy, verdict.question);
    if (found.kind === 'forward') return { upstream: found.upstream, reply };
    const encoded = encodeAnswer(reply, found);
    this.#cache.keep(query, encoded);
    return encoded;
  }
}

/** dns2 reads what the guard let through: records that it cannot decode make the query malformed. */
function isParsed(query: Buffer): boolean {
  try {
    return Packet.parse(query).errors.length === 0;
  } catch {
    return false;
  }
}

import type { Policy } from './answer.ts';
import { encodeError } from './message.ts';
import { Overload } from './overload.ts';
import { type Forward, Responder } from './responder.ts';
import { type Asked, Upstream } from './upstream.ts';

/** How a door (UDP or TCP) hands on a query and gets its reply; `undefined`: none is sent. Never throws or rejects. */
export type Receive = (
  query: Buffer,
  client: string,
  transport: 'udp' | 'tcp',
) => Buffer | undefined | Promise<Buffer | undefined>;

/** Since the start; none is ever reset. */
export type Counters = {
  /** Packets taken in that could be a query by their length and sender. */
  queries: number;
  replies: number;
  /** Foreign names asked of the upstream, and how many of them came to nothing. */
  forwarded: number;
  forwardFailures: number;
  /** Packets without a reply: hopeless, answers in place of queries, and replies the network would not take. */
  dropped: number;
  /** Packets not looked at while the event loop lagged, and idle TCP connections ended for new ones. */
  shed: number;
};

/** Milliseconds between two samples of the event loop's lag, taken only while queries come. */
const samplePeriod = 20;
const serverFailure = 2;

/** From a query to its reply, with everything that is not sockets of our own. */
export class Receiver {
  readonly counters: Counters = { queries: 0, replies: 0, forwarded: 0, forwardFailures: 0, dropped: 0, shed: 0 };
  readonly #responder = new Responder();
  readonly #overload = new Overload();
  readonly #upstream: Upstream;
  readonly #now: () => number;
  #sampler: NodeJS.Timeout | undefined;

  constructor(now: () => number, upstreamPort: number) {
    this.#now = now;
    this.#upstream = new Upstream(upstreamPort);
  }

  set(policy: Policy | undefined): void {
    this.#responder.set(policy);
  }

  readonly receive: Receive = (query, client, transport) => {
    this.counters.queries++;
    if (this.#sampler === undefined) this.#sample();
    if (this.#overload.isActive && !this.#overload.admits(client, this.#now())) {
      this.counters.shed++;
      return undefined;
    }
    const response = this.#responder.respond(query, transport);
    if (Buffer.isBuffer(response)) {
      this.counters.replies++;
      return response;
    }
    if (response !== 'silence')
      return this.#forward(response, { query, questionEnd: response.reply.questionEnd, client, transport });
    this.counters.dropped++;
    return undefined;
  };

  /** Questions under way fail now. */
  close(): void {
    this.#upstream.close();
    clearTimeout(this.#sampler);
    this.#sampler = undefined;
  }

  async #forward({ upstream, reply }: Forward, asked: Asked): Promise<Buffer> {
    this.counters.forwarded++;
    const found = await this.#upstream.ask(upstream, asked);
    if (found === undefined) this.counters.forwardFailures++;
    this.counters.replies++;
    return found ?? encodeError(reply, serverFailure);
  }

  #sample(): void {
    const due = this.#now() + samplePeriod;
    this.#sampler = setTimeout(() => {
      this.#sampler = undefined;
      const now = this.#now();
      this.#overload.sample(now - due, now);
    }, samplePeriod).unref();
  }
}

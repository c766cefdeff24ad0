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
  /** Packets without a reply: hopeless, answers in place of queries, errors beyond 500 a second, replies not taken. */
  dropped: number;
  /** Packets not looked at while the event loop lagged, and idle TCP connections ended for new ones. */
  shed: number;
};

/** Milliseconds between two samples of the event loop's lag, taken only while queries come. */
const samplePeriod = 20;
const serverFailure = 2;
/** Errors a second that are told about packets that are no question; more is a flood, and sending is most of its cost. */
const mostErrors = 500;
/** Octets of such an error: a header. */
const bareError = 12;

/** From a query to its reply, with everything that is not sockets of our own. */
export class Receiver {
  readonly counters: Counters = { queries: 0, replies: 0, forwarded: 0, forwardFailures: 0, dropped: 0, shed: 0 };
  readonly #responder = new Responder();
  readonly #overload = new Overload();
  readonly #upstream: Upstream;
  readonly #now: () => number;
  #sampler: NodeJS.Timeout | undefined;
  #errors = { since: 0, told: 0 };

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
      if (response.length === bareError && !this.#tellsError()) return this.#drop();
      this.counters.replies++;
      return response;
    }
    if (response === 'silence') return this.#drop();
    return this.#forward(response, { query, questionEnd: response.reply.questionEnd, client, transport });
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

  #drop(): undefined {
    this.counters.dropped++;
  }

  #tellsError(): boolean {
    const now = this.#now();
    if (now - this.#errors.since >= 1000) this.#errors = { since: now, told: 0 };
    return ++this.#errors.told <= mostErrors;
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

import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { type Duration, milliseconds, seconds } from '../duration.ts';
import { NetworkError } from '../errors.ts';
import { type Call, type Connection, connect, type Signal } from './connection.ts';
import type { Log } from './log.ts';
import { errorName, networkError } from './refusals.ts';

export type BusOptions = {
  /** For example `unix:path=/run/dbus/system_bus_socket`. */
  readonly address: string;
  /** The one service that is spoken to, by its well-known name. */
  readonly service: string;
  /** Object paths whose signals are wanted, with everything below. */
  readonly pathNamespace: string;
  readonly clock: Clock;
  readonly log: Log;
};

type Listeners = {
  /** From the service only. */
  readonly signal: (signal: Signal) => void;
  /** The service came, was replaced (new owner) or went (`undefined`). */
  readonly owner: (owner: string | undefined) => void;
};

export type Request = Omit<Call, 'destination'>;

const firstPause = milliseconds(250);
const longestPause = seconds(15);
/** A connection that lived this long was a good one: the next pause is the first again. */
const goodLife = seconds(30);
const callLimit = seconds(10);

const bus = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };
const ownerReply = z.tuple([z.string()]);
const ownerChange = z.tuple([z.string(), z.string(), z.string()]);

/**
 * The way to one service on the bus, for as long as `run` runs: connects, and connects again with growing pauses when
 * the bus goes away. When only the service restarts the connection stays: with raw calls and match rules by well-known
 * name nothing in it belongs to the former owner, and the bus itself ends calls that were waiting for it.
 */
export class Bus {
  readonly #options: BusOptions;
  readonly #listeners = new Set<Partial<Listeners>>();
  #connection: Connection | undefined;
  #owner: string | undefined;
  /** The last change of owner heard on this connection. */
  #heard: { readonly owner: string | undefined } | undefined;

  constructor(options: BusOptions) {
    this.#options = options;
  }

  /** The unique name of the service while it is there. */
  get owner(): string | undefined {
    return this.#owner;
  }

  /** Calls `listeners` until the returned function is called. They must be quick. */
  listen(listeners: Partial<Listeners>): () => void {
    this.#listeners.add(listeners);
    return () => this.#listeners.delete(listeners);
  }

  /**
   * One method call, its reply checked.
   * @throws NetworkError `unavailable` at once while the service is away; a D-Bus error is its cause
   */
  async call<T>(request: Request, reply: z.ZodType<T>, limit: Duration = callLimit): Promise<T> {
    const { service } = this.#options;
    if (this.#owner === undefined) throw new NetworkError('unavailable', `${service} is not there`);
    return this.callAnother({ ...request, destination: service }, reply, limit);
  }

  /**
   * The same, to another service on the same bus: now and then, for what the one does not offer.
   * @throws NetworkError
   */
  async callAnother<T>(call: Call, reply: z.ZodType<T>, limit: Duration): Promise<T> {
    if (this.#connection === undefined) throw new NetworkError('unavailable', 'there is no bus');
    const body = await this.#connection.call(call, limit).catch((error: unknown) => {
      throw networkError(error, call.member);
    });
    const checked = reply.safeParse(body);
    if (checked.success) return checked.data;
    // Paths and kinds of mistakes, never values.
    const issues = checked.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).slice(0, 5);
    throw new NetworkError('refused', `${call.member}: its reply is not as expected (${issues.join(', ')})`);
  }

  /** Never rejects; ends with `signal`. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log, address } = this.#options;
    let pause = firstPause;
    while (!signal.aborted) {
      const began = clock.now();
      const reason = await this.#live(signal).catch((error: unknown) => error);
      if (signal.aborted) return;
      if (clock.now() - began >= goodLife) pause = firstPause;
      log.warn({ address, reason: reason instanceof Error ? reason.message : undefined, pause }, 'no D-Bus connection');
      await clock.wait(pause, signal);
      pause = Math.min(pause * 2, longestPause) as Duration;
    }
  }

  async #live(signal: AbortSignal): Promise<Error> {
    const { address, clock, log, service, pathNamespace } = this.#options;
    const rules = [
      `type='signal',sender='${service}',path_namespace='${pathNamespace}'`,
      `type='signal',sender='${bus.destination}',interface='${bus.interface}',member='NameOwnerChanged',arg0='${service}'`,
    ];
    this.#heard = undefined;
    const connection = await connect(address, clock, rules, (message, sender) => this.#receive(message, sender));
    const close = () => connection.close();
    signal.addEventListener('abort', close, { once: true });
    if (signal.aborted) close();
    try {
      this.#connection = connection;
      const owner = await this.#findOwner();
      log.info({ address, service, present: owner !== undefined }, 'connected to D-Bus');
      this.#change(this.#newest(owner));
      return await connection.closed;
    } finally {
      signal.removeEventListener('abort', close);
      connection.close();
      this.#connection = undefined;
      this.#change(undefined);
    }
  }

  async #findOwner(): Promise<string | undefined> {
    const { service } = this.#options;
    const call = { ...bus, member: 'GetNameOwner', signature: 's', body: [service] };
    try {
      const [owner] = await this.callAnother(call, ownerReply, callLimit);
      return owner;
    } catch (error) {
      // An error reply, and an ordinary answer. Without any answer nothing would ever ask again on this connection.
      if (errorName(error).endsWith('.NameHasNoOwner')) return undefined;
      throw error;
    }
  }

  /** Changes are heard in order, and the last one may be newer than the answer. */
  #newest(answer: string | undefined): string | undefined {
    return this.#heard === undefined ? answer : this.#heard.owner;
  }

  #receive(message: Signal, sender: string): void {
    if (sender !== bus.destination) {
      // Before the owner is known nobody has looked, and nothing is missed.
      if (sender === this.#owner) this.#tell((each) => each.signal?.(message));
      return;
    }
    const checked = ownerChange.safeParse(message.body);
    if (message.member === 'NameOwnerChanged' && checked.success && checked.data[0] === this.#options.service) {
      this.#heard = { owner: checked.data[2] || undefined };
      // One that comes before the connection is ready is told when calls can be made.
      if (this.#connection !== undefined) this.#change(this.#heard.owner);
    }
  }

  #change(owner: string | undefined): void {
    if (owner === this.#owner) return;
    this.#owner = owner;
    this.#options.log.info({ service: this.#options.service, present: owner !== undefined }, 'service changed');
    this.#tell((each) => each.owner?.(owner));
  }

  #tell(say: (each: Partial<Listeners>) => void): void {
    for (const each of [...this.#listeners]) {
      try {
        say(each);
      } catch (error) {
        this.#options.log.warn({ error }, 'a listener failed');
      }
    }
  }
}

import type { Policy } from './answer.ts';
import { type OpenDoors, openDoors } from './binding.ts';
import { NameServerError, type NameServerErrorCode } from './errors.ts';
import { type Counters, Receiver } from './receiver.ts';

export type { Policy } from './answer.ts';
export { NameServerError, type NameServerErrorCode, nameServerErrorCodes } from './errors.ts';
export type { Counters } from './receiver.ts';

export type NameServerStatus = {
  readonly listening: { readonly address: string; readonly port: number } | undefined;
  /** Why names are not served though they should be; none after a `listen` that worked, and after `close`. */
  readonly problem: { readonly code: NameServerErrorCode; readonly text: string } | undefined;
  readonly counters: Readonly<Counters>;
};

/** Names on the hotspot, by dns2, over UDP and TCP. */
export interface NameServer {
  /** What names mean from the next query on; `undefined` refuses all. Before, during and after `listen`. */
  set(policy: Policy | undefined): void;
  /**
   * Serves on exactly this IPv4 address, after closing what was served before; port 0 takes a free one, the same for
   * UDP and TCP. Settles within some seconds; rejects with a `NameServerError`, and then nothing is bound.
   */
  listen(address: string, port: number): Promise<{ readonly port: number }>;
  /** Ends every socket, query and connection. Settles within a second; never rejects; as often as one likes. */
  close(): Promise<void>;
  status(): NameServerStatus;
}

export type NameServerOptions = {
  /** Where upstreams listen: 53 outside of tests. */
  readonly upstreamPort?: number;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
};

/** A name server that listens nowhere yet, and refuses everything until `set`. */
export function createNameServer(options: NameServerOptions = {}): NameServer {
  return new Dns2NameServer(new Receiver(options.now ?? (() => performance.now()), options.upstreamPort ?? 53));
}

class Dns2NameServer implements NameServer {
  readonly #receiver: Receiver;
  #doors: OpenDoors | undefined;
  #problem: NameServerError | undefined;
  /** Raised by each `listen` and `close`: what an earlier one opens late is closed again. */
  #turn = 0;

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  set(policy: Policy | undefined): void {
    this.#receiver.set(policy);
  }

  async listen(address: string, port: number): Promise<{ readonly port: number }> {
    const turn = await this.#next();
    const { counters, receive } = this.#receiver;
    try {
      const doors = await openDoors(address, port, {
        receive,
        dropped: () => void counters.dropped++,
        shed: () => void counters.shed++,
        failed: (error) => this.#fail(turn, error),
      });
      if (turn !== this.#turn) {
        await doors.close();
        throw new NameServerError('closed', `Closed while it began to listen on ${address} port ${port}`);
      }
      this.#doors = doors;
      return { port: doors.port };
    } catch (error) {
      if (error instanceof NameServerError) this.#fail(turn, error);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#next();
  }

  status(): NameServerStatus {
    const doors = this.#doors;
    const problem = this.#problem;
    return {
      listening: doors && { address: doors.address, port: doors.port },
      problem: problem && { code: problem.code, text: problem.message },
      counters: { ...this.#receiver.counters },
    };
  }

  /** Begins a new turn with nothing open. */
  async #next(): Promise<number> {
    const turn = ++this.#turn;
    const doors = this.#doors;
    this.#doors = undefined;
    this.#problem = undefined;
    this.#receiver.close();
    await doors?.close();
    return turn;
  }

  #fail(turn: number, error: NameServerError): void {
    if (turn === this.#turn) this.#problem = error;
  }
}

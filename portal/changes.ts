import { randomBytes } from 'node:crypto';
import type { Clock } from '../netplan/clock.ts';
import { type Duration, seconds } from '../netplan/duration.ts';
import { portalLimits } from './limits.ts';
import type { ClientId, ProvisioningSession } from './session.ts';

type Waiter = { readonly client: ClientId; readonly wake: () => void };

/** Counts the changes of the status, and lets a bounded number of long polls wait for the next one. */
export class Changes {
  // Another start of the agent must not seem to have a version that a client knows.
  readonly #start = randomBytes(4).toString('hex');
  readonly #waiters = new Set<Waiter>();
  readonly #clock: Clock;
  readonly #stop: () => void;
  #count = 0;

  constructor(session: ProvisioningSession, clock: Clock) {
    this.#clock = clock;
    this.#stop = session.onChange(() => this.#changed());
  }

  get version(): string {
    return `${this.#start}-${this.#count}`;
  }

  /**
   * Resolves at the next change, after `atMost`, or when `signal` aborts; at once where `after` is not the present
   * version, or where too many wait already: the reply then says when to ask again.
   */
  async after(after: string, client: ClientId, atMost: Duration, signal: AbortSignal): Promise<void> {
    const own = [...this.#waiters].filter((waiter) => waiter.client === client).length;
    if (after !== this.version || this.#waiters.size >= portalLimits.waits || own >= portalLimits.waitsPerClient)
      return;
    const over = new AbortController();
    const waiter = { client, wake: () => over.abort() };
    this.#waiters.add(waiter);
    const limit = seconds(Math.min(atMost, portalLimits.wait) / 1000);
    await this.#clock.wait(limit, AbortSignal.any([signal, over.signal]));
    this.#waiters.delete(waiter);
  }

  /** Nobody waits any more, and the session is left alone. */
  end(): void {
    this.#stop();
    this.#changed();
  }

  #changed(): void {
    this.#count += 1;
    for (const waiter of this.#waiters) waiter.wake();
  }
}

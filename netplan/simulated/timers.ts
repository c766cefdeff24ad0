import type { Clock } from '../clock.ts';
import type { Duration } from '../duration.ts';

export type Cancel = () => void;

/** Things that will happen in the town, unless they are cancelled or the town is closed. */
export class Timers {
  readonly #clock: Clock;
  readonly #closed: AbortSignal;

  constructor(clock: Clock, closed: AbortSignal) {
    this.#clock = clock;
    this.#closed = closed;
  }

  now(): number {
    return this.#clock.now();
  }

  after(length: Duration, act: () => void): Cancel {
    const over = new AbortController();
    const cancel = () => over.abort();
    this.#closed.addEventListener('abort', cancel, { once: true });
    void this.#clock.wait(length, over.signal).then(() => {
      this.#closed.removeEventListener('abort', cancel);
      if (!over.signal.aborted && !this.#closed.aborted) act();
    });
    return cancel;
  }
}

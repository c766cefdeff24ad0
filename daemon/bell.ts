import type { Clock } from '../netplan/clock.ts';
import type { Duration } from '../netplan/duration.ts';

/** Ends a sleep early. A ring while nobody sleeps is not lost: the next sleep ends at once. */
export class Bell {
  #rung = new AbortController();

  /** @param signal rings once for all when it aborts, so that a loop can end. */
  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.ring(), { once: true });
  }

  readonly ring = (): void => this.#rung.abort();

  async sleep(clock: Clock, duration: Duration): Promise<void> {
    await clock.wait(duration, this.#rung.signal);
    this.#rung = new AbortController();
  }
}

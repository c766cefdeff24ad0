import type { Clock } from '../clock.ts';
import { type Duration, type Instant, milliseconds } from '../duration.ts';

/** How many times faster than its own clock the town may live; 1 is real time. */
export const slowestFactor = 1;
export const fastestFactor = 120;

/**
 * Another clock, made faster by a factor that may change at any moment, also during a wait. `now` never jumps: it goes on
 * from where it was, only at another speed. For the demo, where ten minutes of waiting should be seen in five seconds.
 */
export class SteeredClock implements Clock {
  readonly #own: Clock;
  #factor: number;
  /** One moment in both times, from which the present one is reckoned. */
  #since: { readonly own: Instant; readonly here: Instant };
  /** Waits that must be reckoned anew when the factor changes. */
  readonly #sleepers = new Set<AbortController>();

  /** @throws RangeError unless the factor is from 1 to 120 */
  constructor(own: Clock, factor: number = slowestFactor) {
    this.#own = own;
    this.#since = { own: own.now(), here: own.now() };
    this.#factor = checked(factor);
  }

  get factor(): number {
    return this.#factor;
  }

  /** @throws RangeError unless the factor is from 1 to 120; the old one then goes on */
  setFactor(factor: number): void {
    const next = checked(factor);
    this.#since = { own: this.#own.now(), here: this.now() };
    this.#factor = next;
    for (const sleeper of this.#sleepers) sleeper.abort();
  }

  now(): Instant {
    return this.#since.here + (this.#own.now() - this.#since.own) * this.#factor;
  }

  async wait(duration: Duration, signal?: AbortSignal): Promise<void> {
    const end = this.now() + duration;
    for (let left: number = duration; left > 0 && signal?.aborted !== true; left = end - this.now()) {
      await this.#sleep(left, signal);
    }
  }

  /** One stretch at one speed. Rounded up to a whole millisecond, so that a rest of 10⁻¹² is not slept for ever. */
  async #sleep(left: number, signal: AbortSignal | undefined): Promise<void> {
    const sleeper = new AbortController();
    const wake = () => sleeper.abort();
    this.#sleepers.add(sleeper);
    signal?.addEventListener('abort', wake, { once: true });
    await this.#own.wait(milliseconds(Math.ceil(left / this.#factor)), sleeper.signal);
    signal?.removeEventListener('abort', wake);
    this.#sleepers.delete(sleeper);
  }
}

function checked(factor: number): number {
  if (!(factor >= slowestFactor && factor <= fastestFactor)) {
    throw new RangeError(`the factor of time is from ${slowestFactor} to ${fastestFactor}, not ${factor}`);
  }
  return factor;
}

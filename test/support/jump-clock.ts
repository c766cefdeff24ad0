import { realClock } from '../../daemon/clock.ts';
import type { Clock } from '../../netplan/clock.ts';
import { type Duration, type Instant, milliseconds } from '../../netplan/duration.ts';

/** Real time, for tests with real processes, in which a test can let minutes pass at once. */
export class JumpClock implements Clock {
  readonly #real = realClock();
  #ahead = 0;
  #jumped = new AbortController();

  now(): Instant {
    return this.#real.now() + this.#ahead;
  }

  async wait(duration: Duration, signal?: AbortSignal): Promise<void> {
    const end = this.now() + duration;
    while (this.now() < end && signal?.aborted !== true) {
      const { signal: jumped } = this.#jumped;
      const either = signal === undefined ? jumped : AbortSignal.any([signal, jumped]);
      await this.#real.wait(milliseconds(end - this.now()), either);
    }
  }

  jump(duration: Duration): void {
    this.#ahead += duration;
    const before = this.#jumped;
    this.#jumped = new AbortController();
    before.abort();
  }
}

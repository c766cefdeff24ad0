import type { Duration, Instant } from '../../netplan/duration.ts';

/** What may pass: so much each second, and so much at once after a quiet time. */
export type Rate = { readonly perSecond: number; readonly burst: number };

/** What did not pass since it was last asked for. */
export type Dropped = { readonly lines: number; readonly bytes: number; readonly lasted: Duration };

type Bucket = { readonly rate: Rate; level: number };

/** Lets lines pass by their count and by their bytes, and counts those that it does not. Time is an argument. */
export class Throttle {
  readonly #lines: Bucket;
  readonly #bytes: Bucket;
  #filledAt: Instant;
  #dropped = { lines: 0, bytes: 0, since: 0 };

  constructor(lines: Rate, bytes: Rate, at: Instant) {
    this.#lines = { rate: lines, level: lines.burst };
    this.#bytes = { rate: bytes, level: bytes.burst };
    this.#filledAt = at;
  }

  /** Once for each chunk, before its lines: the clock is not asked for each line of a flood. */
  at(at: Instant): void {
    const seconds = Math.max(0, at - this.#filledAt) / 1000;
    this.#filledAt = at;
    for (const bucket of [this.#lines, this.#bytes]) {
      bucket.level = Math.min(bucket.rate.burst, bucket.level + seconds * bucket.rate.perSecond);
    }
  }

  passes(bytes: number): boolean {
    if (this.#lines.level >= 1 && this.#bytes.level >= bytes) {
      this.#lines.level -= 1;
      this.#bytes.level -= bytes;
      return true;
    }
    if (this.#dropped.lines === 0) this.#dropped.since = this.#filledAt;
    this.#dropped.lines += 1;
    this.#dropped.bytes += bytes;
    return false;
  }

  /** What was dropped, once it is `every` old (0: now); it is then forgotten here. */
  dropped(every: Duration): Dropped | undefined {
    const { lines, bytes, since } = this.#dropped;
    const lasted = (this.#filledAt - since) as Duration;
    if (lines === 0 || lasted < every) return undefined;
    this.#dropped = { lines: 0, bytes: 0, since: 0 };
    return { lines, bytes, lasted };
  }
}

import { type Duration, milliseconds } from '../netplan/duration.ts';

/** How pauses between tries grow. */
export type Backoff = {
  readonly first: Duration;
  readonly factor: number;
  /** No pause is longer, jitter included. */
  readonly cap: Duration;
  /** 0 to 1: the part of a pause by which it may be longer or shorter, so that a thousand devices do not try at once. */
  readonly jitter: number;
};

/**
 * The pause after failure number `failures` in a row (1 is the first).
 * @param random 0 to 1, such as Math.random gives
 */
export function pauseAfter({ first, factor, cap, jitter }: Backoff, failures: number, random: number): Duration {
  const grown = Math.min(first * factor ** Math.max(0, failures - 1), cap);
  return milliseconds(Math.min(grown * (1 + jitter * (2 * random - 1)), cap));
}

import type { Duration, Instant } from './duration.ts';

/** Time as an outside thing: the machine's own, a hand-moved one in tests, a faster one in the demo. */
export interface Clock {
  /** Monotonic; goes on while the machine sleeps if the system's clock does. Never the time of day. */
  now(): Instant;
  /** Resolves after `duration`, or at once when `signal` aborts; never rejects. Any length, also above 2³¹ ms. */
  wait(duration: Duration, signal?: AbortSignal): Promise<void>;
}

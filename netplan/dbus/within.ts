import type { Clock } from '../clock.ts';
import type { Duration } from '../duration.ts';

/** `work`, or a rejection with `late()` when it has not settled within `limit`. Leaves no timer behind. */
export async function within<T>(clock: Clock, limit: Duration, work: Promise<T>, late: () => Error): Promise<T> {
  const settled = new AbortController();
  const expired = clock.wait(limit, settled.signal).then((): never => {
    throw late();
  });
  // The loser of the race rejects later, unheard.
  expired.catch(() => undefined);
  try {
    return await Promise.race([work, expired]);
  } finally {
    settled.abort();
  }
}

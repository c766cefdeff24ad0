import type { Clock } from '../netplan/clock.ts';
import { hours } from '../netplan/duration.ts';

/** `setTimeout` fires at once beyond 2³¹ ms, and is never asked for more than this. */
const longestSleep = hours(1);

/** Sleeps at most `length` milliseconds (it may end a millisecond early), or until `signal` aborts. */
function sleep(length: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(Math.ceil(length), longestSleep));
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** CLOCK_MONOTONIC: on Linux counted from the boot, so that moments mean the same to the next process. */
const now = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

/** The machine's own time, which a change of the time of day does not move. */
export function realClock(): Clock {
  return {
    now,
    async wait(duration, signal) {
      const end = now() + duration;
      for (let left: number = duration; left > 0 && signal?.aborted !== true; left = end - now()) {
        await sleep(left, signal);
      }
    },
  };
}

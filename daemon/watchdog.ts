import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock } from '../netplan/clock.ts';
import { type Duration, type Instant, milliseconds, minutes, seconds } from '../netplan/duration.ts';
import type { Health } from './health.ts';
import type { Log } from './logging.ts';
import type { Notify, Supervision } from './notify.ts';
import type { Unit } from './unit.ts';

/** For so long at a time the event loop may stand still: beyond it a person on the portal notices. */
const longestStandstill = seconds(2);
/** The condition is kept up for so long after the last standstill, so that it can be seen at all. */
const remembered = minutes(10);

export type WatchdogParts = {
  readonly clock: Clock;
  readonly health: Health;
  readonly log: Log;
  readonly notify: Notify;
  /** What else must be true for a sign of life, beside a loop that turns. */
  readonly healthy: () => boolean;
  /** The longest standstill since it was asked last; `loopStandstill()` unless it is a test's. */
  readonly standstill: () => Duration;
};

/**
 * Gives systemd signs of life while all is well, three in the time that it allows. A loop that stands still can give
 * none, and one that stood still for seconds is a condition.
 */
export function watchdogUnit({ watchdog }: Supervision, parts: WatchdogParts): Unit {
  const { clock, health, log, notify, healthy, standstill } = parts;
  return {
    name: 'watchdog',
    async run(signal) {
      const pause = milliseconds((watchdog ?? seconds(60)) / 3);
      let last: Instant | undefined;
      while (!signal.aborted) {
        if (watchdog !== undefined) {
          if (healthy()) await notify.alive();
          else log.error({}, 'no sign of life for systemd: a part of the agent does not move');
        }
        await clock.wait(pause, signal);
        const stood = standstill();
        if (stood > longestStandstill) {
          last = clock.now();
          log.warn({ milliseconds: Math.round(stood) }, 'the event loop stood still');
          health.set('event-loop-blocked', `${(stood / 1000).toFixed(0)} s`);
        } else if (last !== undefined && clock.now() - last >= remembered) {
          last = undefined;
          health.clear('event-loop-blocked');
        }
      }
    },
  };
}

/** Each count wakes the processor, of a machine that has nothing else to do for minutes. */
const between = seconds(3);

/**
 * Counted natively, every 3 s: what happens between two counts is not seen, or in part. A standstill of 5 s shows for sure
 * as one that is too long.
 */
export function loopStandstill(): () => Duration {
  // Node can count at each turn of the loop, without waking for it; but what follows a file operation is not in that.
  const histogram = monitorEventLoopDelay({ resolution: between });
  histogram.enable();
  return () => {
    const longest = histogram.max / 1e6 - between;
    histogram.reset();
    return milliseconds(Math.max(0, longest));
  };
}

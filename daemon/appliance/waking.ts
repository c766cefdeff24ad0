import type { Clock } from '../../netplan/clock.ts';
import { milliseconds } from '../../netplan/duration.ts';
import { Bell } from '../bell.ts';
import { deadline } from '../provisioning/deadline.ts';
import { limits } from '../provisioning/limits.ts';
import type { Core } from './core.ts';

/** The only timer of the provisioning machine: sleeps until the state has to be looked at again, or has changed. */
export async function wakeInTime(core: Core, clock: Clock, signal: AbortSignal): Promise<void> {
  const bell = new Bell(signal);
  const stop = core.onChange(bell.ring);
  try {
    while (!signal.aborted) {
      const now = clock.now();
      const due = deadline(core.state, core.rules, now) ?? Number.POSITIVE_INFINITY;
      await bell.sleep(clock, milliseconds(Math.min(due - now, limits.sleep)));
      if (!signal.aborted && clock.now() >= due) core.take({ kind: 'time' });
    }
  } finally {
    stop();
  }
}

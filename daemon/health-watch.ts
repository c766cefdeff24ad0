import type { Clock } from '../netplan/clock.ts';
import { formatDuration, hours, milliseconds } from '../netplan/duration.ts';
import { Bell } from './bell.ts';
import type { Health, ShownCondition } from './health.ts';
import type { Log } from './logging.ts';
import type { Unit } from './unit.ts';

/**
 * Tells `shown` whenever the list that people see has changed, by an event or because something held for long enough,
 * and logs each condition once when it begins and once when it ends.
 */
export function healthWatch(health: Health, clock: Clock, log: Log, shown: () => void = () => {}): Unit {
  return {
    name: 'health',
    async run(signal) {
      const bell = new Bell(signal);
      const stop = health.onChange(bell.ring);
      let former: readonly ShownCondition[] = [];
      try {
        while (!signal.aborted) {
          const now = clock.now();
          const list = health.list(now);
          if (!sameList(former, list)) {
            say(former, list, now, log);
            shown();
          }
          former = list;
          await bell.sleep(clock, milliseconds((health.deadline(now) ?? now + hours(1)) - now));
        }
      } finally {
        stop();
      }
    },
  };
}

const levels = { error: 'error', warning: 'warn', info: 'info' } as const;
const same = (a: ShownCondition, b: ShownCondition) => a.code === b.code && a.about === b.about;
const sameList = (a: readonly ShownCondition[], b: readonly ShownCondition[]) =>
  a.length === b.length && a.every((each, index) => each.text === b[index]?.text && same(each, b[index]));

function say(former: readonly ShownCondition[], list: readonly ShownCondition[], now: number, log: Log): void {
  for (const each of list) {
    if (former.some((other) => same(each, other))) continue;
    log[levels[each.severity]]({ condition: each.code, about: each.about, meaning: each.text }, 'condition began');
  }
  for (const each of former) {
    if (list.some((other) => same(each, other))) continue;
    log.info({ condition: each.code, about: each.about, lasted: formatDuration(now - each.since) }, 'condition ended');
  }
}

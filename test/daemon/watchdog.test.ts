import t from 'tap';
import { Health } from '../../daemon/health.ts';
import type { Notify } from '../../daemon/notify.ts';
import { loopStandstill, watchdogUnit } from '../../daemon/watchdog.ts';
import { milliseconds, minutes, seconds } from '../../netplan/duration.ts';
import { HandClock } from '../support/hand-clock.ts';
import { keptLog } from '../support/kept-log.ts';

function watched(watchdog: ReturnType<typeof seconds> | undefined) {
  const clock = new HandClock();
  const health = new Health(clock);
  const { log, records } = keptLog();
  const signs: number[] = [];
  const state = { healthy: true, standstill: milliseconds(0) };
  const nothing = () => Promise.resolve();
  const notify: Notify = {
    ready: nothing,
    stopping: nothing,
    status: nothing,
    alive: async () => {
      signs.push(clock.now() / 1000);
    },
  };
  const unit = watchdogUnit(
    { socket: '/run/notify', watchdog },
    { clock, health, log, notify, healthy: () => state.healthy, standstill: () => state.standstill },
  );
  const stop = new AbortController();
  const running = unit.run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await running;
  });
  return { clock, health, records, signs, state };
}

t.test('three signs of life come in the time that systemd allows', async (t) => {
  const { clock, signs } = watched(seconds(120));
  await clock.advance(seconds(120));
  t.strictSame(signs, [0, 40, 80, 120]);
});

t.test('when a part does not move there is no sign of life, and the log says so', async (t) => {
  const { clock, signs, state, records } = watched(seconds(120));
  state.healthy = false;
  await clock.advance(seconds(100));
  t.strictSame(signs, [0]);
  t.match(records, [{ level: 'error', text: /no sign of life/ }]);
  state.healthy = true;
  await clock.advance(seconds(20));
  t.strictSame(signs, [0, 120]);
});

t.test('without a watchdog of systemd nothing is told, but a standstill is seen all the same', async (t) => {
  const { clock, signs, state, health, records } = watched(undefined);
  state.standstill = milliseconds(4200);
  await clock.advance(seconds(20));
  t.match(health.list(clock.now()), [{ code: 'event-loop-blocked', text: /\(4 s\)$/ }]);
  t.match(records, [{ level: 'warn', evidence: { milliseconds: 4200 } }]);
  state.standstill = milliseconds(100);
  await clock.advance(minutes(9));
  t.equal(health.list(clock.now()).length, 1, 'so that somebody can see it');
  await clock.advance(minutes(1));
  t.equal(health.list(clock.now()).length, 0);
  t.strictSame(signs, []);
});

t.test('a loop that really stands still is measured', async (t) => {
  const standstill = loopStandstill();
  await new Promise((resolve) => setTimeout(resolve, 5600));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  await new Promise((resolve) => setTimeout(resolve, 600));
  t.ok(standstill() >= 900, 'the 1.5 s, less what passed before the next count');
});

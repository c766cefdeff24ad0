import { mock } from 'node:test';
import t from 'tap';
import { realClock } from '../../daemon/clock.ts';
import { days, hours, milliseconds, minutes } from '../../netplan/duration.ts';

t.test('a wait never ends before its time', async (t) => {
  const clock = realClock();
  for (let round = 0; round < 10; round++) {
    const start = clock.now();
    await clock.wait(milliseconds(1.5));
    t.ok(clock.now() - start >= 1.5);
  }
});

t.test('time goes forward only, and nothing or less is not waited for', async (t) => {
  const clock = realClock();
  const start = clock.now();
  await clock.wait(milliseconds(0));
  await clock.wait(milliseconds(-5));
  t.ok(clock.now() >= start);
});

t.test(
  'an abort ends a long wait, and a signal that is aborted already is not waited for',
  { timeout: 20_000 },
  async (t) => {
    const clock = realClock();
    const stop = new AbortController();
    const waiting = clock.wait(days(400), stop.signal);
    stop.abort();
    await waiting;
    await clock.wait(minutes(10), stop.signal);
    t.pass('both ended');
  },
);

t.test('a wait longer than 2³¹ ms sleeps an hour at a time, and is not over at once', async (t) => {
  const lengths: number[] = [];
  const end = new AbortController();
  const timeouts = mock.method(globalThis, 'setTimeout', (wake: () => void, length: number) => {
    lengths.push(length);
    setImmediate(lengths.length === 5 ? () => end.abort() : wake);
    return undefined;
  });
  try {
    await realClock().wait(days(30), end.signal);
  } finally {
    timeouts.mock.restore();
  }
  t.same(lengths, Array(5).fill(hours(1)));
});

t.test('many waits on one signal leave no listeners on it', async (t) => {
  const signal = new AbortController().signal;
  const added = mock.method(signal, 'addEventListener');
  const removed = mock.method(signal, 'removeEventListener');
  for (let round = 0; round < 20; round++) await realClock().wait(milliseconds(1), signal);
  t.ok(added.mock.callCount() >= 20);
  t.equal(removed.mock.callCount(), added.mock.callCount());
});

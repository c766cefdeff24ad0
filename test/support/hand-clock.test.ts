import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { milliseconds, minutes, seconds } from '../../netplan/duration.ts';
import fc from './cases.ts';
import { HandClock } from './hand-clock.ts';

t.test('waits end in the order of their moments, each at its own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 12 }), async (lengths) => {
      const clock = new HandClock(1000);
      const ended: { length: number; at: number }[] = [];
      for (const length of lengths) {
        void clock.wait(milliseconds(length)).then(() => ended.push({ length, at: clock.now() }));
      }
      await clock.advance(milliseconds(100));
      const expected = lengths.toSorted((a, b) => a - b).map((length) => ({ length, at: 1000 + length }));
      assert.deepEqual(ended, expected);
      assert.equal(clock.now(), 1100);
    }),
    { numRuns: 50 },
  );
});

t.test('a loop that waits again and again sees each of its moments', async (t) => {
  const clock = new HandClock();
  const seen: number[] = [];
  void (async () => {
    for (;;) {
      await clock.wait(seconds(20));
      seen.push(clock.now());
    }
  })();
  await clock.advance(minutes(1));
  t.same(seen, [20_000, 40_000, 60_000]);
});

t.test('work that needs no time is finished before time moves on', async (t) => {
  const clock = new HandClock();
  let readAt: number | undefined;
  void (async () => {
    await clock.wait(seconds(1));
    await readFile(fileURLToPath(import.meta.url));
    for (let hop = 0; hop < 20; hop++) await new Promise((resolve) => setImmediate(resolve));
    readAt = clock.now();
  })();
  await clock.advance(minutes(5));
  t.equal(readAt, 1000);
});

t.test('an aborted wait ends at once and leaves nothing behind', async (t) => {
  const clock = new HandClock();
  const stop = new AbortController();
  let ended = 0;
  void clock.wait(minutes(1), stop.signal).then(() => ended++);
  t.equal(clock.waiting, 1);
  stop.abort();
  await clock.settle();
  t.equal(ended, 1);
  t.equal(clock.waiting, 0);
  await clock.wait(minutes(1), stop.signal);
  t.equal(clock.now(), 0, 'a wait with an aborted signal is none');
});

t.test('advanceUntil stops at the wait that brings it about, or at its limit', async (t) => {
  const clock = new HandClock();
  let done = false;
  void clock.wait(seconds(7)).then(() => {
    done = true;
  });
  t.equal(await clock.advanceUntil(() => done, seconds(5)), false);
  t.equal(clock.now(), 5000);
  t.equal(await clock.advanceUntil(() => done, seconds(60)), true);
  t.equal(clock.now(), 7000);
});

t.test('a program that goes in a circle without waiting is an error, not a hanging test', async (t) => {
  const clock = new HandClock();
  let over = false;
  void (async () => {
    while (!over) await clock.wait(milliseconds(0));
  })();
  await t.rejects(clock.advance(seconds(1)), { message: 'the program does not come to rest at 0 ms' });
  over = true;
});

t.test('time is moved by one hand at a time, while any number may wait for quiet', async (t) => {
  const clock = new HandClock();
  const first = clock.advance(minutes(1));
  await t.rejects(clock.advance(minutes(1)), { message: 'time is being moved already' });
  await first;
  await Promise.all([clock.settle(), clock.settle(), clock.settle()]);
  t.equal(clock.now(), 60_000);
});

t.test('a wait of NaN is refused', async (t) => {
  t.throws(() => new HandClock().wait(milliseconds(Number.NaN)), RangeError);
});

import assert from 'node:assert/strict';
import t from 'tap';
import { milliseconds, minutes, seconds } from '../../../netplan/duration.ts';
import { SteeredClock } from '../../../netplan/simulated/steered-clock.ts';
import fc from '../../support/cases.ts';
import { HandClock } from '../../support/hand-clock.ts';

t.test('ten minutes at 120 times are five seconds', async (t) => {
  const own = new HandClock();
  const clock = new SteeredClock(own, 120);
  let ended = false;
  void clock.wait(minutes(10)).then(() => {
    ended = true;
  });
  await own.advance(milliseconds(4999));
  t.equal(ended, false);
  await own.advance(milliseconds(1));
  t.equal(ended, true);
  t.equal(clock.now(), minutes(10));
});

t.test('a change of speed is felt by waits that have begun', async (t) => {
  const own = new HandClock();
  const clock = new SteeredClock(own);
  let endedAt: number | undefined;
  void clock.wait(seconds(100)).then(() => {
    endedAt = own.now();
  });
  await own.advance(seconds(40));
  clock.setFactor(60);
  await own.advance(seconds(10));
  t.equal(endedAt, 41_000, '40 seconds, and the other 60 in one');
  clock.setFactor(1);
  t.equal(clock.factor, 1);
});

t.test('time never jumps and no wait ends early, whatever is done with the factor', async () => {
  const change = fc.record({ factor: fc.integer({ min: 1, max: 120 }), after: fc.integer({ min: 0, max: 5000 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 8 }),
      fc.integer({ min: 1, max: 400_000 }),
      async (changes, length) => {
        const own = new HandClock(77);
        const clock = new SteeredClock(own);
        let endedAt: number | undefined;
        void clock.wait(milliseconds(length)).then(() => {
          endedAt = clock.now();
        });
        let expected = 77;
        for (const { factor, after } of changes) {
          clock.setFactor(factor);
          assert.ok(Math.abs(clock.now() - expected) < 1e-6);
          await own.advance(milliseconds(after));
          expected += factor * after;
        }
        await own.advance(milliseconds(length));
        assert.ok(endedAt !== undefined && endedAt >= 77 + length - 1e-6, 'not early');
        assert.ok(
          endedAt !== undefined && endedAt <= 77 + length + 120 * (changes.length + 1),
          'late by less than one of its own milliseconds a stretch',
        );
        assert.equal(own.waiting, 0);
      },
    ),
    { numRuns: 60 },
  );
});

t.test('an abort ends the wait at once, and takes the inner one with it', async (t) => {
  const own = new HandClock();
  const clock = new SteeredClock(own, 2);
  const stop = new AbortController();
  let ended = false;
  void clock.wait(minutes(1), stop.signal).then(() => {
    ended = true;
  });
  stop.abort();
  await own.settle();
  t.equal(ended, true);
  t.equal(own.waiting, 0);
});

t.test('a factor outside 1 to 120 is refused and changes nothing', async (t) => {
  const clock = new SteeredClock(new HandClock(), 3);
  for (const factor of [0, -1, 0.5, 121, Number.NaN, Number.POSITIVE_INFINITY]) {
    t.throws(() => clock.setFactor(factor), RangeError);
    t.equal(clock.factor, 3);
  }
});

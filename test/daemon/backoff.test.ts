import t from 'tap';
import { pauseAfter } from '../../daemon/backoff.ts';
import { minutes, seconds } from '../../netplan/duration.ts';
import fc from '../support/cases.ts';

const backoff = { first: seconds(1), factor: 2, cap: minutes(5), jitter: 0.2 };

t.test('pauses double from the first up to the cap', async (t) => {
  const pauses = [1, 2, 3, 9, 10, 5000].map((failures) => pauseAfter(backoff, failures, 0.5));
  t.strictSame(pauses, [1000, 2000, 4000, 256_000, 300_000, 300_000]);
});

t.test('jitter makes them shorter or longer by its part', async (t) => {
  t.equal(pauseAfter(backoff, 1, 0), 800);
  t.equal(pauseAfter(backoff, 1, 1), 1200);
});

t.test('whatever is asked, a pause is neither negative nor above the cap', async () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const pause = pauseAfter(backoff, failures, random);
      return pause >= 800 && pause <= backoff.cap;
    }),
  );
});

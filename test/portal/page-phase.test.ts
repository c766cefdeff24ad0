import t from 'tap';
import { phaseAt, timeLeft } from '../../portal/page/attempt-phase.ts';
import fc from '../support/cases.ts';

t.test('while the machine answers, its state is shown', async (t) => {
  t.equal(phaseAt({ state: 'waiting', reachable: true, deadline: 0 }, 10), 'waiting');
  t.equal(phaseAt({ state: 'connecting', reachable: true, deadline: 0 }, 10), 'trying');
});

t.test('silence is what was announced until the deadline, and says something else after it', async (t) => {
  const watch = { state: 'waiting', reachable: false, deadline: 5000 } as const;
  t.equal(phaseAt(watch, 4999), 'gone');
  t.equal(phaseAt(watch, 5000), 'overdue');
});

t.test('the time left is whole seconds, counts down and ends at zero', async (t) => {
  const watch = { state: 'waiting', reachable: false, deadline: 65_000 } as const;
  t.equal(timeLeft(watch, 0), '1:05');
  t.equal(timeLeft(watch, 100), '1:05');
  t.equal(timeLeft(watch, 60_001), '0:05');
  t.equal(timeLeft(watch, 99_000), '0:00');
  fc.assert(fc.property(fc.integer({ min: 0, max: 3_600_000 }), (now) => /^\d+:[0-5]\d$/.test(timeLeft(watch, now))));
});

import t from 'tap';
import { Overload } from '../../dns/overload.ts';
import fc from '../support/cases.ts';

/** How many of `count` queries at the same moment are admitted. */
const admitted = (overload: Overload, client: string, count: number, now: number): number =>
  Array.from({ length: count }, () => overload.admits(client, now)).filter(Boolean).length;

function lagging(now: number): Overload {
  const overload = new Overload();
  overload.sample(21, now);
  overload.sample(21, now);
  overload.admits('phone', now);
  return overload;
}

t.test('while the loop lags a client that is alone loses nothing', async (t) => {
  const overload = new Overload();
  overload.sample(21, 0);
  overload.sample(21, 0);
  t.equal(admitted(overload, 'flood', 20_000, 1), 20_000);
  t.ok(overload.admits('phone', 2));
  t.notOk(overload.admits('flood', 2), 'until another asks');
});

t.test('without lag nothing is ever dropped, however much comes', async (t) => {
  const overload = new Overload();
  for (const lateness of [0, 20, 500, 3, 21, 0]) overload.sample(lateness, 0);
  t.notOk(overload.isActive, 'one late sample, such as a garbage collection, is no lag');
  t.equal(admitted(overload, 'a', 100_000, 0), 100_000);
});

t.test('while the loop lags a flood keeps its allowance, and the others lose nothing', async (t) => {
  const overload = lagging(0);
  t.equal(admitted(overload, 'flood', 20_000, 1), 200);
  t.equal(admitted(overload, 'phone', 50, 1), 50);
  t.equal(admitted(overload, 'flood', 20_000, 101), 20, '200 a second come back');
});

t.test('it ends 200 ms after the last lag', async (t) => {
  const overload = lagging(0);
  t.equal(admitted(overload, 'flood', 1000, 199), 200);
  overload.sample(0, 210);
  t.notOk(overload.isActive);
  t.equal(admitted(overload, 'flood', 1000, 210), 1000);
});

t.test('lag that goes on keeps it, and the buckets with it', async (t) => {
  const overload = lagging(0);
  admitted(overload, 'flood', 1000, 0);
  for (let now = 41; now <= 205; now += 41) overload.sample(21, now);
  t.equal(admitted(overload, 'flood', 1000, 300), 60);
});

t.test('invented addresses beyond those of a subnet are not told apart, nor remembered', async (t) => {
  const overload = lagging(0);
  for (let count = 0; count < 255; count++) t.ok(overload.admits(`10.42.0.${count}`, 1));
  t.notOk(overload.admits('203.0.113.1', 1));
  t.ok(overload.admits('10.42.0.7', 1));
});

t.test('no client ever gets more than its allowance and what time adds to it', async (t) => {
  const steps = fc.array(fc.tuple(fc.nat(50), fc.nat(300)), { maxLength: 40 });
  const property = fc.property(steps, (list) => {
    let now = 0;
    let total = 0;
    const overload = lagging(now);
    for (const [pause, count] of list) {
      now += pause;
      overload.sample(30, now);
      total += admitted(overload, 'flood', count, now);
      if (total > 200 + now * 0.2) return false;
    }
    return true;
  });
  t.doesNotThrow(() => fc.assert(property));
});

import t from 'tap';
import { Outcomes } from '../../../netplan/dbus/outcomes.ts';
import { Turns } from '../../../netplan/dbus/turns.ts';
import { hours, milliseconds, seconds } from '../../../netplan/duration.ts';
import type { NetworkEvent } from '../../../netplan/networks.ts';
import { HandClock } from '../../support/hand-clock.ts';

const failed = (attempt: string): NetworkEvent => ({ kind: 'join-failed', attempt, reason: 'failed' });
const changed: NetworkEvent = { kind: 'changed' };

function setUp() {
  const clock = new HandClock();
  const outcomes = new Outcomes(clock);
  const stop = new AbortController();
  const events = outcomes.events(stop.signal)[Symbol.asyncIterator]();
  return { clock, outcomes, stop, next: async () => (await events.next()).value, events };
}

t.test('the first thing said is to look', async (t) => {
  const { next } = setUp();
  t.strictSame(await next(), changed);
});

t.test('a slow reader gets one "changed" for many, and every outcome in order', async (t) => {
  const { next, outcomes, clock } = setUp();
  await next();
  for (let count = 1; count <= 3; count++) {
    outcomes.tell(changed);
    outcomes.tell(failed(`${count}`));
  }
  t.strictSame([await next(), await next(), await next()], [failed('1'), failed('2'), failed('3')]);
  const last = next();
  await clock.advance(seconds(1));
  t.strictSame(await last, changed);
  t.equal(await Promise.race([next(), Promise.resolve('nothing more')]), 'nothing more');
});

t.test('"changed" comes at most five times a second, an outcome at once', async (t) => {
  const { next, outcomes, clock } = setUp();
  await next();
  let seen = 0;
  const told = (async () => {
    for (; (await next())?.kind === 'changed'; seen++);
  })();
  for (let count = 0; count < 100; count++) {
    outcomes.tell(changed);
    await clock.advance(milliseconds(10));
  }
  t.ok(seen >= 4 && seen <= 5, `${seen} in a second`);
  outcomes.tell(failed('1'));
  await clock.settle();
  await told;
});

t.test('a reader that waits is woken', async (t) => {
  const { next, outcomes, clock } = setUp();
  await next();
  const waiting = next();
  await clock.advance(seconds(1));
  outcomes.tell(failed('1'));
  t.strictSame(await waiting, failed('1'));
});

t.test('when nothing is said, the reader is left alone: when to look all the same is its own affair', async (t) => {
  const { next, outcomes, clock } = setUp();
  await next();
  const waiting = next();
  await clock.advance(hours(3));
  outcomes.tell(failed('1'));
  t.strictSame(await waiting, failed('1'));
});

t.test('the end comes with the signal', async (t) => {
  const { events, stop } = setUp();
  await events.next();
  const waiting = events.next();
  stop.abort();
  t.match(await waiting, { done: true });
});

t.test('every reader hears everything', async (t) => {
  const { outcomes, next, stop } = setUp();
  const other = outcomes.events(stop.signal)[Symbol.asyncIterator]();
  await Promise.all([next(), other.next()]);
  outcomes.tell(failed('1'));
  t.strictSame([await next(), (await other.next()).value], [failed('1'), failed('1')]);
});

t.test('turns are taken one after another, also after one that failed', async (t) => {
  const turns = new Turns();
  const done: string[] = [];
  const work = (name: string, wait: Promise<unknown>) => async () => {
    done.push(`${name} begins`);
    await wait;
    done.push(`${name} ends`);
    return name;
  };
  const first = turns.take(work('one', Promise.resolve()));
  const bad = turns.take(() => Promise.reject(new Error('bad')));
  const last = turns.take(work('two', Promise.resolve()));
  await t.rejects(bad, { message: 'bad' });
  t.strictSame([await first, await last], ['one', 'two']);
  t.strictSame(done, ['one begins', 'one ends', 'two begins', 'two ends']);
});

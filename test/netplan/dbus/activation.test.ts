import t from 'tap';
import { activate, type Course, type Ending, follow, isEnding } from '../../../netplan/dbus/activation.ts';
import type { Signal } from '../../../netplan/dbus/connection.ts';
import { names } from '../../../netplan/dbus/objects.ts';
import { seconds } from '../../../netplan/duration.ts';
import { HandClock } from '../../support/hand-clock.ts';

const device = '/dev/1';
const path = '/active/7';
const deviceState = (state: number, reason = 0, where = device): Signal => ({
  path: where,
  interface: names.device,
  member: 'StateChanged',
  body: [state, 0, reason],
});
const activeState = (state: number, reason = 0, where = path): Signal => ({
  path: where,
  interface: names.activation,
  member: 'StateChanged',
  body: [state, reason],
});

const start: Course = { device, activation: path, deviceReason: undefined, admitted: false };
function run(...signals: Signal[]): Course | Ending {
  let course: Course = start;
  for (const signal of signals) {
    const next = follow(course, signal);
    if (isEnding(next)) return next;
    course = next;
  }
  return course;
}

t.test('an activation succeeds when it is active, and no sooner', async (t) => {
  t.notOk(isEnding(run(deviceState(40), deviceState(50), activeState(1), deviceState(100))));
  t.strictSame(run(deviceState(40), activeState(2)), { kind: 'activated' });
});

t.test('it fails for the reason that the device gave', async (t) => {
  t.match(run(deviceState(40), deviceState(120, 7), deviceState(30), activeState(4, 3)), {
    kind: 'failed',
    reason: 'wrong-password',
    code: 'device 7',
  });
});

t.test('whether its password was accepted is known by whether it came as far as asking for an address', async (t) => {
  const refusedAfter = (...states: number[]) =>
    run(...states.map((each) => deviceState(each)), deviceState(120, 7), activeState(4, 3));
  t.match(refusedAfter(40, 50, 60), { code: 'device 7', admitted: false });
  t.match(refusedAfter(40, 50, 70, 60), { code: 'device 7', admitted: true });
  t.match(refusedAfter(40, 50, 70, 60, 40, 50, 60), { code: 'device 7', admitted: false }, 'with another password');
});

t.test('the failure of what was there before does not count', async (t) => {
  t.match(run(deviceState(120, 8), deviceState(30), deviceState(40), deviceState(120, 53), activeState(4, 3)), {
    reason: 'network-not-found',
  });
  t.match(run(deviceState(110, 60), deviceState(120, 8), deviceState(40), activeState(4, 2)), {
    reason: 'interrupted',
  });
});

t.test('the first reason counts, not what the device says on its way down', async (t) => {
  t.match(run(deviceState(40), deviceState(120, 17), deviceState(20, 36), activeState(4, 3)), { reason: 'no-address' });
});

t.test('a device that vanishes or is switched off says so', async (t) => {
  t.match(run(deviceState(40), deviceState(10, 36), activeState(4, 14)), { reason: 'device-gone' });
});

t.test('one that is ended from outside says who ended it, not what followed', async (t) => {
  const ended = [deviceState(40), deviceState(110, 39), activeState(3, 2), deviceState(30, 0), activeState(4, 2)];
  t.match(run(...ended), { reason: 'interrupted', code: 'device 39' });
  t.match(run(deviceState(40), deviceState(30, 8), activeState(4, 3)), { reason: 'disassociated', code: 'device 8' });
  t.match(run(deviceState(40), deviceState(110, 60), deviceState(30, 60), deviceState(40), activeState(4, 9)), {
    code: 'activation 9',
  });
});

t.test('without a reason of the device the activation’s own counts', async (t) => {
  t.match(run(deviceState(40), activeState(4, 9)), { reason: 'wrong-password', code: 'activation 9' });
});

t.test('signals of other devices, other activations and of other forms change nothing', async (t) => {
  const odd = { ...activeState(2), body: ['2'] };
  const others = [deviceState(120, 7, '/dev/2'), activeState(4, 0, '/active/8'), odd, { ...odd, member: 'Else' }];
  t.strictSame(run(...others), start);
});

type Listener = { signal?: (signal: Signal) => void; owner?: (owner: string | undefined) => void };
function setUp() {
  const listeners = new Set<Listener>();
  const bus = {
    listen(listener: Listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const say = (signal: Signal) => {
    for (const each of listeners) each.signal?.(signal);
  };
  const gone = () => {
    for (const each of listeners) each.owner?.(undefined);
  };
  return { bus, listeners, say, gone, clock: new HandClock() };
}

t.test('signals that overtake the reply with the path are not lost', async (t) => {
  const { bus, clock, say, listeners } = setUp();
  const begin = async () => {
    say(deviceState(40));
    say(deviceState(120, 53));
    say(activeState(4, 3));
    return path;
  };
  const activation = await activate({ bus, clock }, device, begin, seconds(75));
  t.match(await activation.ended, { kind: 'failed', reason: 'network-not-found' });
  t.equal(listeners.size, 0);
});

t.test('a refused activation is thrown, and nothing listens on', async (t) => {
  const { bus, clock, listeners } = setUp();
  const refused = new Error('refused');
  await t.rejects(
    activate({ bus, clock }, device, () => Promise.reject(refused), seconds(75)),
    refused,
  );
  t.equal(listeners.size, 0);
});

t.test('our limit ends it', async (t) => {
  const { bus, clock, listeners } = setUp();
  const { ended } = await activate({ bus, clock }, device, async () => path, seconds(75));
  await clock.advance(seconds(75));
  t.match(await ended, { kind: 'failed', reason: 'timed-out' });
  t.equal(listeners.size, 0);
});

t.test('NetworkManager going away interrupts it', async (t) => {
  const { bus, clock, gone } = setUp();
  const { ended } = await activate({ bus, clock }, device, async () => path, seconds(75));
  gone();
  t.match(await ended, { kind: 'failed', reason: 'interrupted' });
});

import t from 'tap';
import type { Signal } from '../../../netplan/dbus/connection.ts';
import type { Settings } from '../../../netplan/dbus/dictionary.ts';
import { type Ground, Joins } from '../../../netplan/dbus/join.ts';
import { names } from '../../../netplan/dbus/objects.ts';
import { seconds } from '../../../netplan/duration.ts';
import { NetworkError } from '../../../netplan/errors.ts';
import type { NetworkEvent } from '../../../netplan/networks.ts';
import type { JoinTarget } from '../../../netplan/plan.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { profile, wifi } from './profiles.ts';

const device = '/dev/1';
const submission: JoinTarget = { kind: 'new', profile: { ...profile, source: 'submission' } };
const hidden: JoinTarget = {
  kind: 'new',
  profile: { ...profile, source: 'submission', wifi: { ...wifi, hidden: true, security: 'unknown' } },
};
const silent = { debug() {}, info() {}, warn() {} };

function setUp(options: { readonly refuse?: NetworkError; readonly known?: readonly string[] } = {}) {
  const clock = new HandClock();
  const listeners = new Set<{ signal?: (signal: Signal) => void }>();
  const events: NetworkEvent[] = [];
  const submitted: Settings[] = [];
  const deactivated: string[] = [];
  let count = 0;
  const joins = new Joins({
    clock,
    log: silent,
    digest: () => '1:digest',
    tell: (event) => events.push(event),
    bus: {
      listen(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      callAnother: () => Promise.reject(new Error('nobody else is asked')),
    },
    service: {
      connection: async (id) => (options.known?.includes(id) ? `/saved/${id}` : undefined),
      activate: async () => `/active/${++count}`,
      async addAndActivate(settings) {
        if (options.refuse !== undefined) throw options.refuse;
        submitted.push(settings);
        return { connection: '/new', activation: `/active/${++count}` };
      },
      async deactivate(path) {
        deactivated.push(path);
      },
    },
  });
  const ground: Ground = {
    device,
    ours: true,
    hearFirst: undefined,
    circumstances: async () => ({ security: ['wpa-psk'], signal: 60, heard: false, radio: 'on' }),
    internet: async () => 'yes',
  };
  const say = async (path: string, iface: string, ...body: number[]) => {
    for (const each of listeners) each.signal?.({ path, interface: iface, member: 'StateChanged', body });
    await clock.settle();
  };
  const fails = async (path: string, reason: number) => {
    await say(device, names.device, 40, 30, 0);
    await say(device, names.device, 120, 60, reason);
    await say(path, names.activation, 4, 3);
  };
  return {
    joins,
    clock,
    events,
    submitted,
    deactivated,
    ground,
    fails,
    succeeds: (path: string) => say(path, names.activation, 2, 0),
  };
}

t.test('an attempt is begun once and has one outcome', async (t) => {
  const { joins, ground, events, submitted, succeeds } = setUp();
  await joins.begin({ attempt: 'a', target: submission }, ground);
  await joins.begin({ attempt: 'a', target: submission }, ground);
  await succeeds('/active/1');
  await succeeds('/active/1');
  await joins.begin({ attempt: 'a', target: submission }, ground);
  t.strictSame(events, [{ kind: 'joined', attempt: 'a', internet: 'yes' }]);
  t.equal(submitted.length, 1);
  t.match(submitted[0]?.['user']?.['data']?.value, { 'machine-agent.attempt': 'a' });
});

t.test('a failure is told with its reason', async (t) => {
  const { joins, ground, events, fails } = setUp();
  await joins.begin({ attempt: 'a', target: submission }, ground);
  await fails('/active/1', 7);
  t.strictSame(events, [{ kind: 'join-failed', attempt: 'a', reason: 'wrong-password' }]);
});

t.test('one that was not accepted is thrown, has no outcome, and may be begun again', async (t) => {
  const { joins, ground, events } = setUp({ refuse: new NetworkError('unavailable', 'away') });
  for (let round = 0; round < 2; round++) {
    await t.rejects(joins.begin({ attempt: 'a', target: submission }, ground), { code: 'unavailable' });
  }
  t.strictSame(events, []);
});

t.test('after 75 s it is ended, and told as timed out; what belongs to others has 100 s', async (t) => {
  for (const [ours, limit] of [
    [true, 75],
    [false, 100],
  ] as const) {
    const { joins, clock, ground, events, deactivated } = setUp({ known: ['u'] });
    await joins.begin({ attempt: 'a', target: { kind: 'saved', id: 'u' } }, { ...ground, ours });
    await clock.advance(seconds(limit - 1));
    t.strictSame(events, []);
    await clock.advance(seconds(1));
    t.strictSame(events, [{ kind: 'join-failed', attempt: 'a', reason: 'timed-out' }]);
    t.strictSame(deactivated, ['/active/1']);
    t.equal(clock.waiting, 0);
  }
});

t.test('a newer attempt interrupts the one that runs', async (t) => {
  const { joins, ground, events, succeeds } = setUp();
  await joins.begin({ attempt: 'a', target: submission }, ground);
  await joins.begin({ attempt: 'b', target: submission }, ground);
  await succeeds('/active/2');
  t.strictSame(events, [
    { kind: 'join-failed', attempt: 'a', reason: 'interrupted' },
    { kind: 'joined', attempt: 'b', internet: 'yes' },
  ]);
});

t.test('a hidden network is tried with wpa-psk, then with sae, as one attempt', async (t) => {
  const { joins, clock, ground, events, submitted, fails, succeeds } = setUp();
  await joins.begin({ attempt: 'a', target: hidden }, ground);
  await fails('/active/1', 53);
  t.strictSame(events, []);
  await succeeds('/active/2');
  t.strictSame(events, [{ kind: 'joined', attempt: 'a', internet: 'yes' }]);
  const keys = submitted.map((each) => each['802-11-wireless-security']?.['key-mgmt']?.value);
  t.strictSame(keys, ['wpa-psk', 'sae']);
  t.equal(clock.waiting, 0);
});

t.test('a name that was typed without a password is tried as an open network, then with OWE', async (t) => {
  const { joins, ground, events, submitted, fails, succeeds } = setUp();
  const target: JoinTarget = {
    kind: 'new',
    profile: { ...profile, source: 'submission', wifi: { ...wifi, hidden: true, security: 'open', psk: undefined } },
  };
  await joins.begin({ attempt: 'a', target }, ground);
  await fails('/active/1', 53);
  t.strictSame(events, []);
  await succeeds('/active/2');
  t.strictSame(events, [{ kind: 'joined', attempt: 'a', internet: 'yes' }]);
  const keys = submitted.map((each) => each['802-11-wireless-security']?.['key-mgmt']?.value);
  t.strictSame(keys, [undefined, 'owe']);
});

t.test('an open network of the list is tried as what it is', async (t) => {
  const { joins, ground, events, submitted, fails } = setUp();
  const target: JoinTarget = {
    kind: 'new',
    profile: { ...profile, source: 'submission', wifi: { ...wifi, hidden: false, security: 'open', psk: undefined } },
  };
  await joins.begin({ attempt: 'a', target }, ground);
  await fails('/active/1', 53);
  t.strictSame(events, [{ kind: 'join-failed', attempt: 'a', reason: 'network-not-found' }]);
  t.equal(submitted.length, 1);
});

t.test('both forms of a hidden network share the time of one attempt', async (t) => {
  const { joins, clock, ground, events, fails } = setUp();
  await joins.begin({ attempt: 'a', target: hidden }, ground);
  await clock.advance(seconds(50));
  await fails('/active/1', 53);
  await clock.advance(seconds(24));
  t.strictSame(events, []);
  await clock.advance(seconds(1));
  t.strictSame(events, [{ kind: 'join-failed', attempt: 'a', reason: 'timed-out' }]);
});

t.test('a wrong password for a hidden network is not tried in another form', async (t) => {
  const { joins, ground, events, submitted, fails } = setUp();
  await joins.begin({ attempt: 'a', target: hidden }, ground);
  await fails('/active/1', 7);
  t.strictSame(events, [{ kind: 'join-failed', attempt: 'a', reason: 'wrong-password' }]);
  t.equal(submitted.length, 1);
});

t.test('an interrupted hidden attempt is not tried in another form either', async (t) => {
  const { joins, ground, events, submitted } = setUp();
  await joins.begin({ attempt: 'a', target: hidden }, ground);
  await joins.begin({ attempt: 'b', target: submission }, ground);
  await new Promise((resolve) => setImmediate(resolve));
  t.strictSame(events, [{ kind: 'join-failed', attempt: 'a', reason: 'interrupted' }]);
  t.equal(submitted.length, 2);
});

t.test('a saved profile that is gone is refused', async (t) => {
  const { joins, ground } = setUp();
  const join = { attempt: 'a', target: { kind: 'saved', id: 'gone' } } as const;
  await t.rejects(joins.begin(join, ground), { code: 'refused', message: /gone/ });
});

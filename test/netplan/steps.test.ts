import t from 'tap';
import { digestOf } from '../../netplan/digest.ts';
import type { Link, Observation, SavedProfile } from '../../netplan/network.ts';
import { nothingSeen } from '../../netplan/nothing-seen.ts';
import type { JoinTarget, Plan } from '../../netplan/plan.ts';
import type { Profile } from '../../netplan/profile.ts';
import { Secret } from '../../netplan/secret.ts';
import { type Step, stepsBetween } from '../../netplan/steps.ts';
import { uuidFromName } from '../../netplan/uuid.ts';
import fc from '../support/cases.ts';
import { wifiProfile, wiredProfile } from '../support/town-agent.ts';

const key = new Secret('the key of this device');
const digest = (profile: Parameters<typeof digestOf>[0]) => digestOf(profile, key);
const nothing = new Set<string>();
const planOf = (profiles: readonly Profile[] | undefined, more: Partial<Plan> = {}): Plan => ({
  hotspot: undefined,
  profiles,
  join: undefined,
  keep: undefined,
  autoconnect: true,
  hold: nothing,
  trial: nothing,
  leave: undefined,
  guard: undefined,
  ...more,
});

const names = ['Hall 1', 'Hall 2', 'Hall 3', 'Yard', 'cable'] as const;
/** Two entries may name one SSID: the name and the SSID are drawn apart. */
const profile: fc.Arbitrary<Profile> = fc
  .record({
    name: fc.constantFrom(...names),
    ssid: fc.constantFrom('Plant', 'Office'),
    wired: fc.boolean(),
    psk: fc.constantFrom('first password', 'second password'),
    priority: fc.integer({ min: -999, max: 999 }),
    routeMetric: fc.constantFrom(0, 50, 700),
    port: fc.constantFrom(undefined, 'eth0', 'wlan0'),
    dns: fc.constantFrom<readonly string[]>([], ['192.0.2.53']),
  })
  .map(({ name, ssid, wired, psk, port, dns, ...rest }) => {
    const given = { id: uuidFromName(`settings/${name}`), name, interface: port, source: 'settings' as const, ...rest };
    const addressing = { method: 'auto' as const, dns };
    return wired ? wiredProfile({ ...given, addressing }) : wifiProfile({ ssid, psk }, { ...given, addressing });
  });
const profiles = fc.uniqueArray(profile, { selector: ({ id }) => id, maxLength: names.length });

const savedAs = (each: Profile, source: SavedProfile['source'], mark: string | undefined): SavedProfile => ({
  id: each.id,
  name: each.name,
  source,
  kind: each.wifi === undefined ? 'wired' : 'wifi',
  ssid: each.wifi?.ssid,
  hidden: each.wifi?.hidden ?? false,
  interface: each.interface,
  autoconnect: each.autoconnect,
  priority: each.priority,
  lastSuccess: 0,
  volatile: false,
  attempt: undefined,
  digest: mark,
});
/** Anything that may be saved: of ours, of an older version of ours, or of somebody else. */
const start: fc.Arbitrary<readonly SavedProfile[]> = fc
  .tuple(profiles, profiles)
  .map(([ours, others]) => [
    ...ours.map((each, index) => savedAs(each, 'settings', index % 3 === 2 ? '1:older' : digest(each))),
    ...others.map((each) => savedAs({ ...each, id: `other ${each.id}` }, 'other', undefined)),
  ]);

const seen = (saved: readonly SavedProfile[]): Observation => ({ ...nothingSeen(0), available: true, profiles: saved });

/** What NetworkManager has after the steps. */
function after(saved: readonly SavedProfile[], steps: readonly Step[]): readonly SavedProfile[] {
  const all = new Map(saved.map((each) => [each.id, each]));
  for (const step of steps) {
    if (step.action === 'add' || step.action === 'update') {
      if ((step.action === 'add') === all.has(step.profile.id)) throw new Error(`${step.action} of the wrong kind`);
      all.set(step.profile.id, savedAs(step.profile, 'settings', step.digest));
    } else if (step.action === 'remove') {
      if (!all.delete(step.id)) throw new Error('removed twice');
    } else throw new Error(`${step.action} has no place here`);
  }
  return [...all.values()];
}

t.test(
  'from any set of saved profiles one pass leads to the wished ones, and a second has nothing to do',
  async (t) => {
    fc.assert(
      fc.property(start, profiles, (saved, wished) => {
        const plan = planOf(wished);
        const steps = stepsBetween(seen(saved), plan, digest);
        const then = after(saved, steps);
        const ours = then.filter(({ source }) => source === 'settings');
        t.same(
          new Map(ours.map((each) => [each.id, each.digest])),
          new Map(wished.map((one) => [one.id, digest(one)])),
        );
        t.same(stepsBetween(seen(then), plan, digest), [], 'nothing is left');
      }),
      { numRuns: 300 },
    );
  },
);

t.test("what did not change costs no step, and nobody else's profile is ever touched", async (t) => {
  fc.assert(
    fc.property(start, profiles, (saved, wished) => {
      const steps = stepsBetween(seen(saved), planOf(wished), digest);
      const touched = steps.map((step) => ('profile' in step ? step.profile.id : 'id' in step ? step.id : ''));
      const ours = new Map(saved.filter(({ source }) => source === 'settings').map((each) => [each.id, each.digest]));
      const same = wished.filter((each) => ours.get(each.id) === digest(each));
      t.notOk(same.some(({ id }) => touched.includes(id)));
      t.notOk(touched.some((id) => id.startsWith('other ')));
      t.equal(new Set(touched).size, touched.length, 'at most one step for each');
    }),
    { numRuns: 300 },
  );
});

t.test('what is held stays, and what is on trial is changed in memory only, then saved', async (t) => {
  fc.assert(
    fc.property(start, profiles, fc.nat(3), (saved, wished, which) => {
      const id = uuidFromName(`settings/${names[which]}`);
      const before = saved.find((each) => each.id === id);
      const held = after(saved, stepsBetween(seen(saved), planOf(wished, { hold: new Set([id]) }), digest));
      t.same(
        held.find((each) => each.id === id),
        before,
      );

      const trial = planOf(wished, { trial: new Set([id]) });
      const steps = stepsBetween(seen(saved), trial, digest);
      const update = steps.find((step) => step.action === 'update' && step.profile.id === id);
      if (update !== undefined) t.match(update, { storage: 'memory' });
      const then = after(saved, steps);
      t.same(stepsBetween(seen(then), trial, digest), []);
      const last = stepsBetween(seen(then), planOf(wished), digest);
      t.ok(last.every((step) => step.action === 'update' && step.profile.id === id && step.storage === 'disk'));
    }),
    { numRuns: 300 },
  );
});

t.test('before the way back stands nothing is touched; it is taken, or ended, once', async (t) => {
  const [wished] = fc.sample(profile, 1);
  const plan = (want: 'begin' | 'stand' | 'undo') => planOf([wished as Profile], { guard: { id: 'one', want } });
  const actions = (guard: string | undefined, given: Plan) =>
    stepsBetween({ ...seen([]), guard }, given, digest).map(({ action }) => action);
  t.same(actions(undefined, plan('begin')), ['guard']);
  t.same(actions('one', plan('stand')), ['add']);
  t.same(actions('one', plan('undo')), ['undo']);
  t.same(actions(undefined, plan('undo')), [], 'NetworkManager has taken it already');
  t.same(actions('one', planOf([wished as Profile])), ['trust', 'add']);
  t.same(actions(undefined, planOf(undefined)), [], 'hands off');
});

t.test('a join on the hotspot’s radio takes it over; any other one ends the hotspot first', async (t) => {
  const [home, elsewhere, cable] = [
    wifiProfile({ ssid: 'Home' }),
    wifiProfile({ ssid: 'Home' }, { id: 'elsewhere', interface: 'wlan1' }),
    wiredProfile({ id: 'cable' }),
  ];
  const standing: Observation = {
    ...seen([savedAs(elsewhere, 'other', undefined), savedAs(cable, 'other', undefined)]),
    device: {
      interface: 'wlan0',
      hardwareAddress: '02:00:00:00:00:00',
      radio: 'on',
      canBeHotspot: true,
      country: undefined,
      autoconnect: false,
    },
    hotspot: { state: 'up', profile: 'hotspot', address: '10.42.0.1', digest: '1:hotspot', stations: 0 },
  };
  const actions = (target: JoinTarget | undefined, observation = standing) => {
    const join = target && { attempt: 'one', target };
    return stepsBetween(observation, planOf(undefined, { join, autoconnect: false }), digest).map(
      ({ action }) => action,
    );
  };
  t.same(actions({ kind: 'new', profile: home }), ['join']);
  t.same(actions({ kind: 'new', profile: { ...home, interface: 'wlan0' } }), ['join']);
  t.same(actions({ kind: 'new', profile: elsewhere }), ['hotspot-down', 'join']);
  t.same(actions({ kind: 'saved', id: 'elsewhere' }), ['hotspot-down', 'join']);
  t.same(actions({ kind: 'saved', id: 'cable' }), ['hotspot-down', 'join']);
  t.same(actions({ kind: 'saved', id: 'gone' }), ['hotspot-down', 'join']);
  t.same(actions(undefined), ['hotspot-down']);
  const link: Link = {
    interface: 'wlan0',
    kind: 'wifi',
    state: 'activating',
    profile: home.id,
    ssid: home.wifi?.ssid,
    addresses: [],
    internet: 'unknown',
  };
  t.same(actions({ kind: 'new', profile: home }, { ...standing, links: [link] }), ['hotspot-down', 'join']);
});

import t from 'tap';
import { begin } from '../../../daemon/provisioning/begin.ts';
import { knownNetworks, nextStep } from '../../../daemon/provisioning/reasoning.ts';
import type { Mode, Rules, State } from '../../../daemon/provisioning/state.ts';
import type { Observation } from '../../../netplan/network.ts';
import { inSight, nothingAround, rules, saved, submission, wifi } from '../../support/machine.ts';

const roams: Rules = { ...rules, internetRequired: true };
const now = 1_000_000;
const remembered = {
  ...{ configured: true, offline: undefined, attempt: undefined },
  reboots: { inARow: 0, writable: true },
};

function state(observation: Partial<Observation>, changes: Partial<State> = {}): State {
  // A device that has decided nothing yet, with this around it.
  const blank = begin(nothingAround, remembered, now, roams);
  return { ...blank, mode: { kind: 'station' }, observation: { ...nothingAround, ...observation }, ...changes };
}
const offline = { counted: 0, running: now, online: undefined, since: now } as State['offline'];
const why = (given: State, about: Rules = roams) =>
  Object.fromEntries(knownNetworks(given, about, now).map((known) => [known.name, known.why]));
const textOf = (given: State, name: string) =>
  knownNetworks(given, roams, now).find((known) => known.name === name)?.text;

t.test('each mode says what comes next', async (t) => {
  const around = { profiles: [saved('Hall')], visible: [inSight('Hall')] };
  const as = (mode: object, observation: Partial<Observation> = {}) =>
    nextStep(state(observation, { mode: mode as Mode, offline }), roams, now);
  const rows: [string, RegExp][] = [
    [as({ kind: 'off' }), /disable_network_configuration is on/],
    [as({ kind: 'rebooting', since: now }), /reboots/],
    [as({ kind: 'hotspot', asked: 1 }), /was asked for/],
    [as({ kind: 'hotspot', asked: undefined }), /^The hotspot is on; known networks are tried/],
    [as({ kind: 'proving', purpose: { kind: 'test', profile: 'Hall' } }), /with a way back/],
    [as({ kind: 'trying', what: 'submitted', submission: submission('Hall') }), /a person gave/],
    [as({ kind: 'trying', what: 'known', tried: [] }), /No known network is left/],
    [as({ kind: 'trying', what: 'known', tried: [] }, around), /^Hall is tried next/],
    [as({ kind: 'station' }), /when it has been offline for long enough the hotspot comes/],
    [as({ kind: 'station' }, around), /^Hall is tried next/],
  ];
  for (const [text, expected] of rows) t.match(text, expected);
});

t.test('a device that is online stays, or moves to the better network in so many seconds', async (t) => {
  const at = { links: [wifi('Hall')], profiles: [saved('Hall'), saved('Best', { priority: 9 })] };
  const linked = { profile: 'Hall', since: 0, served: true };
  const calm = { linked, offline: { ...offline, running: undefined } };
  t.match(nextStep(state(at, calm), roams, now), /stays where it is/);
  const better = { ...calm, roaming: { better: { profile: 'Best', since: now }, moved: undefined, rest: 0 } as never };
  const moving = state({ ...at, visible: [inSight('Hall'), inSight('Best')] }, better);
  t.match(nextStep(moving, roams, now), /^It moves to Best in .+ if that stays in reach/);
  t.match(why(moving), { Hall: 'in-use', Best: 'better' });
  t.match(textOf(moving, 'Best'), /has a higher priority than the one in use/);
  t.match(why(state({ ...at, visible: [inSight('Hall'), inSight('Best')] }, calm)), { Best: 'not-better' });
});

t.test('a link says whether the internet is behind it', async (t) => {
  const said = (internet: 'yes' | 'no' | 'sign-in' | 'unknown') =>
    textOf(state({ links: [wifi('Hall', internet)], profiles: [saved('Hall')] }), 'Hall');
  t.equal(said('yes'), 'carries a link, with internet');
  t.equal(said('no'), 'carries a link, without internet');
  t.equal(said('sign-in'), 'carries a link, behind a sign-in page');
  t.equal(said('unknown'), 'carries a link, internet not known yet');
});

t.test('who is not in use is next, later, out of sight, failed, or taken back', async (t) => {
  const names = ['First', 'Second', 'Third', 'Gone', 'Bad', 'Undone'];
  const profiles = names.map((name, index) => saved(name, { priority: 10 - index }));
  const visible = names.filter((name) => name !== 'Gone').map((name) => inSight(name));
  const given = state(
    { profiles, visible },
    {
      offline,
      refused: [{ id: 'Undone', digest: 'd' }],
      failures: [
        {
          profile: 'Bad',
          version: 'digest of Bad',
          reason: 'wrong-password',
          at: now - 60_000,
          unseen: undefined,
          served: false,
        },
      ],
    },
  );
  t.match(why(given), {
    First: 'next',
    Second: 'later',
    Third: 'later',
    Gone: 'out-of-sight',
    Undone: 'change-undone',
  });
  t.equal(textOf(given, 'Second'), 'is tried after one other');
  t.equal(textOf(given, 'Third'), 'is tried after 2 others');
  t.equal(textOf(given, 'Gone'), 'is not in reach');
  t.match(textOf(given, 'Bad'), /^failed \(wrong-password, 1 ?m.* ago\)/);
  const trying = { kind: 'trying', what: 'known', tried: [], activation: { profile: 'First' } } as never;
  t.match(why({ ...given, mode: trying }), { First: 'being-joined' });
});

t.test('a route metric is as the settings say, or as NetworkManager has it', async (t) => {
  const profiles = [
    saved('Hall', { source: 'settings' }),
    saved('Port', { source: 'settings', kind: 'wired', ssid: undefined }),
    saved('Set', { source: 'settings' }),
    saved('Theirs', { source: 'other' }),
    saved('Own', { source: 'hotspot' }),
  ];
  const wished = new Map([['Set', { routeMetric: 50 }]]) as never;
  const known = knownNetworks(state({ profiles }), { ...roams, wished }, now);
  const metrics = Object.fromEntries(known.map(({ name, routeMetric }) => [name, routeMetric]));
  t.strictSame(metrics, { Hall: 600, Port: 100, Set: 50, Theirs: undefined });
});

// What a try that ends, in whatever way, makes of the attempt and of the network.
import t from 'tap';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { inSight, Machine, nothingAround, saved, up, wifi } from '../../support/machine.ts';

t.test('late, doubled and foreign outcomes change nothing', async (t) => {
  const machine = new Machine().toHotspot().submit('Home');
  const { join } = machine;
  machine.take({ kind: 'join-failed', join: 'somebody.1', reason: 'failed' });
  t.equal(machine.mode, 'trying-submitted');
  machine.take({ kind: 'join-failed', join, reason: 'wrong-password' });
  const after = machine.state;
  machine.take({ kind: 'join-failed', join, reason: 'no-address' }).take({ kind: 'joined', join, internet: 'yes' });
  t.equal(machine.mode, 'hotspot');
  t.strictSame(machine.state.attempt, after.attempt);
});

t.test('a lost connection and a time-out are tried once again under a new id, other reasons are not', async (t) => {
  for (const reason of ['disassociated', 'timed-out'] as const) {
    const machine = new Machine().toHotspot().submit('Home');
    const first = machine.join;
    machine.take({ kind: 'join-failed', join: first, reason });
    t.equal(machine.mode, 'trying-submitted', reason);
    t.not(machine.join, first);
    machine.take({ kind: 'join-failed', join: machine.join, reason });
    t.match(machine.state.attempt, { state: 'failed', reason });
  }
  for (const reason of ['wrong-password', 'no-address', 'network-not-found'] as const) {
    const machine = new Machine().toHotspot().submit('Home');
    machine.take({ kind: 'join-failed', join: machine.join, reason });
    t.match(machine.state.attempt, { state: 'failed', reason });
  }
});

t.test('an outcome that never comes is a time-out: 75 s for ours, 100 s for others’', async (t) => {
  const machine = new Machine().toHotspot().submit('Home');
  machine.pass(seconds(75));
  t.equal(machine.mode, 'trying-submitted', 'the second try');
  machine.pass(seconds(75));
  t.match(machine.state.attempt, { state: 'failed', reason: 'timed-out' });
  const other = new Machine({
    rules: { beforeHotspot: minutes(30) },
    observation: { profiles: [saved('Shop', { source: 'other' })], visible: [inSight('Shop')] },
  });
  const { join } = other;
  t.equal(other.pass(seconds(100) - 1).join, join);
  t.not(other.pass(1).join, join);
});

t.test('with internet required, a network without it brings the hotspot back and is kept', async (t) => {
  for (const [internet, reason] of [
    ['no', 'no-internet'],
    ['sign-in', 'sign-in-upstream'],
  ] as const) {
    const machine = new Machine({ rules: { internetRequired: true } }).toHotspot().submit('Home');
    machine.see({ links: [wifi('Home', 'unknown')] }).take({ kind: 'joined', join: machine.join, internet: 'unknown' });
    t.equal(machine.mode, 'trying-submitted', 'the question is open');
    machine.see({ links: [wifi('Home', internet)] });
    t.equal(machine.mode, 'hotspot');
    t.match(machine.state.attempt, { state: 'failed', reason });
    t.match(machine.plan.keep, { profile: 'Home', priority: 100 });
  }
});

t.test('the question of internet is open for 20 s at most', async (t) => {
  const machine = new Machine({ rules: { internetRequired: true } }).toHotspot().submit('Home');
  machine.see({ links: [wifi('Home', 'unknown')] }).take({ kind: 'joined', join: machine.join, internet: 'unknown' });
  t.equal(machine.pass(seconds(20) - 1).mode, 'trying-submitted');
  t.equal(machine.pass(1).mode, 'hotspot');
});

t.test('NetworkManager’s restart interrupts a submission, which is tried once again', async (t) => {
  const machine = new Machine().toHotspot().submit('Home');
  const { join } = machine;
  machine.see({ available: false });
  t.equal(machine.join, 'none');
  machine.pass(seconds(5)).see({ available: true });
  t.equal(machine.mode, 'trying-submitted');
  t.not(machine.join, join);
  machine.see({ available: false }).pass(seconds(5)).see({ available: true });
  t.match(machine.state.attempt, { state: 'failed', reason: 'interrupted' });
});

t.test('what NetworkManager’s end cut short is tried once more, and is no failure of the network', async (t) => {
  const machine = new Machine().toHotspot().submit('Home');
  const first = machine.join;
  machine.see({ available: false }).take({ kind: 'join-failed', join: first, reason: 'interrupted' });
  t.equal(machine.mode, 'trying-submitted');
  machine.see({ available: true });
  t.not(machine.join, first);
  machine.take({ kind: 'join-failed', join: machine.join, reason: 'interrupted' });
  t.match(machine.state.attempt, { state: 'failed', reason: 'interrupted' }, 'but not for ever');

  const observation = { profiles: [saved('Home')], visible: [inSight('Home')] };
  const known = new Machine({ observation });
  t.equal(known.mode, 'trying-known');
  const { join } = known;
  known.see({ available: false }).take({ kind: 'join-failed', join, reason: 'interrupted' });
  t.same(known.state.failures, []);
  t.match(known.see({ available: true, scannedAt: known.at }).plan.join?.target, { id: 'Home' });
});

t.test('an attempt that an earlier run left open is connected if its network stands, else interrupted', async (t) => {
  const { begin } = await import('../../../daemon/provisioning/begin.ts');
  const { next } = await import('../../../daemon/provisioning/next.ts');
  const { rules } = await import('../../support/machine.ts');
  const left = { id: 'a', ssid: undefined, profile: 'Home', state: 'connecting', reason: undefined } as const;
  const remembered = {
    offline: undefined,
    attempt: { ...left, internet: undefined },
    reboots: { inARow: 0, writable: true },
    configured: true,
  };
  const stands = begin({ ...nothingAround, links: [wifi('Home')] }, remembered, 0, rules);
  t.match(stands, { attempt: { state: 'connected' }, keep: { profile: 'Home' }, mode: { kind: 'station' } });
  const late = begin({ ...nothingAround, available: false }, remembered, 0, rules);
  t.match(late, { attempt: { state: 'connecting' } }, 'nothing is decided before NetworkManager is there');
  const gone = next(late, { kind: 'observed', at: 20_000, observation: { ...nothingAround, hotspot: up } }, rules);
  t.match(gone, { attempt: { state: 'failed', reason: 'interrupted' }, mode: { kind: 'hotspot' } });
});

/** NetworkManager makes the link of a submission. */
const making = {
  profiles: [saved('Home', { volatile: true })],
  visible: [inSight('Home')],
  links: [{ ...wifi('Home'), state: 'activating', addresses: [] }],
} as const;

t.test('a try that outlives the agent goes on, keeps its radio, and is kept when it comes to stand', async (t) => {
  /** Offline for long, as a machine is whose hotspot was up: nothing but the try keeps the next one off its radio. */
  const resumed = () => new Machine().toHotspot().submit('Home').see(making).restart();

  const machine = resumed().pass(seconds(5));
  t.match(machine, { mode: 'station', state: { attempt: { state: 'connecting' }, keep: undefined } });
  machine.see({ links: [wifi('Home')] });
  t.match(machine, { mode: 'station', plan: { keep: { profile: 'Home', priority: 999 } } });
  t.match(machine.state.attempt, { state: 'connected', internet: 'yes' });

  const failing = resumed().pass(seconds(5)).see({ links: [], profiles: [] });
  t.match(failing.state.attempt, { state: 'failed', reason: 'interrupted' });
  t.equal(failing.mode, 'hotspot');
  const young = new Machine().submit('Home').see(making).restart();
  t.equal(young.see({ links: [], profiles: [] }).mode, 'hotspot', 'at once, however short it has been offline');

  const tested = resumed().take({ kind: 'test', profile: 'Home' });
  t.equal(tested.mode, 'station', 'a test would take its radio');

  const endless = resumed().pass(seconds(75) - 1);
  t.equal(endless.mode, 'station');
  t.equal(endless.pass(1).mode, 'hotspot');
});

t.test('a reboot that is overdue waits for a try that outlives the agent', async (t) => {
  const machine = new Machine({ rules: { beforeReboot: minutes(30) } }).toHotspot();
  for (let minute = 0; minute < 36; minute++) machine.pass(minutes(1)).take({ kind: 'activity', deliberate: true });
  machine.submit('Home').see(making);
  t.equal(machine.restart().mode, 'station');
  t.equal(machine.see({ links: [wifi('Home')] }).mode, 'station');
  const failed = machine.restart().see({ links: [], profiles: [] });
  t.equal(failed.mode, 'rebooting', 'then it comes');
});

t.test('a submission that stands is kept, also where the agent ended before it could be', async (t) => {
  const standing = { profiles: [saved('Home', { volatile: true })], links: [wifi('Home')] };
  const machine = new Machine().toHotspot().submit('Home');
  machine.see(standing).take({ kind: 'joined', join: machine.join, internet: 'yes' });
  t.match(machine.state.attempt, { state: 'connected' });
  t.match(machine.restart().plan, { keep: { profile: 'Home', priority: 999 } });
  const others = new Machine({ observation: { ...standing, profiles: [saved('Home', { source: 'other' })] } });
  t.equal(others.plan.keep, undefined);
});

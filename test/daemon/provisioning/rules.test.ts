import t from 'tap';
import { hours, minutes, seconds } from '../../../netplan/duration.ts';
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

t.test('an active person keeps the hotspot, and its name and password', async (t) => {
  const machine = new Machine({ observation: { profiles: [saved('Home')] } }).toHotspot();
  machine.take({ kind: 'activity', deliberate: true });
  const wish = machine.plan.hotspot;
  machine.rules = { ...machine.rules, hotspot: { ...machine.rules.hotspot, answerAddress: 'hotspot' } };
  machine.take({ kind: 'settings' }).see({ visible: [inSight('Home')] });
  t.equal(machine.plan.hotspot, wish);
  machine.see({ visible: [] }).pass(minutes(5));
  t.match(machine.plan.hotspot, { answerAddress: 'hotspot' });
});

t.test('looking on prolongs activity for 30 minutes, never begins it', async (t) => {
  const machine = new Machine().toHotspot();
  for (let poll = 0; poll < 11; poll++) machine.take({ kind: 'activity', deliberate: false }).pass(minutes(1));
  t.equal(machine.mode, 'trying-known', 'nobody was there');
  const busy = new Machine().toHotspot().take({ kind: 'activity', deliberate: true });
  for (let poll = 0; poll < 34; poll++) busy.pass(minutes(1)).take({ kind: 'activity', deliberate: false });
  t.equal(busy.mode, 'hotspot');
  for (let poll = 0; poll < 2; poll++) busy.pass(minutes(1)).take({ kind: 'activity', deliberate: false });
  t.equal(busy.mode, 'trying-known');
});

t.test('a hotspot that does not come on the air rests, and meanwhile the station’s rules hold', async (t) => {
  const machine = new Machine({ observation: { profiles: [saved('Home')] } }).toHotspotWish();
  machine.pass(seconds(30));
  t.match(machine.plan, { hotspot: undefined, autoconnect: true });
  machine.pass(seconds(10));
  t.ok(machine.plan.hotspot, 'the second try');
  machine.pass(seconds(30 + 20) - 1);
  t.equal(machine.plan.hotspot, undefined, 'and a longer rest');
  t.equal(machine.see({ visible: [inSight('Home')] }).mode, 'trying-known');
});

t.test('the retry time counts from the first broadcast', async (t) => {
  const machine = new Machine().pass(minutes(2)).pass(seconds(20)).see({ hotspot: up });
  t.equal(machine.pass(minutes(10) - 1).mode, 'hotspot');
  t.equal(machine.pass(1).mode, 'trying-known');
});

t.test('NetworkManager away pauses the hotspot’s count, not the reboot’s', async (t) => {
  const machine = new Machine({ rules: { beforeReboot: minutes(10) } }).pass(minutes(1));
  machine.see({ ...nothingAround, available: false }).pass(minutes(5));
  t.equal(machine.see(nothingAround).mode, 'station');
  t.equal(machine.pass(minutes(1)).mode, 'hotspot');
  t.equal(machine.pass(minutes(3)).mode, 'rebooting');
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

t.test('a flapping link does not hold the hotspot off for ever; 30 s online start the count anew', async (t) => {
  const machine = new Machine();
  for (let turn = 0; turn < 4; turn++) {
    machine.pass(seconds(25)).see({ links: [wifi('Home')] });
    machine.pass(seconds(29)).see({ links: [] });
  }
  t.equal(machine.pass(seconds(20)).mode, 'hotspot', 'offline for two minutes in all');
  const steady = new Machine().pass(seconds(119)).see({ links: [wifi('Home')] });
  steady.pass(seconds(30)).see({ links: [] });
  t.equal(steady.pass(minutes(2) - 1).mode, 'station');
});

t.test('reboots in a row are twice as far apart each time, at most a day, and are forgotten online', async (t) => {
  const machine = new Machine({ rules: { beforeReboot: minutes(30) } });
  machine.state = { ...machine.state, reboots: { inARow: 3, writable: true, failed: false } };
  t.not(machine.pass(hours(4) - 1).mode, 'rebooting');
  t.equal(machine.pass(1).mode, 'rebooting');
  machine.see({ links: [wifi('Home')] }).pass(minutes(16));
  t.equal(machine.state.reboots.inARow, 0);
  const often = new Machine({ rules: { beforeReboot: minutes(30) } });
  often.state = { ...often.state, reboots: { inARow: 30, writable: true, failed: false } };
  t.equal(often.pass(hours(24)).mode, 'rebooting');
});

t.test('a count that cannot be written takes a reboot back, and makes the next eight times as far', async (t) => {
  const machine = new Machine({ rules: { beforeReboot: minutes(30) } }).pass(minutes(30));
  t.not(machine.take({ kind: 'reboots', writable: false }).mode, 'rebooting');
  t.not(machine.pass(hours(4) - minutes(30) - 1).mode, 'rebooting');
  t.equal(machine.pass(1).mode, 'rebooting');
});

t.test('no reboot without credentials, or while a person is active', async (t) => {
  const fresh = new Machine({ configured: false, rules: { beforeReboot: minutes(30) } }).see({ hotspot: up });
  t.not(fresh.pass(hours(2)).mode, 'rebooting');
  const machine = new Machine({ rules: { beforeReboot: minutes(30) } }).toHotspot();
  machine.pass(minutes(27)).take({ kind: 'activity', deliberate: true });
  t.equal(machine.pass(minutes(5) - 1).mode, 'hotspot');
  t.equal(machine.pass(1).mode, 'rebooting');
});

t.test('an unconfigured device never leaves the hotspot for known networks', async (t) => {
  const observation = { profiles: [saved('Home')], visible: [inSight('Home')] };
  const machine = new Machine({ configured: false, observation }).see({ hotspot: up });
  t.equal(machine.pass(hours(5)).mode, 'hotspot');
});

t.test('three failed scans end scanning in the hotspot', async (t) => {
  const machine = new Machine().toHotspot();
  for (let scan = 0; scan < 3; scan++) machine.take({ kind: 'scan', done: false });
  t.equal(machine.state.mode.kind === 'hotspot' && machine.state.mode.scanFailures, 3);
});

t.test('a new list that needs the radio takes the hotspot off the air for 15 s at most', async (t) => {
  const machine = new Machine().toHotspot().take({ kind: 'activity', deliberate: true }).take({ kind: 'rescan' });
  t.match(machine.plan, { hotspot: undefined, autoconnect: false });
  t.equal(machine.pass(seconds(15) - 1).plan.hotspot, undefined);
  t.ok(machine.pass(1).plan.hotspot);
  machine
    .take({ kind: 'rescan' })
    .pass(seconds(2))
    .see({ scannedAt: machine.at, hotspot: { state: 'down' } });
  t.ok(machine.plan.hotspot, 'a list that is there sooner is enough');
});

t.test(
  'the first hotspot waits for a list of networks, 15 s at most; one with a fresh list, or on the air, does not',
  async (t) => {
    const fresh = { configured: false, at: hours(1) };
    const without = new Machine(fresh).see({});
    t.match([without.mode, without.plan.hotspot, without.plan.autoconnect], ['hotspot', undefined, false]);
    t.equal(without.pass(seconds(15) - 1).plan.hotspot, undefined);
    t.ok(without.pass(1).plan.hotspot, 'a driver that cannot tell');

    const slow = new Machine(fresh).see({});
    t.ok(slow.pass(seconds(4)).see({ scannedAt: slow.at }).plan.hotspot, 'as soon as it is there');

    const old = new Machine({ ...fresh, observation: { scannedAt: hours(1) - seconds(16) } }).see({});
    t.equal(old.plan.hotspot, undefined, 'an old list is none');
    t.ok(new Machine({ ...fresh, observation: { scannedAt: hours(1) - seconds(15) } }).see({}).plan.hotspot);
    t.ok(new Machine({ ...fresh, observation: { hotspot: up } }).see({}).plan.hotspot, 'found on the air');
    const { device } = nothingAround;
    const blocked = { device: device && { ...device, radio: 'soft-blocked' as const } };
    t.ok(new Machine({ ...fresh, observation: blocked }).see({}).plan.hotspot, 'a radio that is off hears nothing');
  },
);

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

t.test('asked for by a person or a button, the hotspot comes even while online, for the retry time', async (t) => {
  const machine = new Machine({ observation: { links: [wifi('Home')] } }).take({ kind: 'provision' });
  machine.see({ scannedAt: machine.at + 1 });
  t.equal(machine.see({ hotspot: up, links: [] }).mode, 'hotspot');
  t.equal(machine.pass(minutes(10) - 1).mode, 'hotspot');
  t.equal(machine.pass(1).mode, 'trying-known');
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

// What must not last for ever, nor end too soon: a hotspot, an attempt, a change that was taken back, a word on the internet.
import t from 'tap';
import { onTrial } from '../../../netplan/digest.ts';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { cable, inSight, Machine, saved, submission, up, wifi } from '../../support/machine.ts';

const required = { rules: { internetRequired: true } } as const;
/** What the settings want, in the form of a digest whose second part is what the link is made with. */
const wishing = (id: string, digest: string) => ({ wished: new Map([[id, { name: id, digest, routeMetric: 0 }]]) });
const home = { profiles: [saved('Home')], visible: [inSight('Home')] };

t.test('a hotspot that came because its network has no internet stays for the retry time', async (t) => {
  const machine = new Machine({ ...required, observation: { ...home, links: [wifi('Home')] } }).pass(minutes(5));
  machine
    .see({ links: [wifi('Home', 'no')] })
    .toHotspotWish()
    .see({ hotspot: up, links: [] });
  t.match(machine.state.failures, [{ profile: 'Home', reason: 'no-internet' }]);
  t.equal(machine.pass(minutes(10) - 1).mode, 'hotspot', 'although Home is in sight');
  t.equal(machine.pass(1).mode, 'trying-known');
});

t.test('a list that the hotspot has emptied says nothing of a network that failed', async (t) => {
  const machine = new Machine({ observation: { profiles: home.profiles } }).toHotspot().pass(minutes(1));
  machine.see({ visible: home.visible }).see({ hotspot: { state: 'down' }, scannedAt: machine.at });
  machine.take({ kind: 'join-failed', join: machine.join, reason: 'no-address' }).pass(minutes(2));
  machine.see({ hotspot: up, visible: [] }).pass(minutes(2));
  t.equal(machine.see({ visible: home.visible }).mode, 'hotspot', 'it never was out of sight');
  machine
    .take({ kind: 'scan', done: true })
    .see({ visible: [inSight('Other')] })
    .pass(minutes(2));
  t.equal(machine.see({ visible: home.visible }).mode, 'trying-known', 'now it was');
});

t.test('a hotspot that was asked for and does not come is given up after the retry time', async (t) => {
  const machine = new Machine({ observation: { links: [wifi('Home')] } }).take({ kind: 'provision' });
  machine.see({ scannedAt: machine.at + 1 });
  t.equal(machine.pass(minutes(10) - 1).mode, 'hotspot');
  t.equal(machine.pass(1).mode, 'station', 'there is a link');
});

t.test('asked for again, the hotspot stays for the retry time from then', async (t) => {
  const machine = new Machine().toHotspot().pass(minutes(9)).take({ kind: 'provision' });
  t.equal(machine.pass(minutes(10) - 1).mode, 'hotspot');
  t.equal(machine.pass(1).mode, 'trying-known');
});

t.test('switched off in the middle of an attempt, the attempt is over: another can be made', async (t) => {
  for (const step of ['waiting', 'connecting'] as const) {
    const machine = new Machine().toHotspot();
    if (step === 'waiting') machine.take({ kind: 'submitted', submission: submission('Home') });
    else machine.submit('Home');
    t.match(machine.state.attempt, { state: step });
    machine.rules = { ...machine.rules, enabled: false };
    t.match(machine.take({ kind: 'settings' }).state.attempt, { state: 'failed', reason: 'interrupted' });
  }
});

t.test('a submission that something cut short is tried once again', async (t) => {
  const machine = new Machine().toHotspot().submit('Home');
  const first = machine.join;
  machine.take({ kind: 'join-failed', join: first, reason: 'interrupted' });
  t.equal(machine.mode, 'trying-submitted');
  t.not(machine.join, first);
  machine.take({ kind: 'join-failed', join: machine.join, reason: 'interrupted' });
  t.match([machine.mode, machine.state.attempt], ['hotspot', { state: 'failed', reason: 'interrupted' }]);
});

t.test('a cable that is changed by the settings needs no wifi device for that', async (t) => {
  const profile = saved('cable', { source: 'settings', kind: 'wired', ssid: undefined, digest: '2:first.first' });
  const observation = { device: undefined, links: [cable()], profiles: [profile] };
  const machine = new Machine({ rules: wishing('cable', '2:second.second'), observation });
  t.match([machine.mode, machine.plan.guard], ['proving', { want: 'begin' }]);
});

t.test('a change that was taken back is made after all when the former settings fail as well', async (t) => {
  const [former, wanted] = ['2:old.old', '2:new.new'];
  const profile = saved('Home', { source: 'settings', digest: former });
  const observation = { profiles: [profile], visible: home.visible, links: [wifi('Home')] };
  const machine = new Machine({ rules: { internetRequired: true, ...wishing('Home', former) }, observation });
  machine.pass(minutes(2)).rules = { ...machine.rules, ...wishing('Home', wanted) };
  machine.take({ kind: 'settings' });
  const { guard } = machine.plan;
  machine.see({ guard: guard?.id }).see({ links: [], profiles: [{ ...profile, digest: onTrial(wanted) }] });
  machine.take({ kind: 'join-failed', join: machine.join, reason: 'wrong-password' }).pass(minutes(1));
  t.equal(machine.plan.guard?.want, 'undo');
  machine.see({ guard: undefined, links: [wifi('Home')], profiles: [profile] });
  t.match([machine.mode, machine.state.refused.length], ['station', 1]);
  t.ok(machine.pass(minutes(5)).plan.hold.has('Home'));

  // The router has the new password now.
  machine.see({ links: [], visible: [] }).pass(seconds(5)).see({ visible: home.visible, scannedAt: machine.at });
  t.equal(machine.pass(seconds(20)).mode, 'trying-known');
  for (const again of [false, true]) {
    t.ok(machine.plan.hold.has('Home'), `the former one is tried${again ? ' twice' : ''} first`);
    machine.take({ kind: 'join-failed', join: machine.join, reason: 'wrong-password' });
  }
  t.notOk(machine.plan.hold.has('Home'), 'and now the new one');
  machine.see({ profiles: [{ ...profile, digest: wanted }] });
  t.match(machine.plan.join?.target, { id: 'Home' });
});

t.test('the cloud’s answer counts as internet only for the links over which it was asked', async (t) => {
  const observation = { links: [wifi('Home', 'no'), cable('no')] };
  const machine = new Machine({ ...required, observation });
  const answered = (asked: number) => machine.take({ kind: 'cloud', reachable: true, asked }).state.offline.online;
  t.ok(answered(machine.at) !== undefined, 'online by its word');
  machine.pass(minutes(1)).see({ links: [cable('no')] });
  t.equal(machine.state.offline.online, undefined, 'wifi has gone: not known yet');
  t.equal(answered(machine.at - 1), undefined, 'asked before');
  t.ok(answered(machine.at) !== undefined);
  machine.see({ links: [] });
  t.ok(answered(machine.at) !== undefined, 'also over a link that NetworkManager does not manage');
  t.equal(machine.take({ kind: 'cloud', reachable: false, asked: machine.at }).state.offline.online, undefined);
});

t.test('a changed link is only good when the cloud answers over it', async (t) => {
  const profile = saved('cable', { source: 'settings', kind: 'wired', ssid: undefined, digest: '2:first.first' });
  const rules = { internetRequired: true, ...wishing('cable', '2:first.first') };
  const machine = new Machine({ rules, observation: { links: [cable('no')], profiles: [profile] } });
  const before = machine.at;
  machine.take({ kind: 'cloud', reachable: true, asked: before }).pass(minutes(1)).rules = {
    ...machine.rules,
    ...wishing('cable', '2:second.second'),
  };
  machine.take({ kind: 'settings' });
  machine
    .see({ guard: machine.plan.guard?.id })
    .see({ profiles: [{ ...profile, digest: onTrial('2:second.second') }] });
  machine.pass(1).take({ kind: 'joined', join: machine.join, internet: 'no' });
  t.equal(
    machine.take({ kind: 'cloud', reachable: true, asked: before }).mode,
    'proving',
    'the answer that brought it',
  );
  t.equal(machine.take({ kind: 'cloud', reachable: true, asked: machine.at }).mode, 'station');
});

t.test('what was found out about the internet ends with the links it was about', async (t) => {
  const machine = new Machine({ ...required, observation: { links: [cable('unknown')] } });
  t.equal(machine.take({ kind: 'probe', internet: 'no' }).state.probe, 'no');
  machine.see({ links: [cable('unknown'), wifi('Home', 'unknown')] });
  t.equal(machine.state.probe, 'unknown');
});

t.test('switched off, the radio is given back, and then left to its owner', async (t) => {
  const machine = new Machine().toHotspot();
  t.equal(machine.plan.autoconnect, false);
  machine.rules = { ...machine.rules, enabled: false };
  t.equal(machine.take({ kind: 'settings' }).plan.autoconnect, true);
  t.equal(machine.pass(seconds(30)).plan.autoconnect, undefined);
});

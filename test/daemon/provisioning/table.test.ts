import t from 'tap';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { cable, inSight, Machine, saved, submission, up, wifi } from '../../support/machine.ts';

t.test('the hotspot comes once the device has been offline for the set time, not before', async (t) => {
  const machine = new Machine();
  t.equal(machine.pass(minutes(2) - 1).mode, 'station');
  t.equal(machine.pass(1).mode, 'hotspot');
});

t.test('a device without credentials goes to the hotspot at once, unless that would cut a working link', async (t) => {
  t.equal(new Machine({ configured: false }).mode, 'hotspot');
  t.equal(new Machine({ configured: false, observation: { links: [wifi('Home')] } }).mode, 'station');
});

t.test('switched off, nothing is wished, and switched on again the device is what it is seen to be', async (t) => {
  const machine = new Machine({ configured: false }).see({ hotspot: up });
  machine.rules = { ...machine.rules, enabled: false };
  t.equal(machine.take({ kind: 'settings' }).mode, 'off');
  t.match(machine.plan, { hotspot: undefined, profiles: undefined, join: undefined, keep: undefined });
  machine.rules = { ...machine.rules, enabled: true };
  t.equal(machine.take({ kind: 'settings' }).mode, 'hotspot');
});

t.test('a known network in sight is tried, while the offline count goes on and ends it', async (t) => {
  const machine = new Machine({ observation: { profiles: [saved('Home')] } });
  t.equal(machine.pass(minutes(1)).see({ visible: [inSight('Home')] }).mode, 'trying-known');
  t.match(machine.plan.join?.target, { kind: 'saved', id: 'Home' });
  t.equal(machine.pass(minutes(1)).mode, 'hotspot', 'although the try is not over');
});

t.test('a network that NetworkManager is joining by itself is left to it', async (t) => {
  const link = { ...wifi('Home'), state: 'activating' as const, addresses: [] };
  const machine = new Machine({ observation: { profiles: [saved('Home')] } });
  t.equal(machine.see({ visible: [inSight('Home')], links: [link] }).mode, 'station');
});

t.test('an accepted submission is tried 3 s after its reply has arrived', async (t) => {
  const machine = new Machine().toHotspot();
  machine.take({ kind: 'submitted', submission: submission('Home') });
  t.equal(machine.pass(seconds(14)).mode, 'hotspot', 'the phone is still reading');
  machine.take({ kind: 'delivered', attempt: 'attempt-Home' });
  t.equal(machine.pass(2999).mode, 'hotspot');
  t.equal(machine.pass(1).mode, 'trying-submitted');
});

t.test('a reply that nobody reports as delivered counts as such after 15 s', async (t) => {
  const machine = new Machine().toHotspot();
  machine.take({ kind: 'submitted', submission: submission('Home') });
  t.equal(machine.pass(seconds(18) - 1).mode, 'hotspot');
  t.equal(machine.pass(1).mode, 'trying-submitted');
});

t.test('a submission that works ends in the station, kept first of all', async (t) => {
  const machine = new Machine().toHotspot().submit('Home');
  machine.see({ links: [wifi('Home')] }).take({ kind: 'joined', join: machine.join, internet: 'yes' });
  t.equal(machine.mode, 'station');
  t.match(machine.state.attempt, { state: 'connected', internet: 'yes' });
  t.match(machine.plan, { join: undefined, keep: { profile: 'Home', priority: 999 }, autoconnect: true });
});

t.test('a submission that fails brings the hotspot back at once, with the reason', async (t) => {
  const machine = new Machine().toHotspot().submit('Home');
  machine.take({ kind: 'join-failed', join: machine.join, reason: 'wrong-password' });
  t.equal(machine.mode, 'hotspot');
  t.match(machine.state.attempt, { state: 'failed', reason: 'wrong-password' });
  t.equal(machine.plan.keep, undefined);
});

t.test('after the retry time without a person, known networks are tried and then NetworkManager chooses', async (t) => {
  const machine = new Machine({ observation: { profiles: [saved('Home')] } }).toHotspot();
  t.equal(machine.pass(minutes(10) - 1).mode, 'hotspot');
  t.equal(machine.pass(1).mode, 'trying-known');
  t.match(machine.plan, { hotspot: undefined, autoconnect: false }, 'a fresh list is waited for');
  machine.see({ hotspot: { state: 'down' }, visible: [inSight('Home')], scannedAt: machine.at });
  t.match(machine.plan.join?.target, { id: 'Home' });
  machine.take({ kind: 'join-failed', join: machine.join, reason: 'no-address' });
  t.match(machine.plan, { join: undefined, autoconnect: true });
  t.equal(machine.pass(minutes(2) - 1).mode, 'trying-known');
  t.equal(machine.pass(1).mode, 'hotspot');
  t.equal(machine.see({ hotspot: up }).pass(minutes(10) - 1).mode, 'hotspot', 'a new retry period');
});

t.test('with the hotspot idle, a known network that comes in sight is tried', async (t) => {
  const machine = new Machine({ observation: { profiles: [saved('Home')] } }).toHotspot();
  t.equal(machine.see({ visible: [inSight('Home')] }).pass(seconds(60) - 1).mode, 'hotspot', 'a person may find it');
  t.equal(machine.pass(1).mode, 'trying-known');
  const later = new Machine({ observation: { profiles: [saved('Home')] } }).toHotspot().pass(minutes(3));
  t.equal(later.see({ visible: [inSight('Home')] }).mode, 'trying-known', 'at once');
});

t.test('with the hotspot idle, a cable with internet ends it', async (t) => {
  const machine = new Machine().toHotspot();
  t.equal(machine.see({ links: [cable('no')] }).mode, 'hotspot');
  t.equal(machine.see({ links: [cable('yes')] }).mode, 'station');
});

t.test('credentials, or the app’s Exit, end the hotspot at once while online by a cable', async (t) => {
  const machine = new Machine({ configured: false, observation: { links: [cable()] } }).see({ hotspot: up });
  t.equal(machine.mode, 'hotspot');
  machine.take({ kind: 'activity', deliberate: true });
  t.equal(machine.take({ kind: 'credentials', configured: true, committed: true }).mode, 'station');
  const other = new Machine()
    .toHotspot()
    .take({ kind: 'activity', deliberate: true })
    .see({ links: [cable()] });
  t.equal(other.mode, 'hotspot', 'somebody is active');
  t.equal(other.take({ kind: 'exit' }).mode, 'station');
});

t.test('the app’s Exit while offline tries what is known', async (t) => {
  const machine = new Machine().toHotspot().take({ kind: 'activity', deliberate: true });
  t.equal(machine.take({ kind: 'exit' }).mode, 'trying-known');
});

t.test('a known network that works ends in the station', async (t) => {
  const machine = new Machine({ observation: { profiles: [saved('Home')] } }).see({ visible: [inSight('Home')] });
  t.equal(machine.see({ links: [wifi('Home')] }).mode, 'station');
});

t.test('a submission that arrives while known networks are tried wins', async (t) => {
  const machine = new Machine({ observation: { profiles: [saved('Home')] } }).see({ visible: [inSight('Home')] });
  t.equal(machine.mode, 'trying-known');
  machine.take({ kind: 'submitted', submission: submission('Office') });
  t.equal(machine.mode, 'trying-submitted');
});

t.test('a device that may reboot does, once it has been offline for long enough', async (t) => {
  const machine = new Machine({ rules: { beforeReboot: minutes(30) } });
  t.equal(machine.pass(minutes(30) - 1).mode, 'hotspot');
  t.equal(machine.pass(1).mode, 'rebooting');
  t.equal(machine.state.reboots.inARow, 1);
  t.equal(machine.pass(minutes(5)).mode, 'hotspot', 'the reboot did not happen: the station, and from there on');
  t.equal(machine.state.reboots.failed, true);
});

t.test('of a known network a wrong password is tried once again too: lost frames look the same', async (t) => {
  const machine = new Machine({
    rules: { beforeHotspot: minutes(30) },
    observation: { profiles: [saved('Shop', { source: 'other' })], visible: [inSight('Shop')] },
  });
  const first = machine.join;
  machine.take({ kind: 'join-failed', join: first, reason: 'wrong-password' });
  t.not(machine.join, first);
  t.match(machine.plan.join?.target, { kind: 'saved', id: 'Shop' });
  machine.take({ kind: 'join-failed', join: machine.join, reason: 'wrong-password' });
  t.equal(machine.plan.join, undefined);
  t.match(machine.state.failures, [{ profile: 'Shop', reason: 'wrong-password' }]);
});

// How long the hotspot stays, for whom, and what counts toward it and toward a reboot.
import t from 'tap';
import { hours, minutes, seconds } from '../../../netplan/duration.ts';
import { inSight, Machine, nothingAround, saved, up, wifi } from '../../support/machine.ts';

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

t.test('asked for by a person or a button, the hotspot comes even while online, for the retry time', async (t) => {
  const machine = new Machine({ observation: { links: [wifi('Home')] } }).take({ kind: 'provision' });
  machine.see({ scannedAt: machine.at + 1 });
  t.equal(machine.see({ hotspot: up, links: [] }).mode, 'hotspot');
  t.equal(machine.pass(minutes(10) - 1).mode, 'hotspot');
  t.equal(machine.pass(1).mode, 'trying-known');
});

// Which known network a machine turns to: one that failed, one it has left, one that is only supposed.
import t from 'tap';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { inSight, Machine, saved, up, wifi } from '../../support/machine.ts';

t.test('a failed known network is left alone until it was out of sight for 60 s', async (t) => {
  const machine = new Machine({ observation: { profiles: [saved('Home')] } }).toHotspot().pass(minutes(1));
  machine.see({ visible: [inSight('Home')] }).see({ hotspot: { state: 'down' }, scannedAt: machine.at });
  machine.take({ kind: 'join-failed', join: machine.join, reason: 'no-address' }).pass(minutes(2)).see({ hotspot: up });
  t.equal(machine.pass(minutes(1)).mode, 'hotspot');
  machine
    .take({ kind: 'scan', done: true })
    .see({ visible: [] })
    .pass(seconds(60) - 1);
  t.equal(machine.see({ visible: [inSight('Home')] }).mode, 'hotspot');
  machine.see({ visible: [] }).pass(seconds(60));
  t.equal(machine.see({ visible: [inSight('Home')] }).mode, 'trying-known');
});

t.test(
  'a network that had served may be in reach again soon after it was left; one that never did is left alone',
  async (t) => {
    const profiles = [saved('Hall', { priority: 30 }), saved('Yard', { priority: 20 })];
    const visible = [inSight('Hall'), inSight('Yard')];
    const carriedBack = (internet: 'yes' | 'no') => {
      const machine = new Machine({ rules: { internetRequired: true }, observation: { profiles, visible } });
      machine.see({ links: [wifi('Hall', internet)] }).take({ kind: 'joined', join: machine.join, internet });
      machine
        .pass(seconds(30))
        .see({ links: [wifi('Hall', 'no')] })
        .see({ scannedAt: machine.at });
      machine.see({ links: [wifi('Yard')] }).take({ kind: 'joined', join: machine.join, internet: 'yes' });
      t.equal(machine.mode, 'station');
      machine.pass(seconds(20)).see({ links: [] }).pass(seconds(1)).see({ scannedAt: machine.at });
      return machine;
    };
    t.match(carriedBack('yes').plan.join?.target, { id: 'Hall' });
    const waits = carriedBack('no');
    t.equal(waits.plan.join, undefined, 'the list may still show what was just lost');
    t.match(waits.pass(seconds(20)).plan.join?.target, { id: 'Yard' });
    const back = carriedBack('yes');
    const { join } = back;
    back
      .see({ links: [wifi('Hall', 'no')] })
      .take({ kind: 'joined', join, internet: 'no' })
      .pass(seconds(20));
    t.match(back.state.failures, [{ profile: 'Hall', reason: 'no-internet', served: false }], 'then it is known');
  },
);

t.test('a hidden network that no scan has shown comes after those in sight, whatever its priority', async (t) => {
  const profiles = [saved('Hidden', { priority: 90, hidden: true }), saved('Hall', { priority: 10 })];
  const first = (visible: readonly string[]) => {
    const machine = new Machine({ observation: { profiles, visible: visible.map((name) => inSight(name)) } });
    return machine.see({ scannedAt: machine.at }).plan.join?.target;
  };
  t.match(first(['Hall']), { id: 'Hall' });
  t.match(first(['Hall', 'Hidden']), { id: 'Hidden' });

  const arriving = new Machine({ observation: { profiles, links: [wifi('Hall')] } }).pass(minutes(5));
  arriving.see({ links: [], visible: [inSight('Hall')] }).see({ scannedAt: arriving.at, visible: [] });
  t.match([arriving.mode, arriving.plan.join, arriving.plan.autoconnect], ['trying-known', undefined, false]);
  t.match(arriving.pass(seconds(20) - 1).plan, { join: undefined, autoconnect: false }, 'the radio listens');
  t.match(arriving.pass(1).plan.join?.target, { id: 'Hidden' });
});

t.test('a radio that has lost its access point looks for other networks, unless it only roams', async (t) => {
  const profiles = [saved('Hall'), saved('Yard')];
  const apart = { ...wifi('Hall'), apart: true } as const;
  const lost = () => {
    const machine = new Machine({ observation: { profiles, links: [wifi('Hall')] } }).pass(minutes(5));
    return machine.see({ links: [apart], visible: [inSight('Hall'), inSight('Yard')] });
  };
  const machine = lost();
  t.equal(machine.pass(seconds(2) - 1).mode, 'station');
  t.equal(machine.pass(1).mode, 'trying-known');
  t.equal(machine.plan.join, undefined, 'the list is from before');
  machine.pass(seconds(3)).see({ scannedAt: machine.at });
  t.match(machine.plan.join?.target, { id: 'Yard' }, 'the other one first');

  t.equal(
    lost()
      .pass(seconds(1))
      .see({ links: [wifi('Hall')] })
      .pass(minutes(1)).mode,
    'station',
    'roamed',
  );
  const back = lost()
    .pass(seconds(4))
    .see({ links: [wifi('Hall')] });
  t.equal(back.mode, 'station', 'back before there was a list');
  const alone = new Machine({ configured: false, observation: { profiles, links: [wifi('Hall')] } });
  t.equal(alone.see({ links: [apart] }).pass(seconds(14)).mode, 'station', 'no hotspot for a link that may come back');
  t.equal(alone.see({ links: [] }).mode, 'hotspot');
});

t.test(
  'a better network that was in sight all along is followed as soon as the device is back in the station',
  async (t) => {
    const profiles = [saved('Home'), saved('Office', { priority: 50 }), saved('Hall')];
    const machine = new Machine({ rules: { internetRequired: true }, observation: { profiles } });
    const visible = [inSight('Home'), inSight('Office'), inSight('Hall')];
    machine.see({ links: [wifi('Home')], visible, scannedAt: machine.at });
    t.match(machine.state.roaming.better, { profile: 'Office' });
    machine.take({ kind: 'test', profile: 'Hall' });
    t.equal(machine.mode, 'proving');
    machine.pass(seconds(20));
    t.equal(machine.state.roaming.better, undefined, 'a test is not disturbed');
    // NetworkManager never gave the way back, so that the test is off.
    machine.pass(seconds(75));
    t.match(machine.state.mode, { kind: 'proving', purpose: { kind: 'move', profile: 'Office' } });
  },
);

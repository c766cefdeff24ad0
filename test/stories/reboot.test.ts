import t from 'tap';
import { minutes } from '../../netplan/duration.ts';
import { simulate } from '../support/simulate.ts';

const settings = { device_reboot_after_offline_minutes: 30 };

t.test('an installed service that is offline for long asks for a reboot once, and says when none came', async (t) => {
  const town = simulate();
  const device = await town.device(settings, { mayReboot: true });
  await town.pass(minutes(29));
  t.equal(town.reboots, 0);
  await town.pass(minutes(2));
  t.equal(town.reboots, 1);
  await town.pass(minutes(5));
  t.ok(device.conditions.includes('reboot-did-not-happen'));
  t.not(device.mode, 'rebooting');
  await town.end();
});

t.test('never in dev mode, never while it belongs to nobody, never while online', async (t) => {
  const cases = [{ mayReboot: false }, { mayReboot: true, configured: false }] as const;
  for (const options of cases) {
    const town = simulate();
    await town.device(settings, options);
    await town.pass(minutes(300));
    t.equal(town.reboots, 0);
    await town.end();
  }
  const town = simulate({ ports: [{ interface: 'eth0', plugged: true }] });
  await town.device(settings, { mayReboot: true });
  await town.pass(minutes(300));
  t.equal(town.reboots, 0);
  await town.end();
});

t.test('never while somebody is active', async (t) => {
  const town = simulate();
  await town.device(settings, { mayReboot: true });
  const phone = await town.joinHotspot('machine-setup-box1');
  for (let minute = 0; minute < 60; minute++) {
    await phone.type();
    await town.pass(minutes(1));
    t.equal(town.reboots, 0);
  }
  await town.pass(minutes(15));
  t.equal(town.reboots, 1);
  await town.end();
});

t.test('each reboot in a row waits twice as long', async (t) => {
  const town = simulate();
  let disk: Awaited<ReturnType<typeof town.device>>['disk'] | undefined;
  const waits: number[] = [];
  for (let round = 0; round < 3; round++) {
    const device = await town.device(settings, { mayReboot: true, ...(disk === undefined ? {} : { disk }) });
    disk = device.disk;
    const [start, before] = [town.clock.now(), town.reboots];
    await town.until(() => town.reboots > before, minutes(300));
    waits.push(Math.round((town.clock.now() - start) / minutes(1)));
    device.kill();
    disk.boot();
    town.town.networkManagerLeaves();
    town.town.networkManagerReturns();
  }
  t.same(waits, [30, 60, 120]);
  await town.end();
});

t.test('on a disk that cannot be written it waits eight times as long, and does reboot', async (t) => {
  for (const full of ['from the start', 'later'] as const) {
    const town = simulate();
    const device = await town.device(settings, { mayReboot: true });
    device.disk.full = true;
    if (full === 'from the start') {
      device.kill();
      device.disk.boot();
      await town.device(settings, { mayReboot: true, disk: device.disk });
    }
    await town.pass(minutes(8 * 30 - 2));
    t.equal(town.reboots, 0, full);
    await town.pass(minutes(4));
    t.equal(town.reboots, 1, full);
    await town.end();
  }
});

import t from 'tap';
import { minutes, seconds } from '../../netplan/duration.ts';
import { simulate } from '../support/simulate.ts';
import { SimulatedDisk } from '../support/simulated-device.ts';

const home = { ssid: 'Home', password: 'correct horse' };
const name = 'machine-setup-box1';

t.test('NetworkManager goes while the hotspot is up, and it is put up again when it is back', async (t) => {
  const town = simulate({ accessPoints: [home] });
  const device = await town.device();
  await town.until(() => town.town.view().hotspot.state === 'up');
  town.town.networkManagerLeaves();
  await town.pass(minutes(1));
  t.ok(device.conditions.includes('networkmanager-away'));
  town.town.networkManagerReturns();
  t.ok(await town.until(() => town.town.view().hotspot.state === 'up', minutes(1)));
  await town.settle();
  const phone = await town.joinHotspot(name);
  t.equal((await phone.open()).statusCode, 200);
  t.notOk(device.conditions.includes('networkmanager-away'));
  await town.end();
});

t.test('NetworkManager restarts during an attempt: it is made once again', async (t) => {
  const town = simulate({ accessPoints: [home] });
  const device = await town.device();
  const phone = await town.joinHotspot(name);
  await phone.submit({ ssid: 'Home', psk: 'correct horse' });
  await town.until(() => device.mode === 'trying');
  await town.pass(seconds(1));
  town.town.networkManagerLeaves();
  await town.pass(seconds(20));
  town.town.networkManagerReturns();
  await town.settle();
  t.equal(device.mode, 'station');
  t.equal(device.session.status().attempt?.state, 'connected');
  t.match(town.town.view().profiles, [{ volatile: false, source: 'submission' }]);
  await town.end();
});

t.test('a device whose NetworkManager is late waits for it, and then works', async (t) => {
  const town = simulate({ accessPoints: [home] });
  town.town.networkManagerLeaves();
  const device = await town.device();
  await town.pass(minutes(30));
  t.equal(device.mode, 'station', 'unknown is not offline');
  town.town.networkManagerReturns();
  t.ok(await town.until(() => device.mode === 'hotspot', minutes(3)));
  await town.end();
});

t.test('the agent is killed while the hotspot is up: the next one finds it and goes on', async (t) => {
  const town = simulate({ accessPoints: [home] });
  const disk = new SimulatedDisk();
  const first = await town.device({}, { disk, configured: true });
  disk.credentials = { appAddress: 'a', id: 'b', secret: undefined, apiKey: undefined };
  await town.until(() => town.town.view().hotspot.state === 'up');
  first.kill();
  t.equal(town.town.view().hotspot.state, 'up');
  const second = await town.device({}, { disk });
  t.equal(second.mode, 'hotspot');
  await town.settle();
  const phone = await town.joinHotspot(name);
  t.equal((await phone.open()).statusCode, 200);
  await town.end();
});

t.test('the agent is killed during an attempt: the next one, later or at once, tells how it ended', async (t) => {
  for (const away of [seconds(20), seconds(0)]) {
    for (const [psk, expected] of [
      ['correct horse', { state: 'connected' }],
      ['wrong horse', { state: 'failed', reason: 'interrupted' }],
    ] as const) {
      const town = simulate({ accessPoints: [home] });
      const disk = new SimulatedDisk();
      disk.credentials = { appAddress: 'a', id: 'b', secret: undefined, apiKey: undefined };
      const first = await town.device({}, { disk });
      const phone = await town.joinHotspot(name);
      await phone.submit({ ssid: 'Home', psk });
      await town.until(() => first.mode === 'trying');
      await town.pass(seconds(1));
      first.kill();
      await town.pass(away);
      const second = await town.device({}, { disk });
      await town.settle();
      t.ok(await town.until(() => second.session.status().attempt?.state === expected.state, minutes(2)));
      t.match(second.session.status().attempt, expected);
      if (expected.state === 'connected') {
        const [kept] = second.core.state.observation.profiles;
        t.match(kept, { name: 'Home', volatile: false, priority: 999 });
      }
      await town.end();
    }
  }
});

t.test('offline goes on counting over a restart of the agent', async (t) => {
  const town = simulate();
  const disk = new SimulatedDisk();
  disk.credentials = { appAddress: 'a', id: 'b', secret: undefined, apiKey: undefined };
  const first = await town.device({}, { disk });
  await town.pass(seconds(90));
  first.kill();
  const second = await town.device({}, { disk });
  await town.pass(seconds(31));
  t.equal(second.mode, 'hotspot');
  await town.end();
});

t.test('a driver that fails to start the hotspot is asked again with growing rests, and health says so', async (t) => {
  const town = simulate({ accessPoints: [home], radio: { hotspotFailures: 8 } });
  const device = await town.device();
  t.ok(await town.until(() => device.conditions.includes('hotspot-not-broadcasting')));
  t.ok(await town.until(() => town.town.view().hotspot.state === 'up', minutes(15)));
  await town.settle();
  t.notOk(device.conditions.includes('hotspot-not-broadcasting'));
  const tries = town.records.filter(({ evidence }) => /hotspot-up/.test(String(evidence['step']))).length;
  t.ok(tries >= 4 && tries < 12, `${tries} tries`);
  await town.end();
});

t.test('a blocked radio is named, and the hotspot comes when it is freed', async (t) => {
  const town = simulate({ radio: { block: 'soft-blocked' } });
  const device = await town.device();
  await town.pass(minutes(5));
  t.ok(device.conditions.includes('radio-blocked'));
  town.town.changeRadio({ block: 'on' });
  t.ok(await town.until(() => town.town.view().hotspot.state === 'up', minutes(6)));
  await town.pass(seconds(5));
  t.notOk(device.conditions.includes('radio-blocked'));
  await town.end();
});

t.test('a radio that is plugged in late carries the hotspot', async (t) => {
  const town = simulate({ radio: { present: false } });
  const device = await town.device();
  await town.pass(minutes(5));
  t.ok(device.conditions.includes('no-wifi-device'));
  town.town.changeRadio({ present: true });
  t.ok(await town.until(() => town.town.view().hotspot.state === 'up', minutes(6)));
  await town.end();
});

t.test('the hotspot falls over by itself, and is put up again', async (t) => {
  const town = simulate();
  await town.device();
  await town.until(() => town.town.view().hotspot.state === 'up');
  await town.pass(minutes(1));
  town.town.hotspotFalls();
  t.equal(town.town.view().hotspot.state, 'down');
  t.ok(await town.until(() => town.town.view().hotspot.state === 'up', minutes(1)));
  await town.end();
});

t.test('a driver that cannot scan as a hotspot is asked three times; the retry time still works', async (t) => {
  const town = simulate({ accessPoints: [home], radio: { scansInHotspot: false } });
  const away = { type: 'wifi', ssid: 'Away', psk: 'Away password' };
  const device = await town.device({}, { settings: { additional_networks: { away } } });
  await town.until(() => town.town.view().hotspot.state === 'up');
  await town.pass(minutes(3));
  t.ok(device.conditions.includes('scan-failing'));
  t.equal(device.mode, 'hotspot');
  t.ok(await town.until(() => device.mode !== 'hotspot', minutes(10)));
  await town.end();
});

t.test('a portal whose port is taken for a while opens as soon as it is free', async (t) => {
  const town = simulate();
  const device = await town.device();
  device.door.failures = 3;
  await town.until(() => town.town.view().hotspot.state === 'up');
  t.equal(device.door.place, undefined);
  t.ok(await town.until(() => device.door.place !== undefined, minutes(1)));
  await town.end();
});

t.test('a full disk is told, and costs the attempt of nobody', async (t) => {
  const town = simulate({ accessPoints: [home] });
  const disk = new SimulatedDisk();
  disk.credentials = { appAddress: 'a', id: 'b', secret: undefined, apiKey: undefined };
  disk.full = true;
  const device = await town.device({}, { disk });
  const phone = await town.joinHotspot(name);
  t.equal((await phone.submit({ ssid: 'Home', psk: 'correct horse' })).status, 202);
  await town.settle();
  t.equal(device.mode, 'station');
  t.ok(device.conditions.includes('storage-unwritable'));
  await town.end();
});

t.test('a profile that is deleted by hand while it carries the link: the hotspot comes in time', async (t) => {
  const town = simulate({ accessPoints: [home] });
  const device = await town.device();
  const phone = await town.joinHotspot(name);
  await phone.submit({ ssid: 'Home', psk: 'correct horse' });
  await town.settle();
  await town.pass(minutes(5));
  const [saved] = town.town.view().profiles;
  town.town.deleteProfile(saved?.id ?? '');
  const lost = town.clock.now();
  t.ok(await town.until(() => device.mode === 'hotspot', minutes(4)));
  t.equal(town.clock.now() - lost, minutes(2));
  await town.end();
});

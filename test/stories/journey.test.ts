import t from 'tap';
import { minutes, seconds } from '../../netplan/duration.ts';
import { simulate } from '../support/simulate.ts';
import { SimulatedDisk } from '../support/simulated-device.ts';

const home = { ssid: 'Home', password: 'correct horse' };

t.test('offline, hotspot, wrong password, the reason, right password, online', async (t) => {
  const town = simulate({ accessPoints: [home] });
  const device = await town.device({ hotspot_prefix: 'acme' });
  t.equal(device.mode, 'station');
  await town.pass(minutes(2));
  t.equal(device.mode, 'hotspot');
  const phone = await town.joinHotspot('acme-box1');
  t.match((await phone.status()).networks.rows, [{ name: 'Home', security: 'wpa-psk', known: false }]);

  t.equal((await phone.submit({ ssid: 'Home', psk: 'wrong horse' })).status, 202);
  t.equal(phone.connected, true, 'the reply is on its way');
  await town.settle();
  t.equal(device.mode, 'hotspot');
  t.equal(phone.connected, false, 'the hotspot was away');
  await phone.rejoin();
  t.match((await phone.status()).attempt, { state: 'failed', reason: 'wrong-password' });

  await phone.submit({ ssid: 'Home', psk: 'correct horse' });
  await town.settle();
  t.equal(device.mode, 'station');
  await town.pass(seconds(30));
  t.match(device.session.status().attempt, { state: 'connected', internet: 'yes', addresses: ['192.168.2.23/24'] });
  t.match(town.town.view(), {
    hotspot: { state: 'down' },
    profiles: [{ source: 'submission', ssidText: 'Home', volatile: false, priority: 999 }],
  });
  await town.end();
});

t.test('an app that sends everything each time corrects a wrong password', async (t) => {
  const town = simulate({ accessPoints: [home] });
  const device = await town.device({}, { disk: new SimulatedDisk() });
  const phone = await town.joinHotspot('machine-setup-box1');
  const credentials = { machineId: 'part-1', secret: 'hush', appAddress: 'https://app.example.com' };
  t.equal((await phone.submit({ ssid: 'Home', psk: 'wrong horse', ...credentials })).status, 202);
  await town.settle();
  await phone.rejoin();
  t.match(await phone.status(), { replacement: 'refused', attempt: { state: 'failed', reason: 'wrong-password' } });
  const another = await phone.submit({ ssid: 'Home', psk: 'correct horse', ...credentials, secret: 'another' });
  t.match(another, { status: 403 });
  device.disk.full = true;
  const corrected = await phone.submit({ ssid: 'Home', psk: 'correct horse', ...credentials });
  t.equal(corrected.status, 202, 'nothing has to be written for it');
  await town.settle();
  t.equal(device.mode, 'station');
  t.match(device.disk.credentials, { id: 'part-1' });
  await town.end();
});

t.test('the submitted network is found again by itself after the router was off', async (t) => {
  const town = simulate({ accessPoints: [home] });
  const device = await town.device();
  const phone = await town.joinHotspot('machine-setup-box1');
  await phone.submit({ ssid: 'Home', psk: 'correct horse' });
  await town.settle();
  town.change('Home', { on: false });
  await town.pass(minutes(3));
  t.equal(device.mode, 'hotspot');
  town.change('Home', { on: true });
  t.equal(await town.until(() => device.mode === 'station'), true, 'nobody is active, so it is tried from the hotspot');
  await town.pass(seconds(5));
  t.match(town.town.view().uplinks[0], { state: 'active', internet: 'yes' });
  await town.end();
});

t.test('a machine that belongs to nobody asks for its credentials, and keeps them', async (t) => {
  const town = simulate({ accessPoints: [home] });
  const device = await town.device({}, { configured: false });
  const phone = await town.joinHotspot('machine-setup-box1');
  t.match(await phone.submit({ ssid: 'Home', psk: 'correct horse' }), {
    status: 422,
    reply: { code: 'machine-credentials-required' },
  });
  await phone.stage({ appAddress: 'https://app.example.com', machineId: 'part-7', secret: 'hush' });
  await phone.submit({ ssid: 'Home', psk: 'correct horse' });
  await town.settle();
  t.equal(device.mode, 'station');
  t.equal(device.state.configured, true);
  await town.end();
});

t.test(
  'the hotspot goes 3 s after the reply has arrived, and a slow phone is waited for, but not for ever',
  async (t) => {
    for (const [slow, after] of [
      [false, 3],
      [true, 18],
    ] as const) {
      const town = simulate({ accessPoints: [home] });
      const device = await town.device();
      const phone = await town.joinHotspot('machine-setup-box1');
      phone.slow = slow;
      await phone.submit({ ssid: 'Home', psk: 'correct horse' });
      const start = town.clock.now();
      await town.until(() => device.mode !== 'hotspot');
      t.equal(town.clock.now() - start, seconds(after));
      await town.end();
    }
  },
);

t.test('every agent ends, and leaves nothing waiting', async (t) => {
  const town = simulate({ accessPoints: [home] });
  await town.device();
  await town.joinHotspot('machine-setup-box1');
  await town.end();
  t.equal(town.clock.waiting, 0);
});

import t from 'tap';
import { minutes, seconds } from '../../netplan/duration.ts';
import { AppCalls, cloud } from '../support/app-calls.ts';
import { type AgentOptions, simulate } from '../support/simulate.ts';

const home = { ssid: 'Home', password: 'correct horse' };

/** A machine with its hotspot up, and an app on it. */
async function appOn(options: AgentOptions = {}, network: object = {}) {
  const town = simulate({ accessPoints: [home, { ssid: 'Hall', security: ['open'] }] });
  const device = await town.device(network, options);
  const calls = new AppCalls(device.session, town.clock);
  await town.until(() => device.door.place !== undefined);
  const end = async () => {
    calls.api.endPeriod();
    await town.end();
  };
  const give = () => calls.call('SetSmartMachineCredentials', { cloud });
  return { town, device, calls, give, end, exit: () => calls.call('ExitProvisioning') };
}

t.test('Exit commits what was set, and the hotspot goes 3 s after its reply has arrived', async (t) => {
  const { town, device, calls, exit, end } = await appOn();
  await calls.network('Home', 'correct horse');
  t.match(device.session.status().staged, { network: true, credentials: false });
  t.equal(device.state.attempt, undefined);
  t.equal((await exit()).status, 200);
  t.equal(device.state.attempt?.state, 'waiting');
  const before = town.clock.now();
  calls.received();
  await town.until(() => device.mode !== 'hotspot');
  t.equal(town.clock.now() - before, seconds(3));
  await town.settle();
  t.match(device.state.attempt, { state: 'connected' });
  await end();
});

t.test(
  'an app that never calls Exit is committed for, 5 s after its last Set call; polls do not put it off',
  async (t) => {
    const { town, device, calls, give, end } = await appOn({ configured: false });
    await give();
    await town.pass(seconds(4));
    await calls.network('Home', 'correct horse');
    const last = town.clock.now();
    for (let poll = 0; poll < 4; poll++) {
      await town.pass(seconds(1));
      await calls.status();
      await calls.call('GetNetworkList');
    }
    t.equal(device.state.attempt, undefined, '4 s after it, not yet');
    await town.until(() => device.state.attempt !== undefined);
    t.equal(town.clock.now() - last, seconds(5));
    await town.until(() => device.mode !== 'hotspot');
    t.equal(town.clock.now() - last, seconds(8), 'nobody waits for a reply, so the hotspot goes 3 s later');
    await town.settle();
    t.match(device.state, { configured: true, attempt: { state: 'connected' } });
    t.match(calls.lines, [{ text: 'the app committed', facts: { by: 'grace', network: true, credentials: true } }]);
    await end();
  },
);

t.test('nothing is committed by itself while a part is missing', async (t) => {
  const { town, device, calls, give, end } = await appOn({ configured: false });
  await calls.network('Home', 'correct horse');
  await town.pass(seconds(30));
  t.equal(device.state.attempt, undefined, 'no credentials');
  await give();
  await town.pass(seconds(5));
  t.match(device.state.attempt, { state: 'waiting' }, 'now they are there');
  await end();
  const other = await appOn({ configured: false });
  await other.give();
  await other.town.pass(seconds(30));
  t.equal(other.device.state.attempt, undefined, 'no network');
  await other.end();
});

t.test('a refused Set call is not followed by a commit of what was set before it', async (t) => {
  const { town, device, calls, exit, end } = await appOn();
  await calls.network('Hall');
  const refused = await calls.network('Home', 'short');
  t.equal(refused.body.code, 'invalid_argument');
  await town.pass(seconds(30));
  t.equal(device.state.attempt, undefined, 'the person wanted Home');
  for (let time = 0; time < 2; time++)
    t.strictSame((await exit()).body, refused.body, 'an app may miss the first reply');
  t.strictSame((await calls.status()).body['errors'], [refused.body.message]);
  await calls.network('Home', 'correct horse');
  t.strictSame((await calls.status()).body['errors'], undefined);
  t.equal((await exit()).status, 200);
  await end();
});

t.test('a refused Set call with nothing else set: the first Exit says why, the second leaves', async (t) => {
  const { town, device, calls, exit, end } = await appOn();
  await calls.network('Home', 'short');
  t.equal((await exit()).body.code, 'invalid_argument');
  t.equal(device.mode, 'hotspot');
  t.equal((await exit()).status, 200);
  await town.pass(seconds(1));
  t.not(device.mode, 'hotspot');
  await end();
});

t.test('Exit with nothing set ends provisioning, but not on a machine that belongs to nobody', async (t) => {
  const { town, device, exit, end } = await appOn();
  t.strictSame((await exit()).body, {});
  await town.pass(seconds(1));
  t.equal(device.mode, 'trying');
  t.equal(device.state.attempt, undefined);
  await end();
  const nobodys = await appOn({ configured: false });
  t.strictSame((await nobodys.exit()).body, {});
  await nobodys.town.pass(minutes(1));
  t.equal(nobodys.device.mode, 'hotspot');
  await nobodys.end();
});

t.test('Exit once more, because its reply was lost, changes nothing', async (t) => {
  const { device, calls, exit, end } = await appOn();
  await calls.network('Home', 'correct horse');
  const first = await exit();
  const again = await exit();
  t.equal(again.status, 200);
  t.equal(again.headers.get('attempt-id'), first.headers.get('attempt-id'));
  t.equal(device.state.attempt?.id, first.headers.get('attempt-id'));
  await calls.network('Hall');
  t.equal((await exit()).headers.get('error-code'), 'attempt-in-progress', 'but another network has to wait');
  await end();
});

t.test(
  'a network without credentials on a machine that belongs to nobody is refused, and kept for another try',
  async (t) => {
    const { town, device, calls, give, exit, end } = await appOn({ configured: false });
    await calls.network('Home', 'correct horse');
    const refused = await exit();
    t.match(refused, { status: 400, body: { code: 'failed_precondition' } });
    t.equal(refused.headers.get('error-code'), 'machine-credentials-required');
    t.strictSame((await calls.status()).body['errors'], [refused.body.message]);
    await give();
    t.equal((await exit()).status, 200);
    calls.received();
    await town.settle();
    t.match(device.state, { configured: true, attempt: { state: 'connected' } });
    await end();
  },
);

t.test('credentials alone, on a machine that has a cable with internet, end provisioning', async (t) => {
  const { town, device, calls, give, exit, end } = await appOn({ configured: false });
  town.town.changePort('eth0', { plugged: true, internet: 'yes' });
  await town.pass(seconds(10));
  await give();
  t.equal((await exit()).status, 200);
  calls.received();
  await town.settle();
  t.match([device.mode, device.state.configured], ['station', true]);
  await end();
});

t.test('a disk that is full is told, and the app can try again', async (t) => {
  const { device, calls, give, exit, end } = await appOn({ configured: false });
  await give();
  await calls.network('Home', 'correct horse');
  device.disk.full = true;
  t.equal((await exit()).headers.get('error-code'), 'storage-failed');
  t.strictSame((await calls.status()).body['errors'], ['The device could not save what was sent.']);
  t.equal(device.mode, 'hotspot');
  device.disk.full = false;
  t.equal((await exit()).status, 200);
  t.match(device.disk.credentials, { id: cloud.id });
  await end();
});

t.test('what the app sets, the page of the same phone sees and commits; and the reverse', async (t) => {
  const { town, device, calls, end } = await appOn({ configured: false });
  const phone = await town.joinHotspot('machine-setup-box1');
  const own = town.town.view().phones[0]?.address ?? '';
  await calls.call('SetSmartMachineCredentials', { cloud }, { client: own });
  t.match((await phone.status()).staged, { network: false, credentials: true }, 'only that it is there');
  t.equal((await phone.submit({ ssid: 'Home', psk: 'wrong horse' })).status, 202);
  await town.settle();
  t.match(device.state, { configured: true, attempt: { state: 'failed', reason: 'wrong-password' } });
  await end();

  const other = await appOn({ configured: false });
  const page = await other.town.joinHotspot('machine-setup-box1');
  await page.stage({ appAddress: cloud.appAddress, machineId: cloud.id, secret: cloud.secret });
  const address = other.town.town.view().phones[0]?.address ?? '';
  await other.calls.network('Home', 'correct horse', address);
  t.equal((await other.calls.call('ExitProvisioning', {}, { client: address })).status, 200);
  t.match((await page.status()).attempt, { state: 'waiting', network: { name: 'Home' } });
  await other.end();
});

t.test('what is set belongs to the phone that set it, and ends with the hotspot', async (t) => {
  const { town, device, calls, end } = await appOn({ configured: false });
  await calls.call('SetSmartMachineCredentials', { cloud }, { client: '10.42.0.50' });
  await calls.network('Home', 'correct horse');
  const stranger = await calls.call('ExitProvisioning');
  t.equal(stranger.headers.get('error-code'), 'machine-credentials-required', 'not with the credentials of another');
  await town.pass(seconds(30));
  t.equal(device.state.attempt, undefined);
  await end();
});

t.test('status polls alone keep no hotspot; a Set call, or a look at the list, is somebody', async (t) => {
  for (const [act, stays] of [
    ['GetSmartMachineStatus', false],
    ['GetNetworkList', true],
    ['SetSmartMachineCredentials', true],
  ] as const) {
    const { town, device, calls, end } = await appOn();
    await town.pass(minutes(7));
    await calls.call(act);
    for (let minute = 0; minute < 4; minute++) {
      await town.pass(minutes(1));
      await calls.status();
    }
    t.equal(device.mode === 'hotspot', stays, `${act}, and the retry time of 10 minutes is over`);
    for (let minute = 0; stays && minute < 10; minute++) {
      await town.pass(minutes(1));
      await calls.status();
    }
    t.equal(device.mode === 'hotspot', stays, 'polls prolong it');
    if (stays) t.equal(await town.until(() => device.mode !== 'hotspot', minutes(6)), true, 'nobody looks any more');
    await end();
  }
});

import t from 'tap';
import { minutes, seconds } from '../../netplan/duration.ts';
import { simulate } from '../support/simulate.ts';

const home = { ssid: 'Home', password: 'correct horse' };
const name = 'machine-setup-box1';

async function withHotspot(network: object = {}, options: object = {}) {
  const town = simulate({ accessPoints: [home] });
  const device = await town.device(network, options);
  await town.until(() => town.town.view().hotspot.state === 'up');
  return { town, device };
}

t.test('whoever types keeps the hotspot, also beyond the retry time', async (t) => {
  const { town, device } = await withHotspot();
  const phone = await town.joinHotspot(name);
  for (let minute = 0; minute < 30; minute++) {
    await phone.type();
    await town.pass(minutes(1));
    t.equal(device.mode, 'hotspot');
    t.ok(phone.connected);
  }
  await town.until(() => device.mode !== 'hotspot', minutes(6));
  t.not(device.mode, 'hotspot', 'and when nobody types for five minutes, it is over');
  await town.end();
});

t.test('a page that only polls holds the hotspot for half an hour, not for ever', async (t) => {
  const { town, device } = await withHotspot();
  const phone = await town.joinHotspot(name);
  await phone.open();
  let minute = 0;
  for (; minute < 60 && device.mode === 'hotspot'; minute++) {
    await phone.status();
    await town.pass(minutes(1));
  }
  t.not(device.mode, 'hotspot');
  t.ok(minute >= 30 && minute <= 36, `${minute} minutes`);
  await town.end();
});

t.test("a system's own check is no person", async (t) => {
  const { town, device } = await withHotspot();
  const phone = await town.joinHotspot(name);
  const start = town.clock.now();
  while (device.mode === 'hotspot' && town.clock.now() - start < minutes(20)) {
    const { statusCode, headers } = await phone.fetch('http://captive.apple.com/hotspot-detect.html', {
      headers: { 'user-agent': 'CaptiveNetworkSupport-443' },
    });
    t.match([statusCode, headers.location], [302, 'http://10.42.0.1/']);
    await town.pass(seconds(30));
  }
  t.not(device.mode, 'hotspot');
  t.ok(town.clock.now() - start < minutes(11));
  await town.end();
});

t.test('a second phone is told of the attempt of the first; the same body once more is the same attempt', async (t) => {
  const { town } = await withHotspot();
  const [first, second] = [await town.joinHotspot(name), await town.joinHotspot(name)];
  first.slow = true;
  const body = { ssid: 'Home', psk: 'correct horse' };
  const one = await first.submit(body);
  const again = await first.submit(body);
  t.equal(again.status, 202);
  t.equal(again.reply.attempt?.id, one.reply.attempt?.id);
  const other = await second.submit({ ssid: 'Home', psk: 'another horse' });
  t.match(other, { status: 409, reply: { code: 'attempt-in-progress', attempt: { id: one.reply.attempt?.id } } });
  await town.settle();
  t.match(town.town.view().profiles, [{ ssidText: 'Home', volatile: false }]);
  await town.end();
});

t.test('an accepted submission is tried even when the phone leaves at once', async (t) => {
  const { town, device } = await withHotspot();
  const phone = await town.joinHotspot(name);
  phone.slow = true;
  await phone.submit({ ssid: 'Home', psk: 'correct horse' });
  phone.leave();
  await town.settle();
  t.equal(device.session.status().attempt?.state, 'connected');
  await town.end();
});

t.test('a wrong password for the network in use harms nothing: the right one stays saved', async (t) => {
  const { town, device } = await withHotspot();
  const phone = await town.joinHotspot(name);
  await phone.submit({ ssid: 'Home', psk: 'correct horse' });
  await town.settle();
  town.change('Home', { on: false });
  await town.until(() => town.town.view().hotspot.state === 'up');
  await phone.rejoin();
  town.change('Home', { on: true });
  await phone.submit({ ssid: 'Home', psk: 'wrong horse' });
  await town.settle();
  t.match(
    town.town.view().profiles.filter(({ source }) => source === 'submission'),
    [{ ssidText: 'Home', priority: 999 }],
  );
  await town.until(() => device.mode === 'station', minutes(20));
  await town.pass(minutes(1));
  t.equal(device.mode, 'station');
  t.equal(device.session.status().online, true);
  await town.end();
});

t.test("a network that was typed is looked for as a hidden one, and a name's blanks count", async (t) => {
  const town = simulate({ accessPoints: [{ ssid: ' Cellar ', password: 'deep down there', hidden: true }] });
  const device = await town.device();
  const phone = await town.joinHotspot(name);
  t.same((await phone.status()).networks.rows, []);
  await phone.submit({ ssid: ' Cellar ', psk: 'deep down there' });
  await town.settle();
  t.equal(device.session.status().attempt?.state, 'connected');
  await town.end();
});

for (const [given, reason] of [
  [{ on: false }, 'network-not-found'],
  [{ dhcp: false }, 'no-address'],
  [{ temper: 'refuses' }, 'refused'],
  [{ temper: 'disassociates' }, 'disassociated'],
  [{ signal: 5 }, 'signal-too-weak'],
] as const) {
  t.test(`${reason}: the hotspot comes back with the reason`, async (t) => {
    const { town, device } = await withHotspot();
    const phone = await town.joinHotspot(name);
    await phone.status();
    town.change('Home', given);
    await phone.submit({ ssid: 'Home', psk: 'correct horse' });
    await town.settle();
    t.equal(device.mode, 'hotspot');
    await phone.rejoin();
    t.match((await phone.status()).attempt, { state: 'failed', reason });
    t.same(town.town.view().profiles, [], 'nothing was saved');
    await town.end();
  });
}

import t from 'tap';
import { type Duration, minutes, seconds } from '../../netplan/duration.ts';
import { seededRandom } from '../../netplan/simulated/delays.ts';
import { linked } from '../support/links.ts';
import { type Simulation, simulate } from '../support/simulate.ts';

const roaming = { turn_on_hotspot_if_wifi_has_no_internet: true };
const entry = (ssid: string, priority: number, more: object = {}) => ({
  type: 'wifi',
  ssid,
  psk: `${ssid} password`,
  priority,
  ...more,
});
const router = (ssid: string, more: object = {}) => ({ ssid, password: `${ssid} password`, ...more });

/** How often the device changed from one network to another. */
function changes(town: Simulation): () => number {
  let [count, last] = [0, linked(town)];
  town.town.onChange(() => {
    const now = linked(town);
    if (now !== undefined && now !== last) [count, last] = [count + 1, now];
  });
  return () => count;
}

t.test(
  'fifty moves through three halls, one of them hidden, one without internet: each ends online by itself',
  async (t) => {
    const halls = ['North', 'Middle', 'South', 'Dead'];
    const town = simulate({
      random: seededRandom(7),
      accessPoints: halls.map((name) => router(name, { on: false, hidden: name === 'Middle' })),
    });
    town.change('Dead', { internet: 'no', on: true });
    town.change('South', { frequency: 5180 });
    const device = await town.device(roaming, {
      settings: {
        additional_networks: {
          north: entry('North', 30),
          middle: entry('Middle', 20, { hidden: true }),
          south: entry('South', 10, { ipv4_address: '192.168.9.20/24', ipv4_gateway: '192.168.9.1' }),
          dead: entry('Dead', 900),
        },
      },
    });
    const online = (hall: string) => () =>
      linked(town) === hall && town.town.view().uplinks.some(({ internet }) => internet === 'yes');
    const times: number[] = [];
    let hall = 'North';
    town.change(hall, { on: true });
    if (!(await town.until(online(hall), minutes(15)))) t.fail('the first hall is not found');
    for (let move = 0; move < 50; move++) {
      await town.pass(minutes(1 + (move % 5) * 2) as Duration);
      town.change(hall, { on: false });
      hall = halls[(halls.indexOf(hall) + 1 + (move % 2)) % 3] as string;
      await town.pass(seconds(move % 3));
      const start = town.clock.now();
      town.change(hall, { on: true });
      if (await town.until(online(hall), minutes(15))) times.push(town.clock.now() - start);
      else t.fail(`move ${move} to ${hall} does not end online`);
    }
    times.sort((a, b) => a - b);
    t.equal(times.length, 50);
    const median = times[25] ?? 0;
    t.ok(median < minutes(1), `median ${median} ms`);
    t.ok((times[49] ?? 0) < minutes(2), `slowest ${times[49]} ms`);
    t.comment(`time to online: median ${median / 1000} s, slowest ${(times[49] ?? 0) / 1000} s`);
    const names = town.town.view().profiles.map(({ name }) => name);
    t.same(names.sort(), ['dead', 'middle', 'north', 'south'], 'nothing is left behind that the settings do not name');
    t.equal(device.mode, 'station');
    await town.end();
  },
);

t.test('the better network is taken back when it has been there for a while', async (t) => {
  const town = simulate({ accessPoints: [router('Better', { on: false }), router('Good')] });
  const networks = { better: entry('Better', 50), good: entry('Good', 1) };
  const device = await town.device(roaming, { settings: { additional_networks: networks } });
  t.ok(await town.until(() => linked(town) === 'Good', minutes(2)));
  await town.pass(minutes(10));
  town.change('Better', { on: true });
  const seen = town.clock.now();
  t.ok(await town.until(() => linked(town) === 'Better', minutes(5)));
  t.ok(town.clock.now() - seen >= minutes(1), 'not for a short visit');
  await town.pass(minutes(30));
  t.equal(linked(town), 'Better');
  t.equal(device.mode, 'station');
  await town.end();
});

t.test('a weak signal of the better one is no reason to move', async (t) => {
  const town = simulate({ accessPoints: [router('Better', { signal: 25 }), router('Good')] });
  town.change('Better', { on: false });
  const networks = { better: entry('Better', 50), good: entry('Good', 1) };
  await town.device(roaming, { settings: { additional_networks: networks } });
  await town.until(() => linked(town) === 'Good', minutes(2));
  town.change('Better', { on: true });
  await town.pass(minutes(30));
  t.equal(linked(town), 'Good');
  town.change('Better', { signal: 70 });
  t.ok(await town.until(() => linked(town) === 'Better', minutes(5)));
  await town.end();
});

t.test('at the edge of two halls the device does not wander: ever longer rests between moves', async (t) => {
  const town = simulate({ accessPoints: [router('Better', { on: false }), router('Good')] });
  const networks = { better: entry('Better', 50), good: entry('Good', 1) };
  await town.device(roaming, { settings: { additional_networks: networks } });
  await town.until(() => linked(town) === 'Good', minutes(2));
  const count = changes(town);
  // For six hours the better hall is heard for four minutes, and then not for two.
  for (let round = 0; round < 60; round++) {
    town.change('Better', { on: true });
    await town.pass(minutes(4));
    town.change('Better', { on: false });
    await town.pass(minutes(2));
  }
  t.ok(count() >= 2, 'it was tried');
  t.ok(count() <= 24, `${count()} changes in six hours, of 120 that were possible`);
  await town.end();
});

t.test('the better network without internet is left again at once, and then left alone', async (t) => {
  const town = simulate({ accessPoints: [router('Better', { on: false, internet: 'no' }), router('Good')] });
  const networks = { better: entry('Better', 50), good: entry('Good', 1) };
  const device = await town.device(roaming, { settings: { additional_networks: networks } });
  await town.until(() => linked(town) === 'Good', minutes(2));
  town.change('Better', { on: true });
  t.ok(await town.until(() => device.mode === 'proving', minutes(5)));
  const left = town.clock.now();
  t.ok(await town.until(() => linked(town) === 'Good' && device.mode === 'station', minutes(2)));
  t.ok(town.clock.now() - left < seconds(45), `away for ${town.clock.now() - left} ms`);
  const moves = () => device.decisions.filter(({ text }) => text === 'station -> proving').length;
  await town.pass(minutes(25));
  t.equal(moves(), 1);
  await town.pass(minutes(180));
  t.ok(moves() <= 8, `${moves()} tries in three hours`);
  t.equal(linked(town), 'Good');
  town.change('Better', { internet: 'yes' });
  t.ok(await town.until(() => linked(town) === 'Better', minutes(70)), 'it has internet now');
  await town.end();
});

t.test('two entries of one name: the next one is tried when the first does not work', async (t) => {
  const town = simulate({ accessPoints: [router('Plant')] });
  const first = { ...entry('Plant', 9), psk: 'of the other plant' };
  await town.device(roaming, { settings: { additional_networks: { first, second: entry('Plant', 1) } } });
  t.ok(await town.until(() => linked(town) === 'Plant', minutes(4)));
  t.equal(town.town.view().profiles.length, 2);
  await town.end();
});

t.test('without the internet setting the device does not move by itself', async (t) => {
  const town = simulate({ accessPoints: [router('Good')] });
  const phone = await town.device({}, {}).then(() => town.joinHotspot('machine-setup-box1'));
  await phone.submit({ ssid: 'Good', psk: 'Good password' });
  await town.settle();
  town.add(router('Better'));
  await town.pass(minutes(30));
  t.equal(linked(town), 'Good');
  await town.end();
});

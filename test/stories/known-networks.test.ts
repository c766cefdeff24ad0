import t from 'tap';
import { minutes, seconds } from '../../netplan/duration.ts';
import { type Simulation, simulate } from '../support/simulate.ts';
import { wifiProfile } from '../support/town-agent.ts';

const entry = (ssid: string, priority: number) => ({ type: 'wifi', ssid, psk: `${ssid} password`, priority });
const router = (ssid: string, more: object = {}) => ({ ssid, password: `${ssid} password`, ...more });
const roaming = { turn_on_hotspot_if_wifi_has_no_internet: true };

/** The network that carries the device now, by name. */
function linked(town: Simulation): string | undefined {
  const { uplinks, accessPoints } = town.town.view();
  const via = uplinks.find(({ state }) => state === 'active')?.via;
  return accessPoints.find(({ id }) => id === via)?.name;
}

t.test(
  'of the networks in the settings the one with the highest priority is joined, long before a hotspot',
  async (t) => {
    const town = simulate({ accessPoints: [router('Low'), router('High'), router('Unknown')] });
    const settings = { additional_networks: { a: entry('Low', 1), b: entry('High', 50), c: entry('Absent', 99) } };
    const device = await town.device(roaming, { settings });
    await town.pass(minutes(1));
    t.equal(linked(town), 'High');
    t.equal(device.mode, 'station');
    t.notOk(device.decisions.some(({ text }) => text.includes('hotspot')));
    await town.end();
  },
);

t.test('a network without internet is passed over, where internet is asked for', async (t) => {
  const town = simulate({ accessPoints: [router('Good'), router('Dead', { internet: 'no' })] });
  const settings = { additional_networks: { a: entry('Dead', 9), b: entry('Good', 1) } };
  const device = await town.device(roaming, { settings });
  t.ok(await town.until(() => linked(town) === 'Good', minutes(5)));
  await town.pass(minutes(10));
  t.equal(linked(town), 'Good', 'and it stays so');
  t.equal(device.mode, 'station');
  await town.end();
});

t.test(
  'wifi networks in the settings are there, but not joined, without the internet setting (specification 2.3)',
  async (t) => {
    const town = simulate({ accessPoints: [router('Home')] });
    const device = await town.device({}, { settings: { additional_networks: { a: entry('Home', 1) } } });
    await town.pass(minutes(3));
    t.equal(device.mode, 'hotspot');
    t.equal(linked(town), undefined);
    t.match(town.town.view().profiles, [{ name: 'a', source: 'settings', autoconnect: false }]);
    await town.end();
  },
);

t.test("somebody else's saved network is used, and never changed", async (t) => {
  const town = simulate({ accessPoints: [router('Home')] });
  town.town.saveProfile({ ...wifiProfile({ ssid: 'Home', psk: 'Home password' }), source: 'other', priority: 3 });
  const device = await town.device();
  await town.pass(minutes(5));
  t.equal(linked(town), 'Home');
  t.match(town.town.view().profiles, [{ source: 'other', priority: 3, autoconnect: true }]);
  t.equal(device.mode, 'station');
  await town.end();
});

t.test('the router comes back while the hotspot is up and nobody is there: the device goes to it', async (t) => {
  const town = simulate({ accessPoints: [router('Home', { on: false })] });
  const device = await town.device(roaming, { settings: { additional_networks: { a: entry('Home', 1) } } });
  t.ok(await town.until(() => device.mode === 'hotspot'));
  await town.pass(minutes(3));
  town.change('Home', { on: true });
  t.ok(await town.until(() => linked(town) === 'Home', minutes(2)), 'within a scan and a join');
  await town.end();
});

t.test('a network that failed is left alone while it stays, and has another chance after it was away', async (t) => {
  const town = simulate({ accessPoints: [router('Home', { temper: 'refuses' })] });
  const device = await town.device(roaming, { settings: { additional_networks: { a: entry('Home', 1) } } });
  t.ok(await town.until(() => device.mode === 'hotspot'));
  const before = device.decisions.length;
  await town.pass(minutes(8));
  const tries = device.decisions.slice(before).filter(({ evidence }) => evidence['to'] === 'trying-known');
  t.same(tries, [], 'not again within the retry period');
  town.change('Home', { on: false });
  await town.pass(seconds(110));
  town.change('Home', { on: true, temper: 'normal' });
  t.ok(await town.until(() => linked(town) === 'Home', minutes(3)));
  await town.end();
});

t.test('after the retry time the hotspot gives way to other connections, and returns', async (t) => {
  const town = simulate({ accessPoints: [router('Home')] });
  const device = await town.device({
    retry_connection_timeout_minutes: 10,
    offline_before_starting_hotspot_minutes: 2,
  });
  await town.until(() => town.town.view().hotspot.state === 'up');
  const up = town.clock.now();
  t.ok(await town.until(() => device.mode !== 'hotspot', minutes(11)));
  t.equal(town.clock.now() - up, minutes(10));
  t.ok(await town.until(() => device.mode === 'hotspot', minutes(3)));
  t.equal(town.clock.now() - up, minutes(12), 'NetworkManager had two minutes to itself');
  await town.end();
});

t.test('a cable with internet ends the hotspot, one without does not', async (t) => {
  const town = simulate();
  const device = await town.device();
  await town.until(() => device.mode === 'hotspot');
  town.town.changePort('eth0', { plugged: true, internet: 'no' });
  await town.pass(minutes(2));
  t.equal(device.mode, 'hotspot');
  town.town.changePort('eth0', { internet: 'yes' });
  t.ok(await town.until(() => device.mode === 'station', minutes(6)));
  t.equal(town.town.view().hotspot.state, 'down');
  await town.end();
});

t.test('an entry that leaves the settings leaves the device', async (t) => {
  const town = simulate({ accessPoints: [router('Home')] });
  const device = await town.device(roaming, {
    settings: { additional_networks: { a: entry('Home', 1), b: entry('B', 2) } },
  });
  await town.pass(minutes(1));
  device.configure({ network_configuration: roaming, additional_networks: { a: entry('Home', 1) } });
  await town.pass(seconds(5));
  t.match(
    town.town.view().profiles.map(({ name }) => name),
    ['a'],
  );
  t.equal(linked(town), 'Home', 'the link that did not change was not cut');
  await town.end();
});

t.test('a network with another password than the known one leaves the hotspot its time', async (t) => {
  const town = simulate({ accessPoints: [{ ssid: 'Hall', password: 'the new password' }] });
  const hall = { type: 'wifi', ssid: 'Hall', psk: 'the old password' };
  const device = await town.device(roaming, { settings: { additional_networks: { hall } } });
  await town.until(() => device.mode === 'hotspot', minutes(5));
  await town.until(() => town.town.view().hotspot.state === 'up', minutes(1));
  await town.pass(minutes(9));
  t.equal(device.mode, 'hotspot', 'although it is in sight');
  t.ok(await town.until(() => device.mode === 'trying', minutes(2)));
  await town.end();
});

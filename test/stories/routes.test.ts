import t from 'tap';
import { minutes, seconds } from '../../netplan/duration.ts';
import { linked, links } from '../support/links.ts';
import { type Simulation, simulate } from '../support/simulate.ts';

const roaming = { turn_on_hotspot_if_wifi_has_no_internet: true };
const hall = { type: 'wifi', ssid: 'Hall', psk: 'Hall password' };
const router = { ssid: 'Hall', password: 'Hall password' };
/** Interfaces with a default route, the one that is used first. */
const ways = (town: Simulation) => town.town.view().defaultRoutes.map((route) => `${route.interface} ${route.metric}`);

async function device(networks: object, more: object = {}) {
  const town = simulate({ accessPoints: [router], ...more });
  const made = await town.device(roaming, { settings: { additional_networks: networks } });
  await town.until(() => linked(town) === 'Hall', minutes(1));
  await town.pass(seconds(10));
  return { town, device: made };
}

t.test('a cable with internet is the way out while it is plugged, and costs the wifi link nothing', async (t) => {
  const { town } = await device({ hall, cable: { type: 'wired' } });
  t.same(ways(town), ['wlan0 600']);
  town.town.changePort('eth0', { plugged: true });
  await town.pass(minutes(1));
  t.same(ways(town), ['eth0 100', 'wlan0 600']);
  t.equal(linked(town), 'Hall');
  town.town.changePort('eth0', { plugged: false });
  await town.pass(seconds(10));
  t.same(ways(town), ['wlan0 600']);
  await town.end();
});

t.test('the metrics of the settings decide', async (t) => {
  const { town } = await device(
    { hall: { ...hall, ipv4_route_metric: 50 }, cable: { type: 'wired', ipv4_route_metric: 300 } },
    { ports: [{ interface: 'eth0' }] },
  );
  town.town.changePort('eth0', { plugged: true });
  await town.pass(minutes(1));
  t.same(ways(town), ['wlan0 50', 'eth0 300']);
  await town.end();
});

t.test('a cable to a sensor without internet leaves wifi the way out, with and without a gateway', async (t) => {
  for (const [entry, expected] of [
    [{ type: 'wired' }, ['wlan0 600', 'eth0 20100']],
    [{ type: 'wired', ipv4_address: '192.168.100.2/24' }, ['wlan0 600']],
  ] as const) {
    const { town, device: robot } = await device({ hall, sensor: entry });
    town.town.changePort('eth0', { plugged: true, internet: 'no' });
    await town.pass(minutes(5));
    t.same(ways(town), expected);
    t.equal(linked(town), 'Hall');
    t.equal(robot.mode, 'station');
    await town.end();
  }
});

t.test('two links in one subnet: both stay, and the metric decides', async (t) => {
  const { town } = await device({
    hall: { ...hall, ipv4_address: '192.168.1.20/24', ipv4_gateway: '192.168.1.1' },
    cable: { type: 'wired', ipv4_address: '192.168.1.21/24', ipv4_gateway: '192.168.1.1' },
  });
  town.town.changePort('eth0', { plugged: true });
  await town.pass(minutes(5));
  t.same(ways(town), ['eth0 100', 'wlan0 600']);
  t.same(
    links(town).map(({ address }) => address),
    ['192.168.1.20/24', '192.168.1.21/24'],
  );
  await town.end();
});

t.test('an entry without an interface takes any wired port, one with an interface only that one', async (t) => {
  const ports = [{ interface: 'eth0' }, { interface: 'eth1' }];
  for (const [entry, taken] of [
    [{ type: 'wired' }, 'yes'],
    [{ type: 'wired', interface: 'eth0' }, 'no'],
  ] as const) {
    const { town } = await device({ hall, cable: entry }, { ports });
    town.town.changePort('eth1', { plugged: true });
    await town.pass(minutes(1));
    const used = links(town).find((link) => link.interface === 'eth1')?.profile;
    const [ours] = town.town.view().profiles.filter(({ name }) => name === 'cable');
    t.equal(used === ours?.id ? 'yes' : 'no', taken);
    await town.end();
  }
});

t.test('the hotspot is never a way out', async (t) => {
  const town = simulate();
  await town.device();
  await town.until(() => town.town.view().hotspot.state === 'up');
  t.same(ways(town), []);
  await town.end();
});

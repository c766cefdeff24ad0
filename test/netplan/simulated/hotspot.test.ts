import t from 'tap';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { town } from '../../../netplan/simulated/town.ts';
import type { Radio } from '../../../netplan/simulated/world.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { hotspotWish, TownAgent, wifiProfile } from '../../support/town-agent.ts';

function begin(radio: Partial<Radio> = {}) {
  const clock = new HandClock();
  const here = town({ clock, radio });
  const agent = new TownAgent(here, clock);
  const hotspot = async () => (await agent.networks.observe()).hotspot;
  return { clock, here, agent, hotspot };
}
const box = ssidFromText('machine-setup-box1');

t.test('it takes 1.6 s, and is observed starting and up', async (t) => {
  const { agent, hotspot, clock } = begin();
  const up = agent.networks.perform({ action: 'hotspot-up', hotspot: hotspotWish(), digest: 'first' });
  t.match(await hotspot(), { state: 'starting' });
  await agent.done(up);
  t.equal(clock.now(), 1600);
  t.match(await hotspot(), { state: 'up', address: '10.42.0.1', digest: 'first', stations: 0 });
  const { profiles } = await agent.networks.observe();
  t.match(profiles, [{ source: 'hotspot', autoconnect: false, ssid: box }]);
});

t.test('the same wish changes nothing, another one restarts it', async (t) => {
  const { agent, here, hotspot, clock } = begin();
  await agent.hotspotUp();
  await agent.done(here.phoneJoins('phone', box, 'machinesetup'));
  const before = clock.now();
  await agent.hotspotUp();
  t.equal(clock.now(), before);
  t.match(await hotspot(), { stations: 1 });
  await agent.hotspotUp(hotspotWish({ ssid: ssidFromText('other') }), 'second');
  t.match(await hotspot(), { state: 'up', digest: 'second', stations: 0 });
  t.equal(clock.now(), before + 1600);
});

t.test('two who wish the same at once wait for the same start', async (t) => {
  const { agent, here, clock } = begin();
  const other = new TownAgent(here, clock);
  const step = { action: 'hotspot-up', hotspot: hotspotWish(), digest: 'd' } as const;
  await agent.done(Promise.all([agent.networks.perform(step), other.networks.perform(step)]));
  t.equal(clock.now(), 1600);
});

t.test('a driver that fails as often as was ordered', async (t) => {
  const { agent, hotspot } = begin({ hotspotFailures: 2 });
  await t.rejects(agent.hotspotUp(), { code: 'refused' });
  t.same(await hotspot(), { state: 'down' });
  await t.rejects(agent.hotspotUp(), { code: 'refused' });
  await agent.hotspotUp();
  t.match(await hotspot(), { state: 'up' });
});

t.test('a device that cannot says why', async (t) => {
  await t.rejects(begin({ present: false }).agent.hotspotUp(), { code: 'no-wifi-device' });
  await t.rejects(begin({ canBeHotspot: false }).agent.hotspotUp(), { code: 'no-wifi-device' });
  await t.rejects(begin({ block: 'soft-blocked' }).agent.hotspotUp(), { code: 'radio-blocked' });
  await t.rejects(begin().agent.hotspotUp(hotspotWish({ interface: 'wlan7' })), { code: 'no-wifi-device' });
});

t.test('on one radio it ends the link, and a join ends it; a better radio can be both', async (t) => {
  for (const both of [false, true]) {
    const { agent, here, hotspot } = begin({ both });
    here.addAccessPoint({ ssid: ssidFromText('Home') });
    await agent.try(wifiProfile({ ssid: 'Home' }));
    await agent.hotspotUp();
    t.equal((await agent.networks.observe()).links.length, both ? 1 : 0);
    await agent.try(wifiProfile({ ssid: 'Home' }));
    t.equal((await hotspot()).state, both ? 'up' : 'down');
  }
});

t.test('phones join with its password only, and are gone with it', async (t) => {
  const { agent, here, hotspot } = begin();
  const join = (name: string, ssid: string, password: string) =>
    agent.done(here.phoneJoins(name, ssidFromText(ssid), password));
  t.equal(await join('a', 'machine-setup-box1', 'machinesetup'), 'not-found');
  await agent.hotspotUp();
  t.equal(await join('a', 'machine-setup-box1', 'wrong'), 'wrong-password');
  t.equal(await join('a', 'machine-setup-box1', 'machinesetup'), 'joined');
  t.equal(await join('b', 'machine-setup-box1', 'machinesetup'), 'joined');
  t.match(await hotspot(), { stations: 2 });
  const [first, second] = here.view().phones;
  t.not(first?.address, second?.address);
  t.match(first?.address, /^10\.42\.0\.\d+$/);
  here.phoneLeaves('a');
  t.match(await hotspot(), { stations: 1 });
  await agent.networks.perform({ action: 'hotspot-down' });
  t.same(here.view().phones, []);
  t.same(await hotspot(), { state: 'down' });
});

t.test('it can fall by itself, and is blocked or unplugged with its radio', async (t) => {
  const { agent, here, hotspot } = begin();
  const ends = [
    () => here.hotspotFalls(),
    () => here.changeRadio({ block: 'hard-blocked' }),
    () => here.changeRadio({ present: false }),
  ];
  for (const end of ends) {
    here.changeRadio({ present: true, block: 'on' });
    await agent.hotspotUp();
    end();
    t.same(await hotspot(), { state: 'down' });
  }
});

t.test('its subnet gives way to one that a cable brings', async (t) => {
  const { agent, here, hotspot, clock } = begin();
  here.changePort('eth0', { plugged: true, address: '10.42.0.17/24' });
  await clock.advance(seconds(5));
  await agent.hotspotUp();
  t.match(await hotspot(), { address: '10.42.1.1' });
});

t.test('while it is up NetworkManager connects nothing on that radio, and the known network waits', async (t) => {
  const { agent, here, clock, hotspot } = begin();
  await agent.hotspotUp();
  here.addAccessPoint({ ssid: ssidFromText('Home'), password: 'correct horse' });
  here.saveProfile({ ...wifiProfile({ ssid: 'Home', psk: 'correct horse' }), source: 'other' });
  await agent.done(agent.networks.scan());
  await clock.advance(minutes(5));
  t.match(await hotspot(), { state: 'up' });
  await agent.networks.perform({ action: 'hotspot-down' });
  await clock.advance(seconds(15));
  t.match((await agent.networks.observe()).links, [{ kind: 'wifi', state: 'active' }]);
});

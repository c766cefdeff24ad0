import t from 'tap';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { town } from '../../../netplan/simulated/town.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { hotspotWish, TownAgent, wifiProfile } from '../../support/town-agent.ts';

const right = wifiProfile({ ssid: 'Home', psk: 'correct horse' });

function begin() {
  const clock = new HandClock();
  const here = town({ clock });
  here.addAccessPoint({ ssid: ssidFromText('Home'), password: 'correct horse' });
  return { clock, here, agent: new TownAgent(here, clock) };
}

t.test('away, nothing is known and nothing can be asked', async (t) => {
  const { here, agent, clock } = begin();
  await agent.try(right);
  here.networkManagerLeaves();
  const at = clock.now();
  t.same(await agent.networks.observe(), {
    at,
    available: false,
    device: undefined,
    links: [],
    visible: [],
    scannedAt: undefined,
    profiles: [],
    hotspot: { state: 'down' },
  });
  await t.rejects(agent.networks.scan(), { code: 'unavailable' });
  await t.rejects(agent.networks.perform({ action: 'hotspot-down' }), { code: 'unavailable' });
  await clock.advance(minutes(10));
  here.networkManagerReturns();
  await clock.advance(seconds(1));
  t.equal((await agent.networks.observe()).available, false, 'still starting');
  await clock.advance(seconds(1));
  t.equal((await agent.networks.observe()).available, true);
});

t.test('an attempt ends without a word, and its volatile profile is gone', async (t) => {
  const { here, agent, clock } = begin();
  await agent.networks.perform({ action: 'join', join: { attempt: 'a', target: { kind: 'new', profile: right } } });
  await clock.advance(seconds(1));
  here.networkManagerLeaves();
  here.networkManagerReturns();
  await clock.advance(minutes(10));
  t.same(agent.outcomes, []);
  t.same((await agent.networks.observe()).profiles, []);
});

t.test('a start of the hotspot and a scan that wait end with an error', async (t) => {
  const { here, agent } = begin();
  const waits = [
    agent.networks.perform({ action: 'hotspot-up', hotspot: hotspotWish(), digest: 'd' }),
    agent.networks.scan(),
  ].map((wait) => t.rejects(wait, { code: 'unavailable' }));
  here.networkManagerLeaves();
  await Promise.all(waits);
});

t.test('what was saved is there again, connects by itself, and autoconnect is allowed again', async (t) => {
  const { here, agent, clock } = begin();
  await agent.try(right);
  await agent.networks.perform({ action: 'keep', id: right.id, priority: 999 });
  await agent.networks.perform({ action: 'autoconnect', allowed: false });
  here.networkManagerLeaves();
  here.networkManagerReturns();
  await clock.advance(seconds(20));
  const { device, profiles, links } = await agent.networks.observe();
  t.equal(device?.autoconnect, true);
  t.match(profiles, [{ id: right.id, volatile: false, priority: 999 }]);
  t.match(links, [{ profile: right.id, state: 'active', internet: 'yes' }]);
});

t.test('the hotspot does not come back by itself; a cable never went', async (t) => {
  const { here, agent, clock } = begin();
  here.changePort('eth0', { plugged: true });
  await clock.advance(seconds(5));
  await agent.hotspotUp();
  await agent.done(here.phoneJoins('phone', hotspotWish().ssid, 'machinesetup'));
  here.networkManagerLeaves();
  t.same(here.view().phones, []);
  here.networkManagerReturns();
  await clock.advance(seconds(2));
  const { hotspot, links } = await agent.networks.observe();
  t.equal(hotspot.state, 'down');
  t.match(links, [{ interface: 'eth0', state: 'active' }], 'at once, without joining again');
});

t.test('leaving again while it starts is one absence', async (t) => {
  const { here, agent, clock } = begin();
  here.networkManagerLeaves();
  here.networkManagerReturns();
  await clock.advance(seconds(1));
  here.networkManagerLeaves();
  here.networkManagerLeaves();
  await clock.advance(minutes(1));
  t.equal((await agent.networks.observe()).available, false);
  here.networkManagerReturns();
  here.networkManagerReturns();
  await clock.advance(seconds(2));
  t.equal((await agent.networks.observe()).available, true);
});

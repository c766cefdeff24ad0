import t from 'tap';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { town } from '../../../netplan/simulated/town.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { TownAgent, wifiProfile, wiredProfile } from '../../support/town-agent.ts';

function begin() {
  const clock = new HandClock();
  const here = town({ clock });
  const home = here.addAccessPoint({ ssid: ssidFromText('Home'), password: 'correct horse' });
  return { clock, here, home, agent: new TownAgent(here, clock) };
}
const right = wifiProfile({ ssid: 'Home', psk: 'correct horse' });

t.test('what worked is saved only by keep, and what was not kept is gone with its link', async (t) => {
  const { here, home, agent, clock } = begin();
  await agent.try(right);
  here.changeAccessPoint(home, { on: false });
  await clock.advance(seconds(10));
  t.same((await agent.networks.observe()).profiles, []);
  await t.rejects(agent.networks.perform({ action: 'keep', id: right.id, priority: 999 }), { code: 'refused' });

  here.changeAccessPoint(home, { on: true });
  t.equal(await agent.try(right), 'joined');
  await agent.networks.perform({ action: 'keep', id: right.id, priority: 999 });
  here.changeAccessPoint(home, { on: false });
  await clock.advance(minutes(1));
  const { profiles, links } = await agent.networks.observe();
  t.match(profiles, [{ id: right.id, volatile: false, priority: 999, autoconnect: true, source: 'submission' }]);
  t.same(
    links.filter(({ state }) => state === 'active'),
    [],
  );
});

t.test('an attempt is made once, however often it is asked for', async (t) => {
  const { agent, clock } = begin();
  const join = { attempt: 'only', target: { kind: 'new', profile: right } } as const;
  await agent.networks.perform({ action: 'join', join });
  await clock.advance(seconds(2));
  await agent.networks.perform({ action: 'join', join });
  t.equal(await agent.outcomeOf('only'), 'joined');
  t.equal(clock.now(), 3000, 'the second asking did not start it anew');
  await clock.advance(minutes(1));
  t.equal(agent.outcomes.length, 1);
});

t.test('another attempt, the hotspot, a deletion or a lost radio ends an attempt with its own reason', async (t) => {
  const { here, agent, clock } = begin();
  const start = async (attempt: string) => {
    await agent.networks.perform({ action: 'join', join: { attempt, target: { kind: 'new', profile: right } } });
    await clock.advance(seconds(1));
  };
  await start('first');
  await start('second');
  t.equal(await agent.outcomeOf('first'), 'interrupted');
  await agent.hotspotUp();
  t.equal(await agent.outcomeOf('second'), 'interrupted');
  await start('third');
  t.equal((await agent.networks.observe()).hotspot.state, 'down', 'one radio cannot be both');
  here.deleteProfile(right.id);
  t.equal(await agent.outcomeOf('third'), 'interrupted');
  await start('fourth');
  here.changeRadio({ block: 'hard-blocked' });
  t.equal(await agent.outcomeOf('fourth'), 'radio-blocked');
  here.changeRadio({ block: 'on' });
  await start('fifth');
  here.changeRadio({ present: false });
  t.equal(await agent.outcomeOf('fifth'), 'device-gone');
  t.equal(agent.outcomes.length, 5);
});

t.test('what is true at the end of a join counts', async (t) => {
  const { here, home, agent, clock } = begin();
  await agent.networks.perform({ action: 'join', join: { attempt: 'a', target: { kind: 'new', profile: right } } });
  await clock.advance(seconds(1));
  here.changeAccessPoint(home, { on: false });
  t.equal(await agent.outcomeOf('a'), 'network-not-found');
});

t.test('a join is over when the link stands; what is behind it is known a second later', async (t) => {
  const { agent, clock } = begin();
  t.equal(await agent.try(right), 'joined');
  t.match(agent.outcomes, [{ kind: 'joined', internet: 'unknown' }]);
  t.match((await agent.networks.observe()).links, [{ state: 'active', internet: 'unknown' }]);
  await clock.advance(seconds(1));
  t.match((await agent.networks.observe()).links, [{ state: 'active', internet: 'yes' }]);
});

t.test('the outcome goes to the agent that asked, and to no other', async (t) => {
  const { here, agent, clock } = begin();
  await agent.networks.perform({ action: 'join', join: { attempt: 'a', target: { kind: 'new', profile: right } } });
  agent.kill();
  const next = new TownAgent(here, clock);
  await clock.advance(minutes(1));
  t.same([agent.outcomes, next.outcomes], [[], []]);
  const { links, profiles } = await next.networks.observe();
  t.match(links, [{ state: 'active', profile: right.id }], 'but the link is there');
  t.match(profiles, [{ id: right.id, attempt: 'a', volatile: true }]);
});

t.test('a saved profile can be joined, over the air and over a cable; one that does not exist fails', async (t) => {
  const { here, agent } = begin();
  await agent.networks.perform({ action: 'autoconnect', allowed: false });
  await agent.networks.perform({ action: 'add', profile: { ...right, source: 'settings' }, digest: 'd' });
  t.equal(await agent.trySaved(right.id), 'joined');
  await agent.networks.perform({ action: 'add', profile: wiredProfile({ id: 'cable' }), digest: 'd' });
  t.equal(await agent.trySaved('cable'), 'network-not-found', 'nothing is plugged in');
  here.changePort('eth0', { plugged: true, internet: 'no' });
  t.equal(await agent.trySaved('cable'), 'joined');
  t.equal(await agent.trySaved('nobody'), 'failed');
});

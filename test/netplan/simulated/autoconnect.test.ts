import t from 'tap';
import { minutes, seconds } from '../../../netplan/duration.ts';
import type { Profile } from '../../../netplan/profile.ts';
import { town } from '../../../netplan/simulated/town.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { TownAgent, wifiProfile, wiredProfile } from '../../support/town-agent.ts';

function begin(names: readonly string[]) {
  const clock = new HandClock();
  const here = town({ clock });
  const ids = names.map((name) => here.addAccessPoint({ ssid: ssidFromText(name), password: `pass of ${name}` }));
  const agent = new TownAgent(here, clock);
  const link = async () => {
    const { links, profiles } = await agent.networks.observe();
    const [active] = links.filter(({ state }) => state === 'active');
    return profiles.find(({ id }) => id === active?.profile)?.name;
  };
  const save = (name: string, priority: number, password = `pass of ${name}`) =>
    here.saveProfile({ ...wifiProfile({ ssid: name, psk: password }), source: 'other', priority });
  return { clock, here, agent, ids, link, save };
}

t.test('of the networks it sees, the one with the highest priority is joined', async (t) => {
  const { clock, link, save } = begin(['Low', 'High']);
  save('Low', 1);
  save('High', 5);
  save('Elsewhere', 9);
  await clock.advance(seconds(15));
  t.equal(await link(), 'High');
});

t.test('of equal ones, the one that worked last', async (t) => {
  const { clock, agent, here, ids, link, save } = begin(['First', 'Second']);
  here.changeAccessPoint(ids[1] ?? '', { on: false });
  save('First', 0);
  save('Second', 0);
  await clock.advance(minutes(1));
  t.equal(await link(), 'First');
  here.changeAccessPoint(ids[1] ?? '', { on: true });
  await agent.trySaved('profile of Second');
  here.networkManagerLeaves();
  here.networkManagerReturns();
  await clock.advance(minutes(1));
  t.equal(await link(), 'Second');
});

t.test('not while it is forbidden, and again when it is allowed', async (t) => {
  const { clock, agent, link, save } = begin(['Home']);
  await agent.networks.perform({ action: 'autoconnect', allowed: false });
  save('Home', 0);
  await clock.advance(minutes(10));
  t.equal(await link(), undefined);
  await agent.networks.perform({ action: 'autoconnect', allowed: true });
  await clock.advance(seconds(10));
  t.equal(await link(), 'Home');
});

t.test('a link is lost soon after its access point went off, and comes back with it', async (t) => {
  const { clock, here, ids, link, save } = begin(['Home']);
  save('Home', 0);
  await clock.advance(seconds(15));
  here.changeAccessPoint(ids[0] ?? '', { on: false });
  await clock.advance(seconds(2));
  t.equal(await link(), 'Home');
  await clock.advance(seconds(1));
  t.equal(await link(), undefined);
  await clock.advance(minutes(3));
  here.changeAccessPoint(ids[0] ?? '', { on: true });
  await clock.advance(minutes(4));
  t.equal(await link(), 'Home');
});

t.test('another access point of the same name takes the link over', async (t) => {
  const { clock, here, agent, ids, link, save } = begin(['Home', 'Home']);
  save('Home', 0);
  await clock.advance(seconds(15));
  here.changeAccessPoint(ids[0] ?? '', { on: false });
  for (let second = 0; second < 20; second++) {
    await clock.advance(seconds(1));
    t.equal(await link(), 'Home');
  }
  t.equal((await agent.networks.observe()).links.length, 1);
});

t.test('a password that is wrong is tried once, and again after the profile was changed', async (t) => {
  const { clock, here, agent, link, save } = begin(['Home']);
  save('Home', 0, 'old password');
  let tries = 0;
  let state = 'idle';
  here.onChange(() => {
    const now = here.view().uplinks[0]?.state ?? 'idle';
    if (now === 'activating' && state !== 'activating') tries++;
    state = now;
  });
  await clock.advance(minutes(30));
  t.equal(tries, 1);
  save('Home', 0, 'pass of Home');
  await clock.advance(minutes(3));
  t.equal(await link(), 'Home');
  t.equal(agent.outcomes.length, 0, 'nobody asked for these');
});

t.test('others are tried four times, then left alone for five minutes; ours without end', async (t) => {
  for (const [source, expected] of [
    ['other', 4],
    ['settings', 30],
  ] as const) {
    const { clock, here, ids } = begin(['Home']);
    here.changeAccessPoint(ids[0] ?? '', { temper: 'disassociates' });
    here.saveProfile({ ...wifiProfile({ ssid: 'Home', psk: 'pass of Home' }), source });
    let tries = 0;
    let state = 'idle';
    here.onChange(() => {
      const now = here.view().uplinks[0]?.state ?? 'idle';
      if (now === 'activating' && state !== 'activating') tries++;
      state = now;
    });
    await clock.advance(minutes(4));
    t.ok(source === 'other' ? tries === expected : tries >= expected, `${source}: ${tries} tries in four minutes`);
    const before = tries;
    await clock.advance(minutes(4));
    t.ok(tries > before, 'and more later');
  }
});

t.test('a cable gets a connection by itself, with a profile made for it when there is none', async (t) => {
  const { clock, here, agent, link } = begin([]);
  here.changePort('eth0', { plugged: true, internet: 'no' });
  await clock.advance(seconds(5));
  t.equal(await link(), 'Wired connection on eth0');
  t.match((await agent.networks.observe()).links, [{ kind: 'wired', internet: 'no', addresses: ['10.77.0.23/24'] }]);
  await agent.networks.perform({ action: 'add', profile: wiredProfile({ id: 'ours', name: 'ours' }), digest: 'd' });
  here.changePort('eth0', { plugged: false });
  t.equal(await link(), undefined, 'at once');
  here.changePort('eth0', { plugged: true });
  await clock.advance(seconds(5));
  t.equal(await link(), 'ours');
});

t.test('a cable for any port leaves those alone that others name', async (t) => {
  const { clock, here, agent, link } = begin([]);
  const add = (profile: Profile) => agent.networks.perform({ action: 'add', profile, digest: 'd' });
  await add(wiredProfile({ id: 'any', name: 'any', priority: 9, notOn: ['eth0'] }));
  await add(wiredProfile({ id: 'named', name: 'named', interface: 'eth0' }));
  here.changePort('eth0', { plugged: true });
  await clock.advance(seconds(5));
  t.equal(await link(), 'named');
});

t.test('what NetworkManager believes of the internet follows the truth, at its next check', async (t) => {
  const { clock, here, agent, ids, save } = begin(['Home']);
  const internet = async () => (await agent.networks.observe()).links[0]?.internet;
  save('Home', 0);
  await clock.advance(seconds(15));
  t.equal(await internet(), 'yes');
  here.changeAccessPoint(ids[0] ?? '', { internet: 'no' });
  t.equal(here.probe(), 'no');
  await clock.advance(minutes(4));
  t.equal(await internet(), 'yes');
  await clock.advance(minutes(1));
  t.equal(await internet(), 'no');
  here.changeAccessPoint(ids[0] ?? '', { internet: 'yes' });
  await clock.advance(minutes(2));
  t.equal(await internet(), 'yes', 'it looks more often while there is none');
});

t.test('without a check address NetworkManager cannot tell, and the device can still look itself', async (t) => {
  const { clock, here, agent, save } = begin(['Home']);
  here.checkInternet(false);
  save('Home', 0);
  await clock.advance(minutes(1));
  t.equal((await agent.networks.observe()).links[0]?.internet, 'unknown');
  t.equal(here.probe(), 'yes');
});

import t from 'tap';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { town } from '../../../netplan/simulated/town.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { TownAgent, wifiProfile } from '../../support/town-agent.ts';

const onTrial = wifiProfile({ ssid: 'Home', psk: 'correct horse' });

/** A device on a network that it was only given to try, with a way back to just that. */
async function begin() {
  const clock = new HandClock();
  const here = town({ clock });
  here.addAccessPoint({ ssid: ssidFromText('Home'), password: 'correct horse' });
  const agent = new TownAgent(here, clock);
  await agent.try(onTrial);
  await agent.networks.perform({ action: 'guard', guard: 'way back' });
  return { clock, here, agent, seen: () => agent.networks.observe() };
}

t.test('the link that was lost comes back with its profile when nobody ends the guard', async (t) => {
  const { clock, agent, seen } = await begin();
  await agent.networks.perform({ action: 'leave', id: onTrial.id });
  t.same((await seen()).profiles, []);
  await clock.advance(minutes(3));
  t.match(await seen(), { links: [{ profile: onTrial.id }], profiles: [{ volatile: true }], guard: undefined });
});

t.test('a link that cannot come back leaves no profile on trial', async (t) => {
  for (const changes of [{ block: 'soft-blocked' }, { present: false }] as const) {
    const { clock, here, seen } = await begin();
    here.changeRadio(changes);
    await clock.advance(seconds(1));
    t.match(await seen(), { links: [], guard: 'way back' });
    await clock.advance(minutes(3));
    const { links, profiles, guard } = await seen();
    t.same({ links, profiles, guard }, { links: [], profiles: [], guard: undefined });
  }
});

import t from 'tap';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { town } from '../../../netplan/simulated/town.ts';
import type { Radio } from '../../../netplan/simulated/world.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { TownAgent, wifiProfile } from '../../support/town-agent.ts';

function begin(radio: Partial<Radio> = {}) {
  const clock = new HandClock();
  const here = town({ clock, radio });
  const agent = new TownAgent(here, clock);
  const scan = () => agent.done(agent.networks.scan());
  const visible = async () => (await agent.networks.observe()).visible;
  return { clock, here, agent, scan, visible };
}
const home = ssidFromText('Home');

t.test('nothing is known before a scan, which takes 3 s', async (t) => {
  const { here, agent, scan, visible, clock } = begin();
  here.addAccessPoint({ ssid: home });
  t.same(await visible(), []);
  t.equal((await agent.networks.observe()).scannedAt, undefined);
  await scan();
  t.equal(clock.now(), 3000);
  t.match(await visible(), [{ ssid: home, security: ['open'] }]);
  t.equal((await agent.networks.observe()).scannedAt, 3000);
});

t.test('access points of one name are one network, with the strongest signal', async (t) => {
  const { here, scan, visible } = begin();
  here.addAccessPoint({ ssid: home, password: 'p', signal: 30, frequency: 5180 });
  here.addAccessPoint({ ssid: home, password: 'p', signal: 80, frequency: 2412, security: ['sae'] });
  await scan();
  t.same(await visible(), [{ ssid: home, security: ['wpa-psk', 'sae'], signal: 80, frequencies: [2412, 5180] }]);
});

t.test('an access point that went off stays in the list for a second scan', async (t) => {
  const { here, scan, visible } = begin();
  const id = here.addAccessPoint({ ssid: home });
  await scan();
  here.changeAccessPoint(id, { on: false });
  await scan();
  t.equal((await visible()).length, 1);
  await scan();
  t.equal((await visible()).length, 0);
});

t.test('a hidden network shows only when a saved profile asks for it by name', async (t) => {
  const { here, agent, scan, visible } = begin();
  here.addAccessPoint({ ssid: home, hidden: true });
  await scan();
  t.same(await visible(), []);
  await agent.networks.perform({ action: 'autoconnect', allowed: false });
  await agent.networks.perform({ action: 'add', profile: wifiProfile({ ssid: 'Home', hidden: true }), digest: 'd' });
  await scan();
  t.match(await visible(), [{ ssid: home }]);
});

t.test('two who ask at once share one scan', async (t) => {
  const { agent, clock } = begin();
  await agent.done(Promise.all([agent.networks.scan(), agent.networks.scan()]));
  t.equal(clock.now(), 3000);
});

t.test('where the driver cannot scan as a hotspot, and while it joins, a scan is refused', async (t) => {
  const { here, agent, scan } = begin({ scansInHotspot: false });
  await agent.hotspotUp();
  await t.rejects(scan(), { code: 'refused' });
  here.changeRadio({ scansInHotspot: true });
  await scan();
  await agent.networks.perform({ action: 'hotspot-down' });
  const profile = wifiProfile({ ssid: 'Home' });
  await agent.networks.perform({ action: 'join', join: { attempt: 'a', target: { kind: 'new', profile } } });
  await t.rejects(scan(), { code: 'refused' });
});

t.test('scans fail as often as was ordered, and with a blocked, missing or vanishing radio', async (t) => {
  const { here, agent, scan } = begin({ scanFailures: 2 });
  await t.rejects(scan(), { code: 'refused' });
  await t.rejects(scan(), { code: 'refused' });
  await scan();
  const running = agent.networks.scan();
  here.changeRadio({ present: false });
  await t.rejects(agent.done(running), { code: 'no-wifi-device' });
  await t.rejects(scan(), { code: 'no-wifi-device' });
  here.changeRadio({ present: true, block: 'soft-blocked' });
  await t.rejects(scan(), { code: 'radio-blocked' });
});

t.test('NetworkManager scans by itself while idle, more and more seldom, and never as a hotspot', async (t) => {
  const { agent, clock } = begin();
  const moments = new Set<number | undefined>();
  const watch = async (seconds_: number) => {
    for (let second = 0; second < seconds_; second++) {
      await clock.advance(seconds(1));
      moments.add((await agent.networks.observe()).scannedAt);
    }
  };
  await watch(300);
  t.same([...moments], [undefined, 6000, 29000, 72000, 135000, 218000]);
  moments.clear();
  await agent.hotspotUp();
  await watch(300);
  t.equal(moments.size, 1);
});

t.test('a hotspot that comes up counts as a scan, and empties the list', async (t) => {
  const { here, agent, scan, visible, clock } = begin();
  here.addAccessPoint({ ssid: home });
  await scan();
  t.equal((await visible()).length, 1);
  await clock.advance(seconds(1));
  await agent.hotspotUp();
  t.equal((await visible()).length, 0);
  await scan();
  t.equal((await visible()).length, 1);
  await clock.advance(minutes(2));
  t.equal((await visible()).length, 1);
  await clock.advance(minutes(1));
  t.equal((await visible()).length, 0, 'what was seen three minutes ago is not visible any more');
});

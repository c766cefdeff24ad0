// The real agent, and phones that do not behave: one that is slow, two at a time, one that leaves in the middle.
import assert from 'node:assert/strict';
import { execa } from 'execa';
import { active, comesTo, hotspotName, hotspotPassword, lines } from '../agent.ts';
import { home, play } from '../faults.ts';
import { joinHotspot, machineCredentials, phone, status } from '../person.ts';
import { lab, until } from '../story.ts';

const address = 'http://10.42.0.1/api/v1/submit';
const asJson = ['-H', 'content-type: application/json', '--max-time', '60'];
const form = async (psk: string) => {
  const { token } = await status();
  return JSON.stringify({ token, ssid: home.ssid, psk, ...machineCredentials });
};
/** With 40 bytes a second the reply takes longer than anything else on the way. */
const slowly = (body: string) => phone('curl', '-sS', '--limit-rate', '40', ...asJson, '-d', body, address);
const alice = (...command: readonly string[]) => execa('lab', command, { env: { PHONE: 'alice' }, timeout: 120_000 });
const accepted = () => lines('decided').filter(({ decision }) => decision === 'attempt waiting').length;
const hotspotIsThere = async () => (await active()).some((name) => name.startsWith('Hotspot'));

await lab('start_device');
await lab('make_router', 'home', home.ssid, home.psk);
await lab('make_phone');
await alice('make_phone');

await play([
  {
    name: 'a slow phone has its answer before the hotspot goes',
    from: 'hotspot',
    disturb: async () => {
      await joinHotspot();
      const reply = JSON.parse(await slowly(await form(home.psk)));
      assert.equal(reply.attempt.state, 'waiting');
    },
    end: 'online',
    saved: [home.ssid],
    spoils: true,
  },
  {
    name: 'two phones: the second is told of the attempt of the first',
    from: 'hotspot',
    disturb: async () => {
      await joinHotspot();
      await until(120, () =>
        alice('phone_join', hotspotName, hotspotPassword).then(
          () => true,
          () => undefined,
        ),
      );
      const [first, second] = [await form(home.psk), await form('another horse')];
      const before = accepted();
      const slow = slowly(first);
      await until(60, () => accepted() > before);
      const { stdout } = await alice('phone', 'curl', '-sS', ...asJson, '-d', second, '-w', ' %{http_code}', address);
      assert.match(stdout, /attempt-in-progress.* 409$/s);
      await slow;
    },
    end: 'online',
    saved: [home.ssid],
    spoils: true,
  },
  {
    name: 'a phone leaves in the middle of the form, and the router returns',
    from: 'waiting',
    disturb: async () => {
      await joinHotspot();
      await phone('curl', '-sS', '-o', '/dev/null', '-H', 'accept: text/html', 'http://10.42.0.1/');
      await lab('phone_leave');
      await lab('router_on', 'home');
      assert.ok(await hotspotIsThere());
      await comesTo('online', [home.ssid]);
    },
    end: 'online',
    saved: [home.ssid],
    spoils: true,
  },
]);

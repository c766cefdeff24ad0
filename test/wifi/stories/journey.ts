// The whole way, with the real agent: a machine that belongs to nobody, a phone, a wrong password, the right one.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { active, comesTo, hotspotName, hotspotPassword, prepareMachine, startAgent, stopAgent } from '../agent.ts';
import { joinHotspot, machineCredentials, phone, post, status, submit } from '../person.ts';
import { check, holds, lab, printed, step, until } from '../story.ts';

const screenshot = async (url: string, name: string) => {
  const file = `${process.env['WIFILAB_OUT']}/${name}.png`;
  await lab('phone_screenshot', url, file);
  return existsSync(file);
};
const fetched = (format: string, url: string) => phone('curl', '-sS', '-o', '/dev/null', '-w', format, url);

await lab('start_device');
await lab('make_router', 'home', 'My Home', 'correct horse');
await lab('make_phone');
// The router has been there for long, and NetworkManager has heard it.
await until(60, () => holds('device_sees', 'My Home'));
prepareMachine({ configured: false });
await startAgent();

step('a machine that belongs to nobody');
await check('opens its hotspot by itself, with all that belongs to it', () => comesTo('hotspot', []));
await check('a phone joins it, gets an address and a name server', async () => {
  await joinHotspot();
  assert.match(await lab('phone_address'), /^10\.42\.0\.\d+\/24/);
});
await check('names lead to it', async () => {
  assert.equal((await lab('phone_lookup', 'captive.apple.com')).trim(), '192.0.2.1');
  assert.equal((await lab('phone_lookup', 'my.setup')).trim(), '10.42.0.1');
});
await check("the phones' own checks are led to the portal", async () => {
  for (const url of [
    'http://captive.apple.com/hotspot-detect.html',
    'http://connectivitycheck.gstatic.com/generate_204',
  ]) {
    assert.equal(await fetched('%{http_code} %{redirect_url}', url), '302 http://10.42.0.1/');
  }
});
await check('its port 443 refuses at once', async () => {
  // 7: there is no connection; one that nobody answers would be 28, a time-out.
  const said = await printed('lab', 'phone', 'curl', '-sS', '--max-time', '10', 'https://192.0.2.1/');
  assert.match(said, /^curl: \(7\)/m);
});
await check('a browser shows the portal, wherever it wanted to go', () => screenshot('http://any.test/', 'portal'));
await check('the network at home is on its list', async () => {
  const { networks } = await status();
  assert.ok(networks.rows.some(({ name, security }) => name === 'My Home' && security === 'wpa-psk'));
});
await check('without machine credentials it joins nothing, and says so', async () => {
  const { token } = await status();
  await assert.rejects(post('submit', { token, ssid: 'My Home', psk: 'correct horse' }));
});

step('a wrong password');
await check('is taken, with machine credentials', () =>
  submit({ ssid: 'My Home', psk: 'wrong horse', ...machineCredentials }),
);
await check('the hotspot goes', () => until(60, async () => !(await active()).some((name) => /^Hotspot/.test(name))));
await check('and comes back, and nothing of the attempt is left', () => comesTo('hotspot', []));
await check('with the reason, for the phone that returns', async () => {
  await joinHotspot();
  assert.partialDeepStrictEqual(await status(), {
    configured: true,
    attempt: { state: 'failed', reason: 'wrong-password' },
  });
});
await check('and on the page', () => screenshot('http://any.test/', 'wrong-password'));

step('the right one');
let path = '';
await check('is taken', async () => {
  path = (await submit({ ssid: 'My Home', psk: 'correct horse' })).result.path;
});
await check('the machine is online; portal, names and hotspot are gone', () => comesTo('online', ['My Home']));
await check('the phone, at home as well, reads that it worked', async () => {
  await lab('phone_leave');
  await until(60, () => holds('phone_join', 'My Home', 'correct horse'));
  const address = /inet ([\d.]+)/.exec(await printed('ip', '-4', 'address', 'show', 'dev', 'wlan0'))?.[1];
  assert.match(await phone('curl', '-sS', '--max-time', '20', `http://${address}${path}`), /My Home/);
  assert.notEqual(await fetched('%{http_code}', `http://${address}/api/v1/status`), '200');
});
await check('and the hotspot is not in the air', () => lab('phone_sees_not', hotspotName));

step('the agent ends');
await check('the link stays', async () => {
  await stopAgent();
  await comesTo('online', ['My Home']);
});
await check('it starts again, stays online, and opens no hotspot', async () => {
  await startAgent();
  await new Promise((resolve) => setTimeout(resolve, 5000));
  await comesTo('online', ['My Home']);
  assert.equal(await holds('phone_join', hotspotName, hotspotPassword), false);
});
await stopAgent();

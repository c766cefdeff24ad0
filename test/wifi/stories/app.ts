// A provisioning app on the phone, with the official TypeScript SDK: the machine is set up without its page.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { SeenNetwork, SeenStatus } from '../../support/app-client.ts';
import { active, comesTo, prepareMachine, startAgent, stopAgent } from '../agent.ts';
import { joinHotspot, phone } from '../person.ts';
import { check, lab, step, until } from '../story.ts';

const program = fileURLToPath(new URL('../app.ts', import.meta.url));
/** The app's calls, on one connection. */
const call = async (...args: readonly string[]): Promise<readonly unknown[]> => {
  const printed = await phone('node', '--disable-warning=ExperimentalWarning', program, ...args);
  return JSON.parse(printed);
};
const status = async () => (await call('status'))[0] as SeenStatus;
const hotspotGoes = () => until(60, async () => !(await active()).some((name) => name.startsWith('Hotspot')));

await lab('start_device');
await lab('make_router', 'home', 'My Home', 'correct horse');
await lab('make_phone');
prepareMachine({ configured: false, network: { manufacturer: 'Acme', model: 'box', fragment_id: 'frag-1' } });
await startAgent();

step('a machine that belongs to nobody');
await check('opens its hotspot, and the app joins it', async () => {
  await comesTo('hotspot', []);
  await joinHotspot();
});
await check('it says what it is', async () => {
  assert.partialDeepStrictEqual(await status(), {
    provisioningInfo: { fragmentId: 'frag-1', model: 'box', manufacturer: 'Acme' },
    hasSmartMachineCredentials: false,
    isOnline: false,
    errors: [],
  });
});
await check('and which networks it sees', async () => {
  const networks = (await call('networks'))[0] as readonly SeenNetwork[];
  assert.ok(networks.some(({ ssid, type, security }) => ssid === 'My Home' && type === 'wifi' && security === 'WPA2'));
});

step('a wrong password');
await check('machine credentials and network are set, and the app ends provisioning', async () => {
  // Together: the machine commits by itself what an app has set when the app falls silent.
  const credentials = ['credentials', 'part-7', 's3cret', 'http://127.0.0.1:1'];
  await call(...credentials, '+', 'network', 'My Home', 'wrong horse', '+', 'exit');
});
await check('the hotspot goes, and comes back', async () => {
  await hotspotGoes();
  await comesTo('hotspot', []);
});
await check('the app reads why', async () => {
  await joinHotspot();
  const { errors, latestConnectionAttempt, hasSmartMachineCredentials } = await status();
  assert.equal(hasSmartMachineCredentials, true);
  assert.deepEqual(errors, ['SSID: My Home: bad or missing password']);
  assert.equal(latestConnectionAttempt?.lastError, 'bad or missing password');
});

step('the right one');
await check('is set, and provisioning ends', async () => {
  const replies = await call('network', 'My Home', 'correct horse', '+', 'status', '+', 'exit');
  assert.deepEqual((replies[1] as SeenStatus).errors, []);
});
await check('the machine is online, and the hotspot gone', () => comesTo('online', ['My Home']));
await stopAgent();

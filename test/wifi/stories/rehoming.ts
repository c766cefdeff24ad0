// A machine that moves from hall to hall: one on 5 GHz, one hidden, one without internet. The real agent.
import assert from 'node:assert/strict';
import { knownNetworks, prepareMachine, startAgent, stopAgent } from '../agent.ts';
import { makeHalls, moveTo } from '../halls.ts';
import { addressesOf, defaultRoutes, entries, firstRouteBecomes, isIn, network } from '../rehomed.ts';
import { check, lab, printed, step, until } from '../story.ts';

await lab('start_device');
await makeHalls({ southHasInternet: false });
prepareMachine({ configured: true, network, others: { additional_networks: entries } });
await startAgent();

step('the first hall, on 5 GHz');
await check('is joined', async () => {
  await moveTo('north');
  await isIn('north');
});
await check('on 5 GHz, with an address from DHCP, and the usual metric of wifi', async () => {
  assert.match(await printed('iw', 'dev', 'wlan0', 'link'), /freq: 5\d{3}/);
  assert.match((await addressesOf('wlan0')).join(), /^192\.168\.1\.\d+\/24$/);
  await firstRouteBecomes(/^default via 192\.168\.1\.1 dev wlan0 .*metric (20)?600$/);
});

step('the next one, hidden');
await check('is joined, though it does not say its name', async () => {
  await moveTo('middle');
  await isIn('middle');
});
await check('with its own fixed address and gateway, and nothing of the first hall', async () => {
  assert.deepEqual(await addressesOf('wlan0'), ['192.168.2.20/24']);
  await firstRouteBecomes(/^default via 192\.168\.2\.1 dev wlan0 .*metric (20)?600$/);
  assert.equal((await defaultRoutes()).length, 1);
});

step('one without internet, of the highest priority, and then another one beside it');
await check('is passed over, and it is said why', async () => {
  await moveTo('south');
  await until(300, async () =>
    (await knownNetworks()).some(({ name, result }) => name === 'south' && result === 'no-internet'),
  );
});
await check('the other one is joined, and the first one counts as failed', async () => {
  await moveTo('south', 'north');
  await isIn('north');
  const states = new Map((await knownNetworks()).map(({ name, state }) => [name, state]));
  assert.deepEqual([states.get('north'), states.get('south')], ['in-use', 'failed']);
});

step('the agent is gone');
await check('NetworkManager goes on with what it has, and nothing else is left', async () => {
  await stopAgent();
  await isIn('north');
});

// A machine on wifi, and cables that come and go beside it. The real agent.
import assert from 'node:assert/strict';
import { active, prepareMachine, startAgent, stopAgent } from '../agent.ts';
import { psk, ssidOf } from '../halls.ts';
import { addressesOf, defaultRoutes, entries, firstRouteBecomes, isIn, network } from '../rehomed.ts';
import { check, lab, printed, step, until } from '../story.ts';
import { wayOut } from '../surroundings.ts';

await lab('start_device');
await lab('make_router', 'north', ssidOf.north, psk);
prepareMachine({ configured: true, network, others: { additional_networks: entries } });
await startAgent();
await check('it is online by wifi', () => isIn('north'));

step('a cable with internet');
await check('is the way out while it is plugged, and wifi stays', async () => {
  await lab('plug_cable');
  await until(180, async () => (await wayOut()) === 'eth0');
  assert.deepEqual((await active()).sort(), ['dock', 'north']);
  await firstRouteBecomes(/^default .*dev eth0 .*metric (20)?100$/);
  assert.equal((await defaultRoutes()).length, 2);
});
await check('its line breaks: wifi is the way out', async () => {
  await lab('router_internet', 'cable', 'off');
  await until(180, async () => (await wayOut()) === 'wlan0');
});
await check('the line is mended: the cable is it again', async () => {
  await lab('router_internet', 'cable', 'on');
  await until(180, async () => (await wayOut()) === 'eth0');
});
await check('pulled, wifi is the way out, and nothing of the cable is left', async () => {
  await lab('unplug_cable');
  await isIn('north');
  // For 6 s NetworkManager takes it for a moment's fault; the kernel goes around the dead route meanwhile.
  await until(30, async () => (await defaultRoutes()).length === 1);
});

step('a cable to a sensor');
await check('has its fixed address, and wifi stays the way out', async () => {
  await lab('plug_sensor');
  await until(180, async () => (await addressesOf('eth1')).join() === '192.168.100.2/24');
  assert.match(await printed('busybox', 'ping', '-c', '1', '-W', '5', '192.168.100.1'), / 1 packets received/);
  await isIn('north');
});
await check('and the cable for any port leaves that one alone', async () => {
  assert.equal((await printed('nmcli', '-g', 'match.interface-name', 'connection', 'show', 'dock')).trim(), '!eth1');
});
await check('pulled, nothing of it is left', async () => {
  await lab('unplug_sensor');
  await isIn('north');
  await until(30, async () => (await addressesOf('eth1')).length === 0);
});

step('the agent is gone');
await check('NetworkManager goes on with what it has, and nothing else is left', async () => {
  await stopAgent();
  await isIn('north');
});

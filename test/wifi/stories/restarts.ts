// Everything that the door stands on dies and comes back, in each state; and the agent itself is killed.
import assert from 'node:assert/strict';
import { execa } from 'execa';
import { digestOf } from '../../../netplan/digest.ts';
import { digestKey, hotspot, openDoor } from '../door.ts';
import { saved } from '../networks.ts';
import { check, lab, printed, signal, step, until } from '../story.ts';
import { assertNoTrace, surroundings, up } from '../surroundings.ts';

const door = openDoor();
const killNetworkManager = () => lab('kill_background', 'NetworkManager');
const isUp = () => door.sees(({ hotspot: state }) => state.state === 'up');
const isDown = () => door.sees(({ available, hotspot: state }) => available && state.state === 'down');

step('too early');
await check('without a bus nothing is available, and every step says so', async () => {
  assert.equal((await door.networks.observe()).available, false);
  await assert.rejects(door.raise(), { code: 'unavailable' });
});
await lab('start_dbus');
await check('a bus without NetworkManager is not enough', async () =>
  assert.equal((await door.networks.observe()).available, false),
);
await lab('start_device');
await check('with both, all is there', () => door.sees(({ available, device }) => available && device));

step('NetworkManager');
const home = saved({ ssid: 'My Home', psk: 'home-password' }, { autoconnect: true });
await lab('make_router', 'home', 'My Home', 'home-password');
await door.networks.perform({ action: 'add', profile: home, digest: digestOf(home, digestKey) });
await check('joins what is saved by itself', () =>
  door.sees(({ links }) => links.some(({ internet }) => internet === 'yes')),
);
await check('killed while online: not available, then online again', async () => {
  await killNetworkManager();
  await door.sees(({ available, links }) => !available && links.length === 0);
  await lab('start_nm');
  await door.sees(({ links }) => links.some(({ internet }) => internet === 'yes'));
});
await door.networks.perform({ action: 'remove', id: home.id });
await check('killed while the hotspot is up: no trace of it stays', async () => {
  await door.raise();
  await killNetworkManager();
  await door.sees(({ available }) => !available);
  await lab('start_nm');
  await isDown();
  await until(20, () =>
    assertNoTrace().then(
      () => true,
      () => false,
    ),
  );
});
await check('and it comes up again when that is wished', async () => {
  await door.raise();
  await isUp();
  assert.deepEqual(await surroundings(), up);
});
await check('its DHCP server dies: the hotspot is seen going down, and no trace stays', async () => {
  await printed('sh', '-c', 'kill -9 $(cat /run/nm-dnsmasq-wlan0.pid)');
  await isDown();
  await until(20, () =>
    assertNoTrace().then(
      () => true,
      () => false,
    ),
  );
});
await check('somebody else takes it down: the same', async () => {
  await door.raise();
  await printed('nmcli', 'device', 'disconnect', 'wlan0');
  await isDown();
  await until(20, () =>
    assertNoTrace().then(
      () => true,
      () => false,
    ),
  );
});

step('wpa_supplicant');
await check('killed while the hotspot is up: it is seen going down', async () => {
  await door.raise();
  await lab('kill_background', 'wpa_supplicant');
  await isDown();
});
await check('started again, the hotspot can come back', async () => {
  await lab('start_wpa');
  await until(60, () =>
    door.raise().then(
      () => true,
      () => false,
    ),
  );
  await isUp();
  await door.lower();
});

step('D-Bus');
await check('killed: nothing is available', async () => {
  await lab('kill_background', 'dbus');
  await door.sees(({ available }) => !available);
});
await check('started again, with all that hung on it: available, and a hotspot comes up', async () => {
  for (const program of ['NetworkManager', 'wpa_supplicant']) await lab('stop_background', program);
  await lab('start_device');
  await door.sees(({ available, device }) => available && device);
  await door.raise();
  await isUp();
});
await door.lower();
await door.close();

step('the agent');
/** Another agent, as a process of its own, killed when it has printed `word`. */
async function killedAt(word: string): Promise<void> {
  const child = execa('node', [new URL('../short-life.ts', import.meta.url).pathname, word], { reject: false });
  const code = await child;
  assert.equal(code.signal, 'SIGKILL', code.stderr);
}
await check('killed with its hotspot up: the hotspot stays, and so does what shields it', async () => {
  await killedAt('up');
  assert.deepEqual(await surroundings(), up);
  assert.match(await printed('nmcli', '-t', '-f', 'NAME', 'connection', 'show', '--active'), /^Hotspot/m);
});
await check('another agent finds it, furnishes it again, and takes it down', async () => {
  await printed('sh', '-c', 'nft flush ruleset; ip address del 192.0.2.1/32 dev lo');
  const next = openDoor();
  await next.sees(({ hotspot: state }) => state.state === 'up' && state.digest === digestOf(hotspot, digestKey));
  await until(20, async () => JSON.stringify(await surroundings()) === JSON.stringify(up));
  await next.lower();
  await assertNoTrace();
  await next.close();
});
await check('killed in the middle of putting it up: another agent leaves no trace of it', async () => {
  // Else NetworkManager has it up before the other agent looks, on a fast machine, and one that is up is kept.
  await signal('STOP', 'wpa_supplicant');
  await killedAt('rising');
  assert.equal((await surroundings()).fragment, true);
  const next = openDoor();
  await until(40, () =>
    assertNoTrace().then(
      () => true,
      () => false,
    ),
  );
  assert.equal((await next.networks.observe()).hotspot.state, 'down');
  await signal('CONT', 'wpa_supplicant');
  await next.close();
});
await check('and gives the radio back to NetworkManager', async () => {
  await killedAt('holding');
  assert.match(await printed('nmcli', '-f', 'GENERAL.AUTOCONNECT', 'device', 'show', 'wlan0'), /no/);
  const next = openDoor();
  await next.sees(({ device }) => device?.autoconnect);
  await next.close();
});

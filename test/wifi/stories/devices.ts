// Radios and cables that come and go.
import assert from 'node:assert/strict';
import { openDoor } from '../door.ts';
import { check, lab, printed, step, until } from '../story.ts';
import { assertNoTrace } from '../surroundings.ts';

await lab('start_device');
const door = openDoor();
await door.sees(({ available }) => available);

step('a cable');
await check('with internet: a wired link with it', async () => {
  await lab('plug_cable');
  const { links } = await door.sees((each) => each.links.some(({ internet }) => internet === 'yes'));
  assert.partialDeepStrictEqual(links, [{ interface: 'eth0', kind: 'wired', state: 'active' }]);
});
await check('the line breaks: a wired link without', async () => {
  await lab('router_internet', 'cable', 'off');
  await door.sees(({ links }) => links.some(({ kind, internet }) => kind === 'wired' && internet === 'no'));
  await lab('router_internet', 'cable', 'on');
});
await check('the hotspot beside it does not take the default route', async () => {
  await door.raise();
  assert.match(await printed('ip', 'route', 'show', 'default'), /dev eth0/);
  assert.doesNotMatch(await printed('ip', 'route', 'show', 'default'), /wlan0/);
  await door.lower();
});
await check('pulled: no link', async () => {
  await lab('unplug_cable');
  await door.sees(({ links }) => links.length === 0);
});

step('a radio is unplugged');
await check('while idle: there is no device, and a hotspot is refused', async () => {
  await lab('unplug_radio');
  await door.sees(({ available, device }) => available && device === undefined);
  await assert.rejects(door.raise(), { code: 'no-wifi-device' });
});
await check('plugged in again, the hotspot comes up', async () => {
  await lab('plug_radio');
  await door.sees(({ device }) => device);
  await until(60, () =>
    door.raise().then(
      () => true,
      () => false,
    ),
  );
});
await check('unplugged while the hotspot is up: down, without a trace', async () => {
  await lab('unplug_radio');
  await door.sees(({ hotspot }) => hotspot.state === 'down');
  await until(20, () =>
    assertNoTrace().then(
      () => true,
      () => false,
    ),
  );
  await lab('plug_radio');
  await door.sees(({ device }) => device);
});

step('a second radio');
await check('does not take over', async () => {
  await lab('add_radio');
  await until(
    40,
    async () =>
      (await printed('nmcli', '-t', '-f', 'DEVICE,STATE', 'device')).match(/^wlan[1-9]:disconnected/m) !== null,
  );
  assert.equal((await door.networks.observe()).device?.interface, 'wlan0');
});
await check('takes over when the first one goes, and gives the role back to nobody', async () => {
  await lab('unplug_radio');
  const { device } = await door.sees(({ device }) => device !== undefined && device.interface !== 'wlan0');
  await lab('plug_radio');
  await until(
    40,
    async () => (await printed('nmcli', '-t', '-f', 'DEVICE,STATE', 'device')).match(/^wlan0:disconnected/m) !== null,
  );
  assert.equal((await door.networks.observe()).device?.interface, device?.interface);
});
await door.close();
await check('is used when it is the configured one, and none when that is not there', async () => {
  const second = openDoor({ interface: 'wlan1' });
  await second.sees(({ device }) => device?.interface === 'wlan1');
  await second.close();
  const absent = openDoor({ interface: 'wlan7' });
  await absent.sees(({ available, device }) => available && device === undefined);
  await absent.close();
});

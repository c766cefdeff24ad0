// Why a join fails, as the person on the phone is told; and that a failure changes nothing.
import assert from 'node:assert/strict';
import { digestOf } from '../../../netplan/digest.ts';
import type { JoinReason } from '../../../netplan/reasons.ts';
import { digestKey, hotspot, openDoor } from '../door.ts';
import { saved, submission } from '../networks.ts';
import { check, lab, printed, step, until } from '../story.ts';

await lab('start_device');
const door = openDoor();
await door.sees(({ available }) => available);

const psk = 'correct horse';
type Wish = Parameters<typeof submission>[0];
const fails = async (wish: Wish, ...reasons: JoinReason[]) => {
  const outcome = await door.join({ kind: 'new', profile: submission(wish) });
  assert.equal(outcome.kind, 'join-failed');
  if (outcome.kind === 'join-failed') assert.ok(reasons.includes(outcome.reason), `${outcome.reason}, not ${reasons}`);
  await door.sees(
    ({ profiles, links }) => profiles.every(({ source }) => source !== 'submission') && links.length === 0,
  );
};
const inSight = (name: string) =>
  until(
    60,
    async () =>
      (await printed('nmcli', '-t', '-f', 'SSID', 'device', 'wifi', 'list')).includes(name) ||
      lab('device_rescan').then(() => false),
  );
const router = async (name: string, password: string, ...options: string[]) => {
  await lab('make_router', 'hall', name, password, ...options);
  await inSight(name);
};

step('wrong passwords');
await router('Hall', psk);
await check('WPA2', () => fails({ ssid: 'Hall', psk: 'wrong horse' }, 'wrong-password'));
await check('and right after it the right one joins', async () =>
  assert.partialDeepStrictEqual(await door.join({ kind: 'new', profile: submission({ ssid: 'Hall', psk }) }), {
    kind: 'joined',
    internet: 'yes',
  }),
);
await printed('nmcli', 'connection', 'delete', 'Hall');
await lab('remove_router', 'hall');
await router('Hall 3', psk, 'security=wpa3');
await check('WPA3', () => fails({ ssid: 'Hall 3', psk: 'wrong horse', security: 'sae' }, 'wrong-password'));
await lab('remove_router', 'hall');
await router('Hall E', psk, 'security=enterprise');
const enterprise = { method: 'peap', identity: 'robot@hall', password: 'wrong horse' } as const;
await check('of a person', () => fails({ ssid: 'Hall E', security: 'enterprise', enterprise }, 'identity-refused'));
await lab('remove_router', 'hall');

step('nobody answers');
await check('a network that is not there', () => fails({ ssid: 'Nowhere', psk }, 'network-not-found'));
await check('a hidden one that is not there either', () =>
  fails({ ssid: 'Nowhere', psk, hidden: true, security: 'unknown' }, 'network-not-found'),
);
await router('Gone', psk);
await lab('router_off', 'hall');
await check('one that vanished since it was seen', () =>
  fails({ ssid: 'Gone', psk }, 'network-not-found', 'timed-out'),
);
await lab('remove_router', 'hall');

step('the router does not want us');
await router('Closed', psk, 'deny=02:00:00:00:00:00');
// hostapd does not answer the probes of whom it denies either: whether we hear it is left to the moment of its beacon.
await check('our address is on its list', () =>
  fails({ ssid: 'Closed', psk }, 'refused', 'disassociated', 'timed-out', 'network-not-found'),
);
await lab('remove_router', 'hall');

step('no address');
await router('Mute', psk, 'dhcp=no');
await check('nobody does DHCP', () => fails({ ssid: 'Mute', psk }, 'no-address'));
await check('with a fixed address it joins, without internet', async () => {
  const addressing = { method: 'manual', address: '192.168.99.20/24', gateway: undefined, dns: [] } as const;
  const outcome = await door.join({ kind: 'new', profile: submission({ ssid: 'Mute', psk, addressing }) });
  assert.partialDeepStrictEqual(outcome, { kind: 'joined', internet: 'no' });
});
await printed('nmcli', 'connection', 'delete', 'Mute');
await lab('remove_router', 'hall');

step('no internet');
await router('Island', psk, 'internet=no');
await check('joined, and there is no internet', async () => {
  const outcome = await door.join({ kind: 'new', profile: submission({ ssid: 'Island', psk }) });
  assert.equal(outcome.kind, 'joined');
  await door.sees(({ links }) => links.some(({ internet }) => internet === 'no'));
});
await printed('nmcli', 'connection', 'delete', 'Island');
await lab('remove_router', 'hall');
await router('Hotel', '', 'internet=portal');
await check('joined, and there is a page to sign in at', async () => {
  const outcome = await door.join({ kind: 'new', profile: submission({ ssid: 'Hotel' }) });
  assert.equal(outcome.kind, 'joined');
  await door.sees(({ links }) => links.some(({ internet }) => internet === 'sign-in'));
});
await printed('nmcli', 'connection', 'delete', 'Hotel');
await lab('remove_router', 'hall');

step('interrupted');
await router('Slow', psk, 'dhcp=no');
const interrupted = async (disturb: () => Promise<unknown>, ...reasons: JoinReason[]) => {
  const failing = fails({ ssid: 'Slow', psk }, ...reasons);
  await door.sees(({ links }) => links.some(({ state }) => state === 'activating'));
  await disturb();
  await failing;
};
await check('the radio is switched off', async () => {
  await interrupted(() => lab('device_rfkill', 'block'), 'radio-blocked');
  await lab('device_rfkill', 'unblock');
  await door.sees(({ device }) => device?.radio === 'on');
  await inSight('Slow');
});
await check('somebody disconnects', () =>
  interrupted(() => printed('nmcli', 'device', 'disconnect', 'wlan0'), 'interrupted'),
);
await check('NetworkManager is killed', () =>
  interrupted(async () => {
    await lab('kill_background', 'NetworkManager');
    await lab('start_nm');
  }, 'interrupted'),
);
await lab('remove_router', 'hall');

step('what was saved before');
const office = saved({ ssid: 'Office', psk }, { name: 'office' });
await check('a failed attempt for a saved network leaves it as it was', async () => {
  await door.networks.perform({ action: 'add', profile: office, digest: digestOf(office, digestKey) });
  await router('Office', psk);
  const before = (await door.networks.observe()).profiles;
  const outcome = await door.join({ kind: 'new', profile: submission({ ssid: 'Office', psk: 'wrong horse' }) });
  assert.partialDeepStrictEqual(outcome, { kind: 'join-failed', reason: 'wrong-password' });
  await door.sees(({ profiles }) => profiles.length === before.length);
  assert.deepEqual((await door.networks.observe()).profiles, before);
});
await check('and it joins when it is wished', async () => {
  const outcome = await door.join({ kind: 'saved', id: office.id });
  assert.partialDeepStrictEqual(outcome, { kind: 'joined' });
});
await check('from the hotspot a wrong password gives its reason too', async () => {
  await door.raise(hotspot);
  await door.lower();
  const outcome = await door.join({ kind: 'new', profile: submission({ ssid: 'Office', psk: 'wrong horse' }) });
  assert.partialDeepStrictEqual(outcome, { kind: 'join-failed', reason: 'wrong-password' });
});
await door.close();

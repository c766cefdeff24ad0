// Names that are hard to show or to join, and those that are not said.
import assert from 'node:assert/strict';
import { ssidFromBytes, ssidFromText } from '../../../netplan/ssid.ts';
import { openDoor } from '../door.ts';
import { submission } from '../networks.ts';
import { check, lab, step } from '../story.ts';

await lab('start_device');
const door = openDoor();
await door.sees(({ available }) => available);

const psk = 'p"a\'s$s:w\\ord';
const bytes = (...values: number[]) => ssidFromBytes(Uint8Array.from(values));
const names = [
  ['not UTF-8', bytes(0xc6, 0x33, 0x32)],
  ['32 bytes of emoji', ssidFromText('🏠🤖🛰🌍🎈🍀🌲🎵')],
  ['a blank at its end', ssidFromText('Nostromo ')],
  ['a colon', ssidFromText('cafe:5G')],
  ['quotes and backslashes', ssidFromText('a"b\'c\\d;$(e)')],
  ['NUL inside', bytes(0x41, 0x00, 0x42)],
  ['32 bytes', ssidFromText('abcdefghijklmnopqrstuvwxyz012345')],
  ['one byte', ssidFromText('x')],
] as const;

const join = async (profile: Parameters<typeof door.join>[0] & { kind: 'new' }) =>
  assert.partialDeepStrictEqual(await door.join(profile), { kind: 'joined' });

for (const [name, ssid] of names) {
  step(name);
  await lab('make_router', 'hall', 'x', psk, `ssid_hex=${ssid}`);
  await check('it is seen, byte for byte', async () => {
    await door.networks.scan().catch(() => undefined);
    await door.sees(({ visible }) => visible.some((each) => each.ssid === ssid));
  });
  await check('it joins, and the link has its name', async () => {
    await join({ kind: 'new', profile: submission({ ssid, psk }) });
    await door.sees(({ links }) => links.some((each) => each.ssid === ssid && each.state === 'active'));
  });
  await lab('remove_router', 'hall');
  await door.sees(({ links }) => links.length === 0);
}

for (const security of ['wpa2', 'wpa3'] as const) {
  step(`hidden, ${security}`);
  await lab('make_router', 'ghost', `Ghost ${security}`, psk, 'hidden=yes', `security=${security}`);
  const profile = submission({ ssid: `Ghost ${security}`, psk, hidden: true, security: 'unknown' });
  await check('it joins, though nobody said how it is protected', () => join({ kind: 'new', profile }));
  await check('kept, it is hidden', async () => {
    await door.networks.perform({ action: 'keep', id: profile.id, priority: 999 });
    assert.partialDeepStrictEqual((await door.networks.observe()).profiles, [{ hidden: true }]);
  });
  await door.networks.perform({ action: 'remove', id: profile.id });
  await lab('remove_router', 'ghost');
}
await door.close();

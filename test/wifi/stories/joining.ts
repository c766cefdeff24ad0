// Each kind of network joins, comes online, and is kept or forgotten.
import assert from 'node:assert/strict';
import type { Security } from '../../../netplan/network.ts';
import { openDoor } from '../door.ts';
import { submission } from '../networks.ts';
import { check, lab, printed, step } from '../story.ts';

await lab('start_device');
const door = openDoor();
await door.sees(({ available }) => available);

type Kind = {
  readonly name: string;
  readonly router: readonly string[];
  readonly psk?: string;
  readonly seen: readonly Security[];
  readonly wish?: Partial<Parameters<typeof submission>[0]>;
  /** So often a join that gets no address is begun once more. */
  readonly repeats?: number;
};
const psk = 'correct horse';
const key = '0123456789abcdef'.repeat(4);
const robot = (method: 'peap' | 'ttls') => ({ method, identity: 'robot@hall', password: psk });
const kinds: readonly Kind[] = [
  { name: 'open', router: [], seen: ['open'] },
  { name: 'WPA2', router: ['security=wpa2'], psk, seen: ['wpa-psk'] },
  { name: 'WPA2 by its 64-digit key', router: ['security=wpa2'], psk: key, seen: ['wpa-psk'] },
  { name: 'WPA3 alone', router: ['security=wpa3'], psk, seen: ['sae'] },
  { name: 'WPA2 and WPA3', router: ['security=wpa2+wpa3'], psk, seen: ['wpa-psk', 'sae'] },
  // A guest's hostapd takes some 0.2 s for such a key, after which mac80211 asks again: two answers, and two keys.
  { name: 'OWE', router: ['security=owe'], seen: ['owe'], repeats: 4 },
  {
    name: 'PEAP',
    router: ['security=enterprise'],
    psk,
    seen: ['enterprise'],
    wish: { psk: undefined, enterprise: robot('peap') },
  },
  {
    name: 'TTLS',
    router: ['security=enterprise'],
    psk,
    seen: ['enterprise'],
    wish: { psk: undefined, enterprise: robot('ttls') },
  },
  { name: '5 GHz', router: ['security=wpa2', 'band=5'], psk, seen: ['wpa-psk'] },
];

for (const { name, router, psk: password, seen, wish, repeats = 0 } of kinds) {
  step(name);
  await lab('make_router', 'hall', name, password ?? (name === 'OWE' ? 'none' : ''), ...router);
  const profile = submission({ ssid: name, psk: password, security: seen[0] ?? 'open', ...wish });
  await check('it is seen as what it is', async () => {
    await door.networks.scan().catch(() => undefined);
    const { visible } = await door.sees((each) => each.visible.some(({ ssid }) => ssid === profile.wifi?.ssid));
    assert.deepEqual(visible.find(({ ssid }) => ssid === profile.wifi?.ssid)?.security, seen);
  });
  await check('it joins', async () => {
    const begin = () => door.join({ kind: 'new', profile });
    let outcome = await begin();
    for (let left = repeats; left > 0 && 'reason' in outcome && outcome.reason === 'no-address'; left--) {
      outcome = await begin();
    }
    assert.partialDeepStrictEqual(outcome, { kind: 'joined' });
  });
  await check('the internet is there', () =>
    door.sees(({ links }) => links.some(({ internet }) => internet === 'yes')),
  );
  await check('until it is kept, nothing is on the disk', async () => {
    assert.equal(await printed('ls', '/etc/NetworkManager/system-connections'), '');
    assert.partialDeepStrictEqual((await door.networks.observe()).profiles, [
      { id: profile.id, source: 'submission', volatile: true },
    ]);
  });
  await check('kept, it is as it was asked for, with its priority and its secrets', async () => {
    await door.networks.perform({ action: 'keep', id: profile.id, priority: 999 });
    const { profiles } = await door.networks.observe();
    assert.partialDeepStrictEqual(profiles, [
      { id: profile.id, volatile: false, priority: 999, autoconnect: true, interface: undefined, hidden: false },
    ]);
    const file = await printed('sh', '-c', 'cat /etc/NetworkManager/system-connections/*');
    assert.ok(file.includes(password ?? name));
  });
  await check('and after a restart of NetworkManager the device is online by itself', async () => {
    await lab('stop_nm');
    await lab('start_nm');
    await door.sees(({ links }) => links.some(({ state, internet }) => state === 'active' && internet === 'yes'));
  });
  await door.networks.perform({ action: 'remove', id: profile.id });
  await door.sees(({ links, profiles }) => links.length === 0 && profiles.length === 0);
  await lab('remove_router', 'hall');
}
await door.close();

// What was asked for is what NetworkManager stores, and only that changes which has changed.
import assert from 'node:assert/strict';
import { digestOf } from '../../../netplan/digest.ts';
import type { Profile } from '../../../netplan/profile.ts';
import { ssidFromBytes } from '../../../netplan/ssid.ts';
import { digestKey, openDoor } from '../door.ts';
import { saved } from '../networks.ts';
import { check, lab, printed, step } from '../story.ts';

await lab('start_device');
const door = openDoor();
await door.sees(({ available }) => available);

const digest = (profile: Profile) => digestOf(profile, digestKey);
const perform = (action: 'add' | 'update', profile: Profile) =>
  door.networks.perform({ action, profile, digest: digest(profile), storage: 'disk' });
const secretNames: ReadonlySet<string> = new Set(['802-11-wireless-security.psk', '802-1x.password']);
const noSecret = /Connection didn't have requested setting|No agents were available/;
/**
 * The secrets of this setting. They are asked from NetworkManager itself: `nmcli -s` shows now and then none (6 of 200
 * times here), as the answer makes NetworkManager announce a change, on which nmcli reads the profile anew.
 */
async function secrets(profile: Profile, setting: string): Promise<Record<string, { data: string } | undefined>> {
  const service = 'org.freedesktop.NetworkManager';
  const call = (path: string, iface: string, ...request: readonly string[]) =>
    printed('busctl', '--json=short', 'call', service, path, `${service}.${iface}`, ...request);
  const found = await call(
    '/org/freedesktop/NetworkManager/Settings',
    'Settings',
    'GetConnectionByUuid',
    's',
    profile.id,
  );
  const answer = await call(JSON.parse(found).data[0], 'Settings.Connection', 'GetSecrets', 's', setting);
  return noSecret.test(answer) ? {} : JSON.parse(answer).data[0][setting];
}

/** The values of these properties; of a setting that the profile does not have, nothing. */
async function stored(profile: Profile, ...names: string[]): Promise<string[]> {
  const lines = (await printed('nmcli', '-t', '-e', 'no', 'connection', 'show', profile.id)).split('\n');
  const values = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
  for (const name of names.filter((each) => secretNames.has(each))) {
    const [setting = '', property = ''] = name.split('.');
    values.set(name, (await secrets(profile, setting))[property]?.data ?? '');
  }
  return names.map((name) => values.get(name) ?? '');
}
const fields = ['802-11-wireless-security.key-mgmt', '802-11-wireless-security.psk'] as const;
const enterprise = (method: 'peap' | 'ttls') => ({ method, identity: 'robot@hall', password: 'p"a\'s\\s w' });

step('each kind of security');
const psk = 'a"b\'c$d\\e &<>%+';
const kinds: readonly (readonly [string, Profile, readonly string[], readonly string[]])[] = [
  ['open', saved({ ssid: 'Open' }), fields, ['', '']],
  ['OWE', saved({ ssid: 'Owe', security: 'owe' }), fields, ['owe', '']],
  ['WPA-PSK', saved({ ssid: 'Psk', psk }), fields, ['wpa-psk', psk]],
  ['64 hexadecimal digits', saved({ ssid: 'Hex', psk: 'aB'.repeat(32) }), fields, ['wpa-psk', 'aB'.repeat(32)]],
  ['SAE', saved({ ssid: 'Sae', psk, security: 'sae' }), fields, ['sae', psk]],
  ...(['peap', 'ttls'] as const).map((method) => {
    const profile = saved({ ssid: method, security: 'enterprise', enterprise: enterprise(method) });
    const names = [
      '802-11-wireless-security.key-mgmt',
      '802-1x.eap',
      '802-1x.identity',
      '802-1x.password',
      '802-1x.phase2-auth',
    ];
    const phase2 = method === 'peap' ? 'mschapv2' : 'pap';
    return [method, profile, names, ['wpa-eap', method, 'robot@hall', 'p"a\'s\\s w', phase2]] as const;
  }),
];
for (const [name, profile, names, values] of kinds) {
  await check(`${name} is stored`, async () => {
    await perform('add', profile);
    assert.deepEqual(await stored(profile, ...names), values);
  });
}

step('everything else');
const addressing = {
  method: 'manual',
  address: '192.168.7.20/24',
  gateway: '192.168.7.1',
  dns: ['1.2.3.4', '192.168.7.1'],
} as const;
const bytes = ssidFromBytes(Uint8Array.of(0xc6, 0x33, 0x32, 0x00));
const full = saved(
  { ssid: bytes, psk, hidden: true, addressing },
  { priority: -7, routeMetric: 50, interface: 'wlan0', name: 'Halle ☕' },
);
await check('name, interface, priority, hidden, fixed address, DNS and metric', async () => {
  await perform('add', full);
  const names = [
    'connection.id',
    'connection.interface-name',
    'connection.autoconnect',
    'connection.autoconnect-priority',
    'connection.autoconnect-retries',
    '802-11-wireless.hidden',
    '802-11-wireless.cloned-mac-address',
    'ipv4.method',
    'ipv4.addresses',
    'ipv4.gateway',
    'ipv4.dns',
    'ipv4.route-metric',
    'ipv4.dhcp-timeout',
  ];
  assert.deepEqual(await stored(full, ...names), [
    'Halle ☕',
    'wlan0',
    'no',
    '-7',
    '0',
    'yes',
    'permanent',
    'manual',
    '192.168.7.20/24',
    '192.168.7.1',
    '1.2.3.4,192.168.7.1',
    '50',
    '30',
  ]);
});
await check('they are observed as ours, each with its digest and its SSID byte for byte', async () => {
  const { profiles } = await door.networks.observe();
  const wanted = [...kinds.map(([, profile]) => profile), full];
  assert.deepEqual(
    new Map(profiles.map((each) => [each.id, [each.source, each.ssid, each.digest]])),
    new Map(wanted.map((each) => [each.id, ['settings', each.wifi?.ssid, digest(each)]])),
  );
});

step('changes');
await check('an update is made in place, and its digest with it', async () => {
  const changed = { ...full, priority: 9, addressing: { method: 'auto', dns: [] } as const, routeMetric: 0 };
  await perform('update', changed);
  assert.deepEqual(
    await stored(
      changed,
      'connection.autoconnect-priority',
      'ipv4.method',
      'ipv4.addresses',
      'ipv4.gateway',
      'ipv4.route-metric',
    ),
    ['9', 'auto', '', '', '-1'],
  );
  const observed = (await door.networks.observe()).profiles.filter(({ id }) => id === full.id);
  assert.deepEqual(
    observed.map((each) => each.digest),
    [digest(changed)],
  );
});
await check('from WPA-PSK to open, and to enterprise: nothing of the former kind stays', async () => {
  const open = { ...saved({ ssid: 'Psk' }), id: kinds[2]?.[1].id ?? '' };
  await perform('update', open);
  assert.deepEqual(await stored(open, ...fields), ['', '']);
  const eap = { ...saved({ ssid: 'Psk', security: 'enterprise', enterprise: enterprise('peap') }), id: open.id };
  await perform('update', eap);
  assert.deepEqual(await stored(eap, ...fields, '802-1x.identity'), ['wpa-eap', '', 'robot@hall']);
});
await check('one that somebody deleted is added again by its update', async () => {
  await printed('nmcli', 'connection', 'delete', full.id);
  await perform('update', full);
  assert.deepEqual(await stored(full, 'connection.id'), ['Halle ☕']);
});
await check('removed ones are gone, from the disk as well, and removing twice is no failure', async () => {
  await printed(
    'nmcli',
    'connection',
    'add',
    'type',
    'wifi',
    'con-name',
    'theirs',
    'ssid',
    'Theirs',
    'ifname',
    '*',
    'autoconnect',
    'no',
  );
  for (let round = 0; round < 2; round++) {
    for (const each of [...kinds.map(([, profile]) => profile), full])
      await door.networks.perform({ action: 'remove', id: each.id });
  }
  const left = (await door.networks.observe()).profiles;
  assert.deepEqual(
    left.map(({ name, source }) => [name, source]),
    [['theirs', 'other']],
  );
  assert.match(await printed('ls', '/etc/NetworkManager/system-connections'), /^theirs.nmconnection$/);
});
await check('secrets are in files that only root reads, and not in our log', async () => {
  await perform('add', full);
  assert.equal(
    await printed('find', '/etc/NetworkManager/system-connections', '-type', 'f', '-not', '-perm', '600'),
    '',
  );
  assert.equal(await printed('grep', '-rF', psk, `${process.env['WIFILAB_OUT']}/logs/door.log`), '');
});
await door.close();

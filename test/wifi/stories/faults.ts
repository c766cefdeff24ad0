// What a machine may be like when its hotspot is to come up.
import assert from 'node:assert/strict';
import { hotspot, openDoor } from '../door.ts';
import { check, holds, lab, printed, step, until } from '../story.ts';
import { assertNoTrace, surroundings, up } from '../surroundings.ts';

await lab('start_device');
await lab('make_phone');
const door = openDoor();
await door.sees(({ available }) => available);
const problems = () => door.networks.problems.map(({ code, text }) => `${code}: ${text}`);
const phoneJoins = () => lab('phone_join', 'acme-setup', 'hotspot-password');

step('ports that others hold');
for (const [port, listen] of [
  [53, ['dnsmasq', '--keep-in-foreground', '--conf-file=/dev/null', '--no-resolv', '--no-hosts']],
  [80, ['node', `${process.env['WIFILAB_DIR']}/tools/listen.ts`, '80']],
] as const) {
  await check(`port ${port}: the hotspot comes up, and who holds it is named`, async () => {
    await lab('in_background', 'squatter', ...listen);
    await until(60, async () => (await printed('ss', '-lntu')).includes(`:${port} `));
    await door.raise();
    assert.match(
      problems().join('\n'),
      new RegExp(`port-taken: port ${port} \\((udp|tcp)\\) of the hotspot is held by ${listen[0]} \\(\\d+\\)`),
    );
    await phoneJoins();
    await door.lower();
    assert.deepEqual(problems(), []);
    await lab('stop_background', 'squatter');
  });
}
await check('a DNS server on another loopback address is no trouble', async () => {
  await lab(
    'in_background',
    'squatter',
    'dnsmasq',
    '--keep-in-foreground',
    '--conf-file=/dev/null',
    '--no-resolv',
    '--no-hosts',
    '--listen-address=127.0.0.53',
    '--bind-interfaces',
  );
  await until(60, async () => (await printed('ss', '-lntu')).includes('127.0.0.53:53'));
  await door.raise();
  assert.deepEqual(problems(), []);
  await door.lower();
  await lab('stop_background', 'squatter');
});
await check('port 67: there is no hotspot, the one in the way is named, and no trace stays', async () => {
  await lab('in_background', 'squatter', 'busybox', 'udhcpd', '-f', '-S', '/run/udhcpd.conf');
  await printed('sh', '-c', 'echo "interface lo\nstart 127.1.0.1\nend 127.1.0.9" > /run/udhcpd.conf');
  await lab('in_background', 'squatter', 'node', '-e', "require('node:dgram').createSocket('udp4').bind(67)");
  await until(60, async () => (await printed('ss', '-lnu')).includes('0.0.0.0:67'));
  await assert.rejects(door.raise(), { code: 'refused', message: /port 67 is held by node \(\d+\)/ });
  await assertNoTrace();
  await lab('stop_background', 'squatter');
});

step('what is not installed');
const without = async (program: string, test: () => Promise<unknown>) => {
  const paths = (await printed('sh', '-c', `command -v ${program}`)).split('\n');
  for (const path of paths) await printed('mv', path, `${path}.away`);
  await test();
  for (const path of paths) await printed('mv', `${path}.away`, path);
};
await check('dnsmasq: there is no hotspot, it is said why, and no trace stays', () =>
  without('dnsmasq', async () => {
    await assert.rejects(door.raise(), { code: 'refused', message: /dnsmasq is not installed/ });
    await assertNoTrace();
  }),
);
await check('nft: the hotspot comes up, and it is said that it is not shielded', () =>
  without('nft', async () => {
    await door.raise();
    assert.match(
      problems().join(),
      /nft-missing: the hotspot is not shielded: nft is not installed \(package nftables\)/,
    );
    await door.lower();
  }),
);
await check('iw: everything works, only the country is not known', () =>
  without('iw', async () => {
    // It would come back by itself, and be counted.
    await lab('phone_leave');
    await door.raise();
    assert.partialDeepStrictEqual((await door.networks.observe()).hotspot, { state: 'up', stations: 0 });
    await door.lower();
  }),
);

step('the usual network is in use');
await check('another one is taken, and said', async () => {
  await printed(
    'sh',
    '-c',
    'ip link add robot type dummy; ip address add 10.42.0.17/24 dev robot; ip link set robot up',
  );
  await door.raise();
  assert.partialDeepStrictEqual((await door.networks.observe()).hotspot, { state: 'up', address: '10.42.1.1' });
  assert.match(problems().join(), /subnet-moved/);
  await phoneJoins();
  assert.match(await lab('phone_address'), /^10\.42\.1\./);
  await door.lower();
  await printed('ip', 'link', 'delete', 'robot');
});

step('the machine has a hotspot of its own elsewhere');
await check('another shared connection keeps its DNS, also while ours is up and afterwards', async () => {
  await printed(
    'sh',
    '-c',
    'ip link add eth9 type veth peer name far netns phone; ip -n phone link set far up; ip link set eth9 up',
  );
  await printed(
    'nmcli',
    'connection',
    'add',
    'type',
    'ethernet',
    'ifname',
    'eth9',
    'con-name',
    'theirs',
    'ipv4.method',
    'shared',
    'ipv4.addresses',
    '10.77.0.1/24',
    'ipv6.method',
    'disabled',
  );
  await printed('nmcli', 'device', 'set', 'eth9', 'managed', 'yes');
  await printed('nmcli', '--wait', '30', 'connection', 'up', 'theirs');
  await door.raise();
  const dns = () => printed('ss', '-lnu', 'src', '10.77.0.1:53');
  assert.match(await dns(), /10\.77\.0\.1:53/);
  await printed('nmcli', '--wait', '30', 'connection', 'up', 'theirs');
  assert.match(await until(20, async () => (await dns()).includes('10.77.0.1:53') && dns()), /10\.77/);
  await door.lower();
  assert.match(await dns(), /10\.77\.0\.1:53/);
  await printed('nmcli', 'connection', 'delete', 'theirs');
});
await check('an address that somebody else put on the loopback stays', async () => {
  await printed('ip', 'address', 'add', '192.0.2.1/32', 'dev', 'lo');
  await door.raise();
  assert.deepEqual(problems(), []);
  await door.lower();
  assert.equal((await surroundings()).address, up.address);
  await printed('ip', 'address', 'del', '192.0.2.1/32', 'dev', 'lo');
});

step('the radio');
await check('switched off: no hotspot, and it is said that it is off', async () => {
  await lab('device_rfkill', 'block');
  await door.sees(({ device }) => device?.radio === 'soft-blocked');
  await assert.rejects(door.raise(), { code: 'radio-blocked' });
  await assertNoTrace();
});
await check('with a country given it is switched on', async () => {
  await door.raise({ ...hotspot, country: 'DE' });
  assert.partialDeepStrictEqual((await door.networks.observe()).device, { radio: 'on', country: 'DE' });
  await door.lower();
});
await check('switched off while the hotspot is up: it is seen going down, and no trace stays', async () => {
  await door.raise();
  await lab('device_rfkill', 'block');
  await door.sees(({ hotspot: state }) => state.state === 'down');
  await until(20, () =>
    assertNoTrace().then(
      () => true,
      () => false,
    ),
  );
  await lab('device_rfkill', 'unblock');
  await door.sees(({ device }) => device?.radio === 'on');
});
await check('back on, the hotspot comes up, and a phone sees it', async () => {
  await until(40, () =>
    door.raise().then(
      () => true,
      () => false,
    ),
  );
  await until(40, () => holds('phone_sees', 'acme-setup'));
  await door.lower();
});
await door.close();

// The hotspot: on the air with all that belongs to it, gone without a trace, and nothing but the portal within reach.
import assert from 'node:assert/strict';
import { Secret } from '../../../netplan/secret.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { hotspot, openDoor } from '../door.ts';
import { check, holds, lab, printed, step, until } from '../story.ts';
import { assertNoTrace, surroundings, up } from '../surroundings.ts';

await lab('start_device');
await lab('make_router', 'home', 'My Home', 'home-password');
await lab('make_phone');
const door = openDoor();
await check('the device sees networks', () => door.sees(({ visible }) => visible.length > 0));

step('up');
await check('the hotspot comes up', () => door.raise());
await check('it is observed, with nobody on it, and is no link and no network to join', async () => {
  const { hotspot: state, links, visible } = await door.networks.observe();
  assert.partialDeepStrictEqual(state, { state: 'up', address: '10.42.0.1', stations: 0 });
  assert.deepEqual(links, []);
  assert.ok(visible.every(({ ssid }) => ssid !== hotspot.ssid));
});
await check('rules and answer address are there, the dnsmasq fragment is gone again', async () =>
  assert.deepEqual(await surroundings(), up),
);
await check('nothing is wrong with it', () => assert.deepEqual(door.networks.problems, []));
await check('its access point is WPA2 with CCMP alone', async () => {
  const seen = await until(30, async () => {
    const text = await lab('phone_scan_details');
    return text.includes('SSID: acme-setup') && text;
  });
  const own = seen.split(/^BSS /m).find((each) => each.includes('SSID: acme-setup')) ?? '';
  assert.match(own, /Group cipher: CCMP/);
  assert.match(own, /Pairwise ciphers: CCMP\n/);
  assert.match(own, /Authentication suites: PSK( PSK\/SHA-256)?\n/);
  assert.doesNotMatch(own, /WPA:|WPS:|MFP|TKIP|SAE/);
});
await check('put up once more, it is left as it is', async () => {
  const before = (await door.networks.observe()).hotspot;
  await door.raise();
  assert.deepEqual((await door.networks.observe()).hotspot, before);
});

step('a phone');
await check('joins with the password and gets an address', () => lab('phone_join', 'acme-setup', 'hotspot-password'));
await check('it was told to ask us for names, and to send everything to us', async () => {
  assert.match(await printed('cat', '/etc/netns/phone/resolv.conf'), /^nameserver 10\.42\.0\.1$/);
  assert.match(await printed('ip', '-n', 'phone', 'route'), /^default via 10\.42\.0\.1 /m);
});
await check('it is counted', () => door.sees(({ hotspot: state }) => state.state === 'up' && state.stations === 1));
await check('one with a wrong password does not join', async () =>
  assert.equal(
    await holds('env', 'PHONE_PATIENCE=12', 'lab', 'phone_associate', 'acme-setup', 'wrong-password'),
    false,
  ),
);
await lab('phone_join', 'acme-setup', 'hotspot-password');

step('what is within its reach');
await lab('listen_everywhere', '22', '53', '80', '443', '4772', '8080');
const answers = async (address: string, port: number) =>
  printed('ip', 'netns', 'exec', 'phone', 'busybox', 'nc', '-w', '5', address, String(port));
for (const address of ['10.42.0.1', '192.0.2.1']) {
  await check(`the portal's ports at ${address}`, async () => {
    for (const port of [53, 80, 4772]) assert.match(await answers(address, port), new RegExp(`port ${port}`));
  });
  await check(`no other port at ${address}, refused at once although somebody listens`, async () => {
    for (const port of [22, 443, 8080]) {
      const began = performance.now();
      assert.doesNotMatch(await answers(address, port), /port/);
      assert.ok(performance.now() - began < 4000, `port ${port} was not refused but ignored`);
    }
  });
}
await check('ping, as a sign of life', () => lab('phone', 'busybox', 'ping', '-c', '1', '-W', '5', '10.42.0.1'));
await check('not the addresses that the machine has elsewhere', async () => {
  await printed(
    'sh',
    '-c',
    'ip link add robot type dummy; ip address add 172.31.0.1/24 dev robot; ip link set robot up',
  );
  assert.doesNotMatch(await answers('172.31.0.1', 80), /port/);
});
await check('not the network behind another link: neither by TCP nor by UDP', async () => {
  await lab('plug_cable');
  await until(60, async () => (await printed('ip', 'route')).includes('dev eth0'));
  assert.equal(await holds('phone', 'curl', '-sS', '--max-time', '5', 'http://203.0.113.1/online.txt'), false);
  assert.equal(await holds('phone', 'dig', '+time=2', '+tries=1', '@203.0.113.1', 'any.test'), false);
  assert.match(await printed('curl', '-sS', '--max-time', '20', 'http://203.0.113.1/online.txt'), /online/);
});
await check('nor is the portal within reach of that network, for whoever has a route to the hotspot', async () => {
  const cabled = await until(
    60,
    async () => /inet ([\d.]+)/.exec(await printed('ip', '-4', 'address', 'show', 'eth0'))?.[1],
  );
  const neighbour = (address: string, port: number) =>
    printed('ip', 'netns', 'exec', 'cable', 'busybox', 'nc', '-w', '5', address, String(port));
  for (const address of ['10.42.0.1', '192.0.2.1']) {
    await printed('ip', '-n', 'cable', 'route', 'add', address, 'via', cabled);
    for (const port of [53, 80, 4772])
      assert.doesNotMatch(await neighbour(address, port), /port/, `${address}:${port}`);
    // It does come this far.
    assert.match(await neighbour(address, 8080), /port 8080/);
  }
});

step('another wish');
// As iw writes it.
const otherName = 'acme-\\xe2\\x98\\x95';
const other = {
  ...hotspot,
  ssid: ssidFromText('acme-☕'),
  password: new Secret('another-password'),
  answerAddress: 'hotspot',
};
await check('another name and password take the place of the first', async () => {
  await door.raise(other);
  assert.ok(await until(40, () => holds('phone_sees', otherName)));
  assert.deepEqual(await surroundings(), { ...up, address: '' });
});

step('down');
await check('the hotspot goes, and leaves no trace', async () => {
  await door.lower();
  await door.sees(({ hotspot: state }) => state.state === 'down');
  await assertNoTrace();
});
await check('going down twice is no failure', () => door.lower());
await check('the phone hears it no more', () => until(40, () => holds('phone_sees_not', otherName)));
await door.close();

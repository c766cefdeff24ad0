// Names on the hotspot, as a phone on the real air asks for them: dig, kdig and delv, over UDP and TCP.
import assert from 'node:assert/strict';
import { createNameServer, type Policy } from '../../../dns/server.ts';
import { openDoor } from '../door.ts';
import { check, lab, printed, step, until } from '../story.ts';

const policy: Policy = {
  names: 'all',
  hotspotAddress: '10.42.0.1',
  answerAddress: '192.0.2.1',
  hostName: 'box1',
  upstream: undefined,
};
const names = createNameServer();
const onPhone = (...command: readonly string[]) => printed('ip', 'netns', 'exec', 'phone', ...command);
const dig = (...question: readonly string[]) => onPhone('dig', '+time=5', '+tries=1', ...question);

await lab('start_device');
await lab('make_phone');
const door = openDoor();
await door.sees(({ available }) => available);

step('before there is a hotspot');
await check('its address cannot be served, and that is said', () =>
  assert.rejects(names.listen('10.42.0.1', 53), { code: 'address-not-available' }),
);

step('a hotspot whose every name leads to the device');
await check('it comes up', () => door.raise());
names.set(policy);
await check('port 53 of its address is free, and served', async () => {
  assert.deepEqual(await names.listen('10.42.0.1', 53), { port: 53 });
});
await check('a phone joins', () => lab('phone_join', 'acme-setup', 'hotspot-password'));
await check('the phone asks whom DHCP told it to ask', async () => {
  assert.equal((await lab('phone_lookup', 'captive.apple.com')).trim(), '192.0.2.1');
  assert.equal((await lab('phone_lookup', 'x.setup')).trim(), '10.42.0.1');
});
for (const tool of ['dig', 'kdig']) {
  for (const way of ['+notcp', '+tcp']) {
    await check(`${tool} ${way} has nothing to complain about`, async () => {
      for (const [type, pattern] of [
        ['A', /NOERROR[\s\S]*192\.0\.2\.1/],
        ['AAAA', /NOERROR[\s\S]*SOA\s+setup\./],
        ['TYPE65', /NOERROR[\s\S]*SOA\s+setup\./],
      ] as const) {
        const said = await onPhone(tool, way, 'captive.apple.com', type);
        assert.match(said, pattern);
        assert.doesNotMatch(said, /warning|malformed|mismatch|extra bytes|trailing|truncated|timed? ?out/i);
      }
    });
  }
}
await check('dig finds our name by our address, and no Private Relay', async () => {
  assert.match(await dig('-x', '10.42.0.1'), /PTR\s+box1\.setup\./);
  assert.match(await dig('mask.icloud.com'), /NXDOMAIN/);
});
await check('delv takes the answer', async () => {
  assert.match(await onPhone('delv', '-i', '@10.42.0.1', 'example.com'), /192\.0\.2\.1/);
});

step('only .setup, without a way out');
names.set({ ...policy, names: 'setup-only' });
await check('other names are refused in under a second, and so is what the phone then tries to reach', async () => {
  const said = await dig('captive.apple.com');
  assert.match(said, /REFUSED/);
  assert.ok(Number(/Query time: (\d+) msec/.exec(said)?.[1]) < 1000, said);
  // 7: there is no connection; one that nobody answers would be 28, a time-out.
  assert.match(await onPhone('curl', '-sS', '--max-time', '20', 'http://203.0.113.1/'), /^curl: \(7\)/m);
});
await check('ours are answered', async () => assert.match(await dig('a.b.SETUP'), /A\s+10\.42\.0\.1/));

step('only .setup, with a way out');
await lab('plug_cable');
await until(60, async () => (await printed('ip', 'route')).includes('dev eth0'));
names.set({ ...policy, names: 'setup-only', upstream: '203.0.113.1' });
await check('other names are asked there, over UDP and TCP', async () => {
  const direct = await printed('dig', '+short', '@203.0.113.1', 'online.test');
  assert.equal(await dig('+short', 'online.test'), direct);
  assert.equal(await dig('+short', '+tcp', 'online.test'), direct);
  assert.equal(names.status().counters.forwardFailures, 0);
});

step('the hotspot goes');
await check('and the names with it', async () => {
  await names.close();
  await door.lower();
  await door.sees(({ hotspot }) => hotspot.state === 'down');
  await assert.rejects(names.listen('10.42.0.1', 53), { code: 'address-not-available' });
});
await names.close();
await door.close();

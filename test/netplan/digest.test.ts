import t from 'tap';
import { digestOf, openText } from '../../netplan/digest.ts';
import { Secret } from '../../netplan/secret.ts';
import { hotspotWish, wifiProfile } from '../support/town-agent.ts';

const key = new Secret('the key of this device');
const home = (psk: string) => digestOf(wifiProfile({ ssid: 'Home', psk }), key);
const office = (password: string) =>
  digestOf(
    wifiProfile({
      ssid: 'Office',
      security: 'enterprise',
      enterprise: { method: 'peap', identity: 'ann', password: new Secret(password) },
    }),
    key,
  );

t.test('equal profiles have equal digests, and a changed secret alone makes another', async (t) => {
  t.equal(home('correct horse'), home('correct horse'));
  t.not(home('correct horse'), home('battery staple'));
  t.not(office('one'), office('two'));
  t.not(digestOf(hotspotWish(), key), digestOf(hotspotWish({ password: new Secret('another one') }), key));
});

t.test('another key makes another digest, and no digest shows a secret', async (t) => {
  const profile = wifiProfile({ ssid: 'Home', psk: 'correct horse' });
  t.not(digestOf(profile, key), digestOf(profile, new Secret('the key of another device')));
  t.match(digestOf(profile, key), /^1:[\w-]{27}$/);
});

t.test('the open text reveals secrets at every depth, also in lists', async (t) => {
  const secret = new Secret('hush');
  t.equal(openText({ a: [secret, { b: secret }], c: 'plain' }), '{"a":["hush",{"b":"hush"}],"c":"plain"}');
});

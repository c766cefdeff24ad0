import t from 'tap';
import { digestOf, onTrial, openText, remakesLink } from '../../netplan/digest.ts';
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
  t.match(digestOf(profile, key), /^2:[\w-]{27}\.[\w-]{12}$/);
  t.match(digestOf(hotspotWish(), key), /^1:[\w-]{27}$/);
});

t.test('the open text reveals secrets at every depth, also in lists', async (t) => {
  const secret = new Secret('hush');
  t.equal(openText({ a: [secret, { b: secret }], c: 'plain' }), '{"a":["hush",{"b":"hush"}],"c":"plain"}');
});

t.test('only what a link is made with makes it anew: not a name, a priority, or power save', async (t) => {
  const profile = wifiProfile({ ssid: 'Home', psk: 'correct horse' });
  const saved = digestOf(profile, key);
  const after = (change: object, wifi: object = {}) =>
    remakesLink(saved, digestOf({ ...profile, ...change, wifi: { ...profile.wifi, ...wifi } as never }, key));
  t.notOk(after({ name: 'Hall', priority: 7, autoconnect: false }, { powerSave: true }));
  t.ok(after({}, { psk: new Secret('battery staple') }));
  t.ok(after({ addressing: { method: 'auto', dns: ['192.0.2.53'] } }));
  t.ok(after({ routeMetric: 50 }));
  t.notOk(remakesLink(onTrial(saved), saved), 'what proved itself is only saved');
  t.notOk(remakesLink(undefined, saved), 'not known');
  t.notOk(remakesLink('1:of an earlier version', saved), 'a new version of the agent cuts no link');
});

import { pbkdf2Sync } from 'node:crypto';
import t from 'tap';
import { seconds } from '../../../netplan/duration.ts';
import type { Internet } from '../../../netplan/network.ts';
import type { Profile } from '../../../netplan/profile.ts';
import { Secret } from '../../../netplan/secret.ts';
import { town } from '../../../netplan/simulated/town.ts';
import type { AccessPoint, Radio } from '../../../netplan/simulated/world.ts';
import { ssidFromBytes, ssidFromText } from '../../../netplan/ssid.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { TownAgent, wifiProfile } from '../../support/town-agent.ts';

const ssid = ssidFromText('Home');
const right = wifiProfile({ ssid: 'Home', psk: 'correct horse' });
const manual = (address: string): Profile => ({
  ...right,
  addressing: { method: 'manual', address, gateway: undefined, dns: [] },
});
const enterprise = (password: string) =>
  wifiProfile({
    ssid: 'Home',
    security: 'enterprise',
    enterprise: { method: 'peap', identity: 'ann', password: new Secret(password) },
  });
const psk = (password: string) => pbkdf2Sync(password, 'Home', 4096, 32, 'sha1').toString('hex');

type Case = {
  readonly name: string;
  readonly accessPoint?: Partial<AccessPoint>;
  readonly radio?: Partial<Radio>;
  readonly profile?: Profile;
  readonly outcome: string;
  /** What NetworkManager says of the link a second later. */
  readonly internet?: Internet;
  readonly after: number;
};

const cases: readonly Case[] = [
  { name: 'the right password', outcome: 'joined', internet: 'yes', after: 3 },
  { name: 'a network without internet', accessPoint: { internet: 'no' }, outcome: 'joined', internet: 'no', after: 3 },
  {
    name: 'a sign-in page upstream',
    accessPoint: { internet: 'sign-in' },
    outcome: 'joined',
    internet: 'sign-in',
    after: 3,
  },
  {
    name: 'a wrong password',
    profile: wifiProfile({ ssid: 'Home', psk: 'incorrect' }),
    outcome: 'wrong-password',
    after: 5,
  },
  {
    name: 'no password for a protected network',
    profile: wifiProfile({ ssid: 'Home', security: 'wpa-psk' }),
    outcome: 'wrong-password',
    after: 5,
  },
  {
    name: 'the key itself, in hexadecimal',
    profile: wifiProfile({ ssid: 'Home', psk: psk('correct horse').toUpperCase() }),
    outcome: 'joined',
    internet: 'yes',
    after: 3,
  },
  {
    name: 'another key in hexadecimal',
    profile: wifiProfile({ ssid: 'Home', psk: psk('other horse') }),
    outcome: 'wrong-password',
    after: 5,
  },
  { name: 'a network that is not there', accessPoint: { on: false }, outcome: 'network-not-found', after: 25 },
  { name: 'a network out of range', accessPoint: { signal: 0 }, outcome: 'network-not-found', after: 25 },
  {
    name: 'a hidden network, not asked for as such',
    accessPoint: { hidden: true },
    outcome: 'network-not-found',
    after: 25,
  },
  {
    name: 'a hidden network',
    accessPoint: { hidden: true },
    profile: wifiProfile({ ssid: 'Home', psk: 'correct horse', hidden: true, security: 'unknown' }),
    outcome: 'joined',
    internet: 'yes',
    after: 3,
  },
  {
    name: 'OWE, by a name that was typed without a password',
    accessPoint: { security: ['owe'], password: undefined },
    profile: wifiProfile({ ssid: 'Home', hidden: true, security: 'open' }),
    outcome: 'joined',
    internet: 'yes',
    after: 3,
  },
  {
    name: 'OWE for a profile of an open network',
    accessPoint: { security: ['owe'], password: undefined },
    profile: wifiProfile({ ssid: 'Home', security: 'open' }),
    outcome: 'network-not-found',
    after: 25,
  },
  {
    name: 'SAE for a profile that knows WPA-PSK only',
    accessPoint: { security: ['sae'] },
    outcome: 'network-not-found',
    after: 25,
  },
  {
    name: 'WPA2 and WPA3 at once',
    accessPoint: { security: ['wpa-psk', 'sae'] },
    profile: wifiProfile({ ssid: 'Home', psk: 'correct horse', security: 'sae' }),
    outcome: 'joined',
    internet: 'yes',
    after: 3,
  },
  {
    name: 'security the radio does not know',
    accessPoint: { security: ['wep'] },
    outcome: 'unsupported-security',
    after: 1,
  },
  { name: 'a router that gives no addresses', accessPoint: { dhcp: false }, outcome: 'no-address', after: 53 },
  {
    name: 'an address of its own instead',
    accessPoint: { dhcp: false },
    profile: manual('192.168.4.9/24'),
    outcome: 'joined',
    internet: 'yes',
    after: 3,
  },
  {
    name: 'an address that somebody has',
    accessPoint: { taken: ['192.168.4.9'] },
    profile: manual('192.168.4.9/24'),
    outcome: 'address-in-use',
    after: 3,
  },
  { name: 'a router that refuses', accessPoint: { temper: 'refuses' }, outcome: 'refused', after: 1 },
  { name: 'a router that throws out', accessPoint: { temper: 'disassociates' }, outcome: 'disassociated', after: 3 },
  { name: 'a router that never answers', accessPoint: { temper: 'silent' }, outcome: 'timed-out', after: 25 },
  { name: 'a signal that is too weak', accessPoint: { signal: 4 }, outcome: 'signal-too-weak', after: 3 },
  {
    name: 'the right user',
    accessPoint: { security: ['enterprise'], identity: 'ann' },
    profile: enterprise('correct horse'),
    outcome: 'joined',
    internet: 'yes',
    after: 3,
  },
  {
    name: 'a wrong user',
    accessPoint: { security: ['enterprise'], identity: 'ann' },
    profile: enterprise('wrong'),
    outcome: 'identity-refused',
    after: 5,
  },
  { name: 'a blocked radio', radio: { block: 'soft-blocked' }, outcome: 'radio-blocked', after: 0 },
  { name: 'no radio', radio: { present: false }, outcome: 'device-gone', after: 0 },
];

for (const { name, accessPoint, radio, profile = right, outcome, internet, after } of cases) {
  t.test(`${name}: ${outcome}, after ${after} s`, async (t) => {
    const clock = new HandClock();
    const here = town({ clock, radio: radio ?? {} });
    here.addAccessPoint({ ssid, password: 'correct horse', ...accessPoint });
    const agent = new TownAgent(here, clock);
    t.equal(await agent.try(profile), outcome);
    t.equal(clock.now(), seconds(after));
    await clock.advance(seconds(120));
    t.equal(agent.outcomes.length, 1, 'one outcome, and no more');
    const { profiles, links } = await agent.networks.observe();
    t.match(links, internet === undefined ? [] : [{ state: 'active', internet }]);
    t.match(profiles, internet !== undefined ? [{ id: profile.id, volatile: true, attempt: 'attempt-1' }] : []);
  });
}

t.test('a name is its bytes: an equal look is not enough', async (t) => {
  const clock = new HandClock();
  const here = town({ clock });
  here.addAccessPoint({ ssid: ssidFromBytes(Buffer.from([0xc6, 0x33, 0x32])) });
  const agent = new TownAgent(here, clock);
  t.equal(await agent.try(wifiProfile({ ssid: 'Æ32' })), 'network-not-found');
  const profile = wifiProfile({ ssid: 'x' });
  const wifi = { ...profile.wifi, ssid: ssidFromBytes(Buffer.from([0xc6, 0x33, 0x32])) } as Profile['wifi'];
  t.equal(await agent.try({ ...profile, wifi }), 'joined');
});

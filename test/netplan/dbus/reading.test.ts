import assert from 'node:assert/strict';
import t from 'tap';
import { profileSettings } from '../../../netplan/dbus/dictionary.ts';
import { marksOf } from '../../../netplan/dbus/marks.ts';
import { profileFrom, savedProfile, settingsReply } from '../../../netplan/dbus/reading.ts';
import type { Profile, WifiPart } from '../../../netplan/profile.ts';
import { Secret } from '../../../netplan/secret.ts';
import { ssidFromBytes } from '../../../netplan/ssid.ts';
import fc from '../../support/cases.ts';
import { profile } from './profiles.ts';
import { overTheWire } from './wire.ts';

const read = (settings: object) => settingsReply.parse(overTheWire(settings));

const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((each) => !each.includes('\0'));
const secret = text.map((value) => new Secret(value));
const psk = fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 63 }).map((value) => new Secret(value));
const ssid = fc.uint8Array({ minLength: 1, maxLength: 32 }).map(ssidFromBytes);
const address = fc.ipV4();
const dns = fc.array(address, { maxLength: 3 });
const none = fc.constant(undefined);

const security = fc.oneof(
  fc.record({ security: fc.constantFrom('open' as const, 'owe' as const), psk: none, enterprise: none }),
  fc.record({ security: fc.constantFrom('wpa-psk' as const, 'sae' as const), psk, enterprise: none }),
  fc.record({
    security: fc.constant('enterprise' as const),
    psk: none,
    enterprise: fc.record({
      method: fc.constantFrom('peap' as const, 'ttls' as const),
      identity: text,
      password: secret,
    }),
  }),
);
const wifi: fc.Arbitrary<WifiPart> = fc
  .tuple(fc.record({ ssid, hidden: fc.boolean(), powerSave: fc.option(fc.boolean(), { nil: undefined }) }), security)
  .map(([base, kind]) => ({ ...base, ...kind }));
const prefixed = fc.tuple(address, fc.integer({ min: 1, max: 32 })).map(([host, prefix]) => `${host}/${prefix}`);
const addressing = fc.oneof(
  fc.record({ method: fc.constant('auto' as const), dns }),
  fc.record({
    method: fc.constant('manual' as const),
    address: prefixed,
    gateway: fc.option(address, { nil: undefined }),
    dns,
  }),
);
const anyProfile: fc.Arbitrary<Profile> = fc.record({
  id: fc.uuid(),
  name: text,
  source: fc.constantFrom('settings' as const, 'submission' as const),
  interface: fc.constantFrom(undefined, 'wlan0', 'eth1'),
  wifi: fc.option(wifi, { nil: undefined }),
  addressing,
  priority: fc.integer({ min: -999, max: 999 }),
  routeMetric: fc.nat(10_000),
  autoconnect: fc.boolean(),
});

const reveal = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, each) => (each instanceof Secret ? `secret ${each.reveal()}` : each)));

t.test('what was written is what is read back, secrets and bytes included', async (t) => {
  const holds = fc.property(anyProfile, (written) => {
    const { source, wifi, interface: name } = written;
    const marks = { source, digest: 'd', attempt: 'a', hidden: wifi?.hidden, interface: name };
    const back = profileFrom(read(profileSettings(written, marks)));
    assert.deepEqual(reveal(back), reveal(written));
  });
  t.doesNotThrow(() => fc.assert(holds, { numRuns: 300 }));
});

t.test('of a submission the wish counts, not what NetworkManager added: hidden, and the interface', async (t) => {
  const marks = { source: 'submission', digest: 'd', attempt: 'a-1', hidden: false } as const;
  const settings = profileSettings({ ...profile, source: 'submission', interface: 'wlan0' }, marks);
  const stored = read({ ...settings, '802-11-wireless': { ...settings['802-11-wireless'], hidden: true } });
  t.match(savedProfile(stored, 5), { hidden: false, interface: undefined, volatile: true, attempt: 'a-1' });
});

t.test("others' profiles are read with NetworkManager's defaults, and are nobody of ours", async (t) => {
  const bare = { connection: { id: 'Office', uuid: 'u-1', type: '802-11-wireless' }, '802-11-wireless': {} };
  t.strictSame(savedProfile(read(bare), 0), {
    id: 'u-1',
    name: 'Office',
    source: 'other',
    kind: 'wifi',
    ssid: undefined,
    hidden: false,
    interface: undefined,
    autoconnect: true,
    priority: 0,
    lastSuccess: 0,
    volatile: false,
    attempt: undefined,
    digest: undefined,
  });
  t.equal(profileFrom(read(bare)), undefined);
});

t.test('an access point of somebody else is no network to join, a wire is a wire, a VPN something else', async (t) => {
  const kind = (type: string, radio?: object) =>
    savedProfile(read({ connection: { id: 'x', uuid: 'u', type }, ...(radio && { '802-11-wireless': radio }) }), 0)
      .kind;
  t.equal(kind('802-11-wireless', { mode: 'ap' }), 'other');
  t.equal(kind('802-11-wireless', { mode: 'infrastructure' }), 'wifi');
  t.equal(kind('802-3-ethernet'), 'wired');
  t.equal(kind('vpn'), 'other');
});

t.test('a property of an unexpected form counts as absent, and the rest is read', async (t) => {
  const odd = { connection: { id: 'x', uuid: 'u', type: 'vpn', 'autoconnect-priority': 'high' }, ipv4: 7, user: [] };
  t.match(savedProfile(read(odd), 0), { name: 'x', priority: 0, source: 'other' });
  t.throws(() => read({ connection: { id: 'x' } }));
});

t.test('a mark with an unknown source is no mark of ours', async (t) => {
  t.equal(marksOf({}), undefined);
  t.equal(marksOf({ 'machine-agent.source': 'other' }), undefined);
  t.equal(marksOf({ 'somebody.source': 'settings' }), undefined);
  t.match(marksOf({ 'machine-agent.source': 'settings' }), { source: 'settings', digest: undefined });
});

import assert from 'node:assert/strict';
import t from 'tap';
import { milliseconds, minutes } from '../../../netplan/duration.ts';
import { NetworkError } from '../../../netplan/errors.ts';
import type { Observation } from '../../../netplan/network.ts';
import type { Profile } from '../../../netplan/profile.ts';
import { seededRandom } from '../../../netplan/simulated/delays.ts';
import { type Town, town } from '../../../netplan/simulated/town.ts';
import type { AccessPoint, Radio } from '../../../netplan/simulated/world.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import type { Step } from '../../../netplan/steps.ts';
import fc from '../../support/cases.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { hotspotWish, TownAgent, wifiProfile, wiredProfile } from '../../support/town-agent.ts';

type Act =
  | { readonly act: 'step'; readonly step: Step }
  | { readonly act: 'accessPoint'; readonly which: number; readonly changes: Partial<AccessPoint> }
  | { readonly act: 'port'; readonly plugged: boolean; readonly dhcp: boolean }
  | { readonly act: 'radio'; readonly changes: Partial<Radio> }
  | { readonly act: 'scan' | 'leave' | 'return' | 'falls' | 'phone' }
  | { readonly act: 'delete'; readonly id: string }
  | { readonly act: 'pass'; readonly length: number };

const names = ['Home', 'Hall'] as const;
const profiles: readonly Profile[] = [
  ...names.map((ssid) => wifiProfile({ ssid, psk: 'right password' })),
  wifiProfile({ ssid: 'Home', psk: 'wrong password', hidden: true }, { id: 'wrong', source: 'settings' }),
  wiredProfile({ id: 'cable' }),
];
const profile = fc.constantFrom(...profiles);
const id = fc.constantFrom(...profiles.map((each) => each.id));
const attempt = fc.nat(30).map((number) => `attempt-${number}`);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ action: fc.constant('add' as const), profile, digest: fc.constant('d') }),
  fc.record({
    action: fc.constant('update' as const),
    profile,
    digest: fc.constant('d'),
    storage: fc.constantFrom('disk' as const, 'memory' as const),
  }),
  fc.record({ action: fc.constantFrom('remove' as const, 'leave' as const), id }),
  fc.record({
    action: fc.constantFrom('guard' as const, 'undo' as const, 'trust' as const),
    guard: fc.constantFrom('one', 'other'),
  }),
  fc.record({ action: fc.constant('keep' as const), id, priority: fc.constant(999) }),
  fc
    .constantFrom('first', 'second')
    .map((digest) => ({ action: 'hotspot-up' as const, hotspot: hotspotWish(), digest })),
  fc.constant({ action: 'hotspot-down' as const }),
  fc.boolean().map((allowed) => ({ action: 'autoconnect' as const, allowed })),
  fc.record({
    action: fc.constant('join' as const),
    join: fc.record({
      attempt,
      target: fc.oneof(
        id.map((each) => ({ kind: 'saved' as const, id: each })),
        profile.map((each) => ({ kind: 'new' as const, profile: each })),
      ),
    }),
  }),
);
const changes = fc.record(
  {
    on: fc.boolean(),
    hidden: fc.boolean(),
    dhcp: fc.boolean(),
    password: fc.constantFrom('right password', 'another password'),
    internet: fc.constantFrom('yes' as const, 'no' as const, 'sign-in' as const),
    temper: fc.constantFrom('normal' as const, 'refuses' as const, 'disassociates' as const, 'silent' as const),
    signal: fc.constantFrom(0, 5, 60),
  },
  { requiredKeys: [] },
);
const radio = fc.record(
  {
    present: fc.boolean(),
    block: fc.constantFrom('on' as const, 'on' as const, 'soft-blocked' as const),
    scansInHotspot: fc.boolean(),
    scanFailures: fc.nat(1),
    hotspotFailures: fc.nat(1),
  },
  { requiredKeys: [] },
);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: step.map((each) => ({ act: 'step' as const, step: each })) },
  { weight: 6, arbitrary: fc.nat(60_000).map((length) => ({ act: 'pass' as const, length })) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('accessPoint' as const), which: fc.nat(1), changes }) },
  fc.record({ act: fc.constant('port' as const), plugged: fc.boolean(), dhcp: fc.boolean() }),
  radio.map((each) => ({ act: 'radio' as const, changes: each })),
  fc
    .constantFrom(
      'scan' as const,
      'leave' as const,
      'return' as const,
      'return' as const,
      'falls' as const,
      'phone' as const,
    )
    .map((each) => ({ act: each })),
  id.map((each) => ({ act: 'delete' as const, id: each })),
);

/** What must hold in every observation of a device with one radio. */
function assertConsistent({
  at,
  available,
  device,
  links,
  visible,
  scannedAt,
  profiles: saved,
  hotspot,
}: Observation): void {
  const wifi = links.filter(({ kind }) => kind === 'wifi');
  assert.ok(wifi.length <= 1 && (wifi.length === 0 || hotspot.state === 'down'), 'a link or the hotspot, not both');
  if (!available)
    assert.deepEqual(
      [device, links, visible, saved, hotspot.state, scannedAt],
      [undefined, [], [], [], 'down', undefined],
    );
  if (device?.radio !== 'on') assert.equal(wifi.length + (hotspot.state === 'down' ? 0 : 1), 0, 'no radio, no wifi');
  for (const link of links) {
    assert.ok(
      saved.some((each) => each.id === link.profile && each.ssid === link.ssid),
      'a link has its profile',
    );
    assert.equal(link.addresses.length > 0, link.state === 'active');
  }
  for (const each of saved) {
    const used =
      links.some((link) => link.profile === each.id) || (each.source === 'hotspot' && hotspot.state !== 'down');
    assert.ok(!each.volatile || used, 'a volatile profile lives as long as its use');
  }
  assert.equal(saved.filter(({ source }) => source === 'hotspot').length, hotspot.state === 'down' ? 0 : 1);
  assert.equal(new Set(visible.map(({ ssid }) => ssid)).size, visible.length);
  assert.equal(new Set(saved.map((each) => each.id)).size, saved.length);
  assert.ok(scannedAt === undefined || scannedAt <= at);
}

async function play(acts: readonly Act[], seed: number) {
  const clock = new HandClock();
  const here = town({ clock, random: seededRandom(seed) });
  const aps = names.map((name) => here.addAccessPoint({ ssid: ssidFromText(name), password: 'right password' }));
  const agent = new TownAgent(here, clock);
  const diary: unknown[] = [];
  const open = new Set<string>();
  const silenced = new Set<string>();
  const ignored = (error: unknown) => assert.ok(error instanceof NetworkError, String(error));
  for (const each of acts) {
    if (each.act === 'pass') await clock.advance(milliseconds(each.length));
    else if (each.act === 'step') {
      const { step: asked } = each;
      const join = asked.action === 'join' && !open.has(asked.join.attempt) ? asked.join.attempt : undefined;
      if (join !== undefined) open.add(join);
      void agent.networks.perform(asked).catch((error: unknown) => {
        ignored(error);
        if (join !== undefined) silenced.add(join);
      });
    } else if (each.act === 'scan') void agent.networks.scan().catch(ignored);
    else {
      if (each.act === 'leave') for (const every of open) silenced.add(every);
      change(here, aps, each);
    }
    await clock.settle();
    const observation = await agent.networks.observe();
    assertConsistent(observation);
    diary.push(JSON.stringify(observation));
  }
  await clock.advance(minutes(5));
  for (const every of open) {
    const count = agent.outcomes.filter((outcome) => outcome.attempt === every).length;
    assert.ok(silenced.has(every) ? count <= 1 : count === 1, `${every} has ${count} outcomes`);
  }
  here.close();
  await clock.settle();
  assert.equal(clock.waiting, 0, 'a closed town waits for nothing');
  return [...diary, agent.outcomes, JSON.stringify(here.view())];
}

function change(here: Town, aps: readonly string[], act: Act): void {
  if (act.act === 'accessPoint') here.changeAccessPoint(aps[act.which] ?? '', act.changes);
  if (act.act === 'port') here.changePort('eth0', act);
  if (act.act === 'radio') here.changeRadio(act.changes);
  if (act.act === 'leave') here.networkManagerLeaves();
  if (act.act === 'return') here.networkManagerReturns();
  if (act.act === 'falls') here.hotspotFalls();
  if (act.act === 'delete') here.deleteProfile(act.id);
  if (act.act === 'phone') void here.phoneJoins('phone', hotspotWish().ssid, 'machinesetup');
}

t.test(
  'whatever happens: one outcome for each attempt, never link and hotspot at once, and the same for the same seed',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 60, size: 'max' }), fc.nat(), async (acts, seed) => {
        assert.deepEqual(await play(acts, seed), await play(acts, seed));
      }),
      { numRuns: 150, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false },
    );
  },
);

t.test('another seed is another town', async (t) => {
  const acts: Act[] = [
    {
      act: 'step',
      step: { action: 'join', join: { attempt: 'a', target: { kind: 'new', profile: profiles[0] as Profile } } },
    },
    { act: 'pass', length: 2500 },
  ];
  const lengths = new Set<unknown>();
  for (let seed = 0; seed < 20; seed++) lengths.add(JSON.stringify((await play(acts, seed)).at(1)));
  t.ok(lengths.size > 1);
});

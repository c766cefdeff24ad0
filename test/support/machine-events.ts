import { minutes, seconds } from '../../netplan/duration.ts';
import type { HotspotState, Internet, Link } from '../../netplan/network.ts';
import { joinReasons } from '../../netplan/reasons.ts';
import fc from './cases.ts';
import { cable, inSight, type Machine, saved, submission, up, wifi } from './machine.ts';

/** Something that may happen to the machine, at any time, in any order. */
export type Happening =
  | { readonly kind: 'pass'; readonly duration: number }
  | { readonly kind: 'see'; readonly world: World }
  | {
      readonly kind: 'outcome';
      readonly stale: boolean;
      readonly internet: Internet | undefined;
      readonly reason: number;
    }
  | { readonly kind: 'person'; readonly deliberate: boolean }
  | { readonly kind: 'submitted'; readonly network: string | undefined; readonly delivered: boolean }
  | { readonly kind: 'credentials'; readonly configured: boolean }
  | { readonly kind: 'enabled'; readonly enabled: boolean }
  | { readonly kind: 'writable'; readonly writable: boolean }
  | { readonly kind: 'probe'; readonly internet: Internet }
  /** The settings want the profile of Home otherwise, or not at all. */
  | { readonly kind: 'wished'; readonly digest: string | undefined }
  | { readonly kind: 'test'; readonly network: string }
  | { readonly kind: 'exit' | 'provision' | 'rescan' | 'scan-failed' | 'scanned' | 'killed' };

export type World = {
  readonly available: boolean;
  readonly link: 'none' | 'making' | 'wifi' | 'cable';
  readonly internet: Internet;
  readonly visible: readonly string[];
  readonly hotspot: HotspotState['state'];
  /** The way back that was begun stands. */
  readonly guarded: boolean;
};

const names = ['Home', 'Office', 'Shop'];
const internet = fc.constantFrom<Internet>('yes', 'no', 'sign-in', 'unknown');

const world: fc.Arbitrary<World> = fc.record({
  available: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0),
  link: fc.constantFrom('none', 'none', 'making', 'wifi', 'cable'),
  internet,
  visible: fc.subarray(names),
  hotspot: fc.constantFrom('down', 'starting', 'up', 'up'),
  guarded: fc.boolean(),
});

const of = <K extends string>(...kinds: readonly K[]) => fc.constantFrom(...kinds).map((kind) => ({ kind }));

export const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('pass'), duration: fc.integer({ min: 0, max: minutes(12) }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass'), duration: fc.integer({ min: 0, max: seconds(20) }) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('see'), world }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('outcome'),
      stale: fc.boolean(),
      internet: fc.option(internet, { nil: undefined }),
      reason: fc.nat(joinReasons.length - 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('person'), deliberate: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('submitted'),
      network: fc.option(fc.constantFrom(...names), { nil: undefined }),
      delivered: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('credentials'), configured: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('enabled'), enabled: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('writable'), writable: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('probe'), internet }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wished'),
      digest: fc.constantFrom(undefined, '2:one.first', '2:other.second'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('test'), network: fc.constantFrom(...names) }) },
  { weight: 2, arbitrary: of('exit', 'provision', 'rescan', 'scan-failed', 'scanned', 'killed') },
);

function linksOf({ link, internet: reach }: World): readonly Link[] {
  switch (link) {
    case 'none':
      return [];
    case 'making':
      return [{ ...wifi('Home', reach), state: 'activating', addresses: [] }];
    case 'wifi':
      return [wifi('Home', reach)];
    case 'cable':
      return [cable(reach)];
  }
}

const hotspots = { up, starting: { state: 'starting' }, down: { state: 'down' } } as const;
let serial = 0;

/** Tells the machine. `stale` is a join id that an earlier wish had. */
export function happen(machine: Machine, event: Happening, stale: string): void {
  switch (event.kind) {
    case 'pass':
      machine.pass(event.duration);
      return;
    case 'see':
      machine.see({
        available: event.world.available,
        links: linksOf(event.world),
        visible: event.world.visible.map((name) => inSight(name)),
        hotspot: hotspots[event.world.hotspot],
        profiles: names.map((name) =>
          name === 'Home'
            ? saved(name, { source: 'settings', digest: '2:one.first', priority: 9 })
            : saved(name, { priority: name === 'Office' ? 99 : 0 }),
        ),
        guard: event.world.guarded && machine.state.mode.kind === 'proving' ? machine.state.mode.guard : undefined,
        scannedAt: machine.at,
      });
      return;
    case 'outcome': {
      const join = event.stale ? stale : machine.join;
      if (event.internet !== undefined) machine.take({ kind: 'joined', join, internet: event.internet });
      else machine.take({ kind: 'join-failed', join, reason: joinReasons[event.reason] ?? 'failed' });
      return;
    }
    case 'person':
      machine.take({ kind: 'activity', deliberate: event.deliberate });
      return;
    case 'submitted': {
      const attempt = `attempt${serial++}`;
      const accepted =
        event.network === undefined ? { attempt, profile: undefined } : submission(event.network, attempt);
      machine.take({ kind: 'submitted', submission: accepted });
      if (event.delivered) machine.take({ kind: 'delivered', attempt });
      return;
    }
    case 'credentials':
      machine.take({ kind: 'credentials', configured: event.configured, committed: event.configured });
      return;
    case 'enabled':
      machine.rules = { ...machine.rules, enabled: event.enabled };
      machine.take({ kind: 'settings' });
      return;
    case 'writable':
      machine.take({ kind: 'reboots', writable: event.writable });
      return;
    case 'probe':
      machine.take({ kind: 'probe', internet: event.internet });
      return;
    case 'wished': {
      const wished =
        event.digest === undefined ? [] : [['Home', { name: 'Home', digest: event.digest, routeMetric: 0 }] as const];
      machine.rules = { ...machine.rules, wished: new Map(wished) };
      machine.take({ kind: 'settings' });
      return;
    }
    case 'test':
      machine.take({ kind: 'test', profile: event.network });
      return;
    case 'scan-failed':
    case 'scanned':
      machine.take({ kind: 'scan', done: event.kind === 'scanned' });
      return;
    case 'killed':
      machine.restart();
      return;
    case 'exit':
    case 'provision':
    case 'rescan':
      machine.take({ kind: event.kind });
  }
}

import { onTrial } from './digest.ts';
import type { Observation, SavedProfile } from './network.ts';
import type { Join, Plan } from './plan.ts';
import type { Hotspot, Profile } from './profile.ts';

/** One change to the outside. Data, so that what will be done can be logged, tested and compared before it is done. */
export type Step =
  | { readonly action: 'add'; readonly profile: Profile; readonly digest: string }
  | {
      readonly action: 'update';
      readonly profile: Profile;
      readonly digest: string;
      readonly storage: 'disk' | 'memory';
    }
  /** `leave`: the link with this profile ends. */
  | { readonly action: 'remove' | 'leave'; readonly id: string }
  | { readonly action: 'guard' | 'undo' | 'trust'; readonly guard: string }
  | { readonly action: 'hotspot-up'; readonly hotspot: Hotspot; readonly digest: string }
  | { readonly action: 'hotspot-down' }
  | { readonly action: 'autoconnect'; readonly allowed: boolean }
  | { readonly action: 'join'; readonly join: Join }
  | { readonly action: 'keep'; readonly id: string; readonly priority: number };

export type Digest = (profile: Profile | Hotspot) => string;

/** What turns the device as observed into the device as planned; empty when they agree. Linear in the profiles. */
export function stepsBetween(observation: Observation, plan: Plan, digest: Digest): readonly Step[] {
  if (!observation.available) return [];
  const { guard } = plan;
  // Nothing is touched before the way back stands.
  if (guard?.want === 'begin' && observation.guard !== guard.id) return [{ action: 'guard', guard: guard.id }];
  if (guard?.want === 'undo') return guardSteps(observation, plan);
  return [
    ...guardSteps(observation, plan),
    ...radioDown(observation, plan, digest),
    ...profileSteps(observation, plan, digest),
    ...keepSteps(observation, plan),
    ...leaveSteps(observation, plan),
    ...radioUp(observation, plan, digest),
  ];
}

function guardSteps({ guard: standing }: Observation, { guard }: Plan): readonly Step[] {
  if (standing === undefined) return [];
  if (guard === undefined || guard.id !== standing) return [{ action: 'trust', guard: standing }];
  return guard.want === 'undo' ? [{ action: 'undo', guard: standing }] : [];
}

const leaveSteps = ({ links }: Observation, { leave }: Plan): readonly Step[] =>
  leave !== undefined && links.some(({ profile }) => profile === leave) ? [{ action: 'leave', id: leave }] : [];

/** First the hotspot leaves the air, and NetworkManager gets or loses its freedom on that radio. */
function radioDown(observation: Observation, plan: Plan, digest: Digest): readonly Step[] {
  const { device, hotspot } = observation;
  const stale = hotspot.state === 'up' && plan.hotspot !== undefined && hotspot.digest !== digest(plan.hotspot);
  const over = hotspot.state !== 'down' && (plan.hotspot === undefined || stale);
  const down: Step[] = over && !isTakenOver(observation, plan) ? [{ action: 'hotspot-down' }] : [];
  const free: Step[] =
    device !== undefined && plan.autoconnect !== undefined && device.autoconnect !== plan.autoconnect
      ? [{ action: 'autoconnect', allowed: plan.autoconnect }]
      : [];
  // NetworkManager must not be let loose on a radio that still carries the hotspot, nor reclaim it before we take it.
  return plan.autoconnect ? [...down, ...free] : [...free, ...down];
}

/**
 * A join on the hotspot's own radio ends the hotspot by itself, and what was heard before the hotspot is still known
 * then: a radio that is idle in between forgets it, and scans anew, which takes seconds. Only until the join has begun:
 * a hotspot that is there beside a link has a radio for both.
 */
function isTakenOver({ device, links, profiles }: Observation, { join }: Plan): boolean {
  if (join === undefined || device === undefined) return false;
  const { target } = join;
  const saved = target.kind === 'saved' ? profiles.find(({ id }) => id === target.id) : undefined;
  const isWifi = target.kind === 'new' ? target.profile.wifi !== undefined : saved?.kind === 'wifi';
  const bound = target.kind === 'new' ? target.profile.interface : saved?.interface;
  const isHere = bound === undefined || bound === device.interface;
  return isWifi && isHere && !links.some((link) => link.interface === device.interface);
}

function radioUp({ device, hotspot }: Observation, plan: Plan, digest: Digest): readonly Step[] {
  if (plan.join !== undefined) return [{ action: 'join', join: plan.join }];
  if (plan.hotspot === undefined || device === undefined) return [];
  const wish = digest(plan.hotspot);
  const stands = hotspot.state === 'starting' || (hotspot.state === 'up' && hotspot.digest === wish);
  return stands ? [] : [{ action: 'hotspot-up', hotspot: plan.hotspot, digest: wish }];
}

function profileSteps({ profiles }: Observation, plan: Plan, digest: Digest): readonly Step[] {
  if (plan.profiles === undefined) return [];
  const saved = new Map(profiles.filter(({ source }) => source === 'settings').map((each) => [each.id, each]));
  const wanted = new Set(plan.profiles.map(({ id }) => id));
  return [
    ...[...saved.keys()]
      .filter((id) => !wanted.has(id) && !plan.hold.has(id))
      .map((id): Step => ({ action: 'remove', id })),
    ...plan.profiles.flatMap((profile): Step[] => {
      if (plan.hold.has(profile.id)) return [];
      const trial = plan.trial.has(profile.id);
      const now = trial ? onTrial(digest(profile)) : digest(profile);
      const old = saved.get(profile.id);
      if (old === undefined) return [{ action: 'add', profile, digest: now }];
      return old.digest === now ? [] : [{ action: 'update', profile, digest: now, storage: trial ? 'memory' : 'disk' }];
    }),
  ];
}

/** A submission that worked is saved; only once it is, the earlier ones of the same SSID go. */
function keepSteps({ profiles }: Observation, { keep }: Plan): readonly Step[] {
  if (keep === undefined) return [];
  const ours = profiles.filter(({ source }) => source === 'submission');
  const kept = ours.find(({ id }) => id === keep.profile);
  if (kept === undefined) return [];
  if (kept.volatile || kept.priority !== keep.priority) {
    return [{ action: 'keep', id: kept.id, priority: keep.priority }];
  }
  const former = (each: SavedProfile) => each.id !== kept.id && each.ssid === kept.ssid && !each.volatile;
  return ours.filter(former).map(({ id }) => ({ action: 'remove', id }));
}

type Performers = {
  readonly [A in Step['action']]: (step: Extract<Step, { readonly action: A }>) => Promise<void>;
};

/** Performs one step with its performer. The table is complete: a new action does not compile without one. */
export const perform = (step: Step, performers: Performers): Promise<void> =>
  (performers[step.action] as (step: Step) => Promise<void>)(step);

import type { Duration } from '../netplan/duration.ts';
import { seconds } from '../netplan/duration.ts';
import type { Join, Plan } from '../netplan/plan.ts';
import type { Hotspot, Profile } from '../netplan/profile.ts';
import { limits } from './provisioning/limits.ts';
import { isActive } from './provisioning/person.ts';
import { waitsForList } from './provisioning/settle.ts';
import type { HotspotMode, Rules, State, TryingKnown } from './provisioning/state.ts';

/** What the outside should be, whole. The runners work toward the newest one. */
export type Desired = {
  readonly plan: Plan;
  /** The portal and the names are there while the hotspot is on the air. */
  readonly open: { readonly address: string; readonly hotspot: Hotspot } | undefined;
  readonly reboot: boolean;
  /** How often to look for networks; `undefined`: not, or only when a person asks. */
  readonly scanEvery: Duration | undefined;
};

/** The picture that belongs to a state. `profiles`: those that the settings name. */
export function desire(state: State, profiles: readonly Profile[], rules: Rules, at: number): Desired {
  const { mode } = state;
  const hotspot = mode.kind === 'hotspot' ? onTheAir(mode) : undefined;
  return {
    plan: {
      hotspot,
      profiles: mode.kind === 'off' ? undefined : profiles,
      join: wishToJoin(state, mode),
      keep: mode.kind === 'off' ? undefined : state.keep,
      autoconnect: hotspot === undefined && !holdsRadio(state, at),
    },
    open:
      hotspot !== undefined && state.observation.hotspot.state === 'up'
        ? { address: state.observation.hotspot.address, hotspot }
        : undefined,
    reboot: mode.kind === 'rebooting',
    scanEvery: scanEvery(state, rules, at),
  };
}

const onTheAir = (mode: HotspotMode): Hotspot | undefined =>
  mode.air.state === 'resting' || mode.rescan !== undefined ? undefined : mode.wish;

function wishToJoin({ observation }: State, mode: State['mode']): Join | undefined {
  if (mode.kind !== 'trying' || mode.activation === undefined || mode.activation.joined !== undefined) return undefined;
  if (mode.what === 'submitted') {
    return mode.interrupted
      ? undefined
      : { attempt: mode.activation.join, target: { kind: 'new', profile: mode.submission.profile } };
  }
  const { join, profile } = mode.activation;
  const saved = observation.profiles.some(({ id }) => id === profile);
  return saved ? { attempt: join, target: { kind: 'saved', id: profile } } : undefined;
}

/** While a try or a scan of ours needs the radio, NetworkManager must not choose a network on it by itself. */
function holdsRadio(state: State, at: number): boolean {
  const { mode } = state;
  if (mode.kind === 'hotspot') return mode.rescan !== undefined;
  if (mode.kind !== 'trying') return false;
  return mode.what === 'submitted' || mode.activation !== undefined || waitsForList(state, mode, at);
}

/** A scan takes the radio off the hotspot's channel and drops phones: none while somebody is there (rule 13). */
function scanEvery(state: State, rules: Rules, at: number): Duration | undefined {
  const { mode, observation } = state;
  switch (mode.kind) {
    case 'off':
    case 'rebooting':
      return undefined;
    case 'station':
      return state.offline.running === undefined ? undefined : seconds(20);
    case 'trying':
      return mode.what === 'known' && mode.activation === undefined ? trying(mode, at) : undefined;
    case 'hotspot': {
      if (mode.rescan !== undefined) return limits.scan;
      const phones = observation.hotspot.state === 'up' ? observation.hotspot.stations : 0;
      const quiet = (phones ?? 0) === 0 && mode.pending === undefined && !isActive(state.person, rules, at);
      return quiet && mode.scanFailures < limits.scanFailures ? seconds(20) : undefined;
    }
  }
}

const trying = (mode: TryingKnown, at: number): Duration => (at < mode.since + limits.scan ? seconds(5) : seconds(20));

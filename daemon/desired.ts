import type { Duration } from '../netplan/duration.ts';
import { seconds } from '../netplan/duration.ts';
import type { Join, Plan } from '../netplan/plan.ts';
import type { Hotspot, Profile } from '../netplan/profile.ts';
import { phonesIn } from './provisioning/air.ts';
import { limits } from './provisioning/limits.ts';
import { isActive } from './provisioning/person.ts';
import { hasBetter } from './provisioning/roaming.ts';
import { waitsForList } from './provisioning/settle.ts';
import type { HotspotMode, LinkChange, Rules, State, TryingKnown } from './provisioning/state.ts';
import { linkChanges } from './provisioning/wished.ts';

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
      autoconnect: mayAutoconnect(state, hotspot, at),
      ...provingPlan(state, rules),
    },
    open:
      hotspot !== undefined && state.observation.hotspot.state === 'up'
        ? { address: state.observation.hotspot.address, hotspot }
        : undefined,
    reboot: mode.kind === 'rebooting',
    scanEvery: scanEvery(state, rules, at),
  };
}

/**
 * What touches a link in use waits for its turn (mode `proving`), and is left alone where it has been tried in vain.
 * Everything else in the profiles is changed at once.
 */
function provingPlan(state: State, rules: Rules): Pick<Plan, 'hold' | 'trial' | 'leave' | 'guard'> {
  const { mode } = state;
  const waiting = [...linkChanges(state, rules), ...state.refused];
  const ids = (changes: readonly LinkChange[]) => new Set(changes.map(({ id }) => id));
  const none = { hold: ids(waiting), trial: ids([]), leave: undefined, guard: undefined };
  if (mode.kind !== 'proving') return none;
  const want = ({ guarding: 'begin', doing: 'stand', undoing: 'undo' } as const)[mode.stage];
  const guard = mode.purpose.kind === 'change' && !mode.purpose.online ? undefined : { id: mode.guard, want };
  if (mode.purpose.kind !== 'change' || mode.stage !== 'doing') return { ...none, guard };
  const { changes, online } = mode.purpose;
  const gone = changes.filter(({ digest }) => digest === undefined);
  const changed = changes.filter(({ digest }) => digest !== undefined);
  const under = (id: string) => changed.some((change) => change.id === id);
  return {
    hold: new Set([...waiting, ...gone].map(({ id }) => id).filter((id) => !under(id))),
    trial: ids(online ? changed : []),
    leave: gone.find(({ id }) => state.observation.links.some(({ profile }) => profile === id))?.id,
    guard,
  };
}

const onTheAir = (mode: HotspotMode): Hotspot | undefined =>
  mode.air.state === 'resting' || mode.rescan !== undefined ? undefined : mode.wish;

function wishToJoin({ observation }: State, mode: State['mode']): Join | undefined {
  if (mode.kind === 'proving') {
    if (mode.stage !== 'doing' || mode.activation === undefined || mode.activation.joined !== undefined)
      return undefined;
    return { attempt: mode.activation.join, target: { kind: 'saved', id: mode.activation.profile } };
  }
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

function mayAutoconnect(state: State, hotspot: Hotspot | undefined, at: number): boolean | undefined {
  const { mode } = state;
  if (mode.kind === 'off' && at >= mode.since + limits.givingBack) return undefined;
  return hotspot === undefined && !holdsRadio(state, at);
}

/** While a try or a scan of ours needs the radio, NetworkManager must not choose a network on it by itself. */
function holdsRadio(state: State, at: number): boolean {
  const { mode } = state;
  if (mode.kind === 'hotspot') return mode.rescan !== undefined;
  if (mode.kind === 'proving') return mode.stage === 'doing' && mode.activation !== undefined;
  if (mode.kind !== 'trying') return false;
  if (mode.what === 'submitted' || mode.activation !== undefined || waitsForList(state, mode, at)) return true;
  // It would turn to the network that was just lost, which the list still shows, and hear nothing for 25 s.
  return mode.from === 'station' && at < mode.since + limits.arriving;
}

/** A scan takes the radio off the hotspot's channel and drops phones: none while somebody is there (rule 13). */
function scanEvery(state: State, rules: Rules, at: number): Duration | undefined {
  const { mode, observation } = state;
  switch (mode.kind) {
    case 'off':
    case 'rebooting':
      return undefined;
    case 'proving':
      return undefined;
    case 'station':
      if (state.offline.running !== undefined) return seconds(20);
      return hasBetter(state, rules) ? limits.lookForBetter : undefined;
    case 'trying':
      return mode.what === 'known' && mode.activation === undefined ? trying(mode, at) : undefined;
    case 'hotspot': {
      if (mode.rescan !== undefined) return limits.scan;
      const quiet = phonesIn(state) === 0 && mode.pending === undefined && !isActive(state.person, rules, at);
      if (!quiet || mode.scanFailures >= limits.scanFailures) return undefined;
      const mayLeave =
        state.configured && observation.profiles.some(({ kind, source }) => kind === 'wifi' && source !== 'hotspot');
      return mayLeave ? limits.hotspotScan : limits.hotspotList;
    }
  }
}

const trying = (mode: TryingKnown, at: number): Duration =>
  at < mode.since + limits.arriving ? seconds(5) : seconds(20);

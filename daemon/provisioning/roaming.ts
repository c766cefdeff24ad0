import { type Duration, type Instant, milliseconds } from '../../netplan/duration.ts';
import type { SavedProfile } from '../../netplan/network.ts';
import { limits } from './limits.ts';
import { worthTrying } from './modes.ts';
import type { Roaming, Rules, State } from './state.ts';

/** The wifi network that is in use, as far as it is a saved one. */
const present = ({ observation, linked }: State): SavedProfile | undefined =>
  linked === undefined ? undefined : observation.profiles.find(({ id }) => id === linked.profile);

/**
 * Saved networks that would be moved to if they were in good sight. Only where internet is asked for: otherwise
 * NetworkManager's choice stands (specification 2.3). The cable costs no wifi link its place, nor the other way round.
 */
export function hasBetter(state: State, rules: Rules): boolean {
  const now = present(state);
  if (!rules.internetRequired || now === undefined) return false;
  return state.observation.profiles.some(
    ({ kind, source, priority, id }) =>
      kind === 'wifi' && source !== 'hotspot' && id !== now.id && priority > now.priority,
  );
}

/** Follows the best network of higher priority: it counts from when it came into good sight, and while it is. */
export function lookAround(state: State, at: Instant, rules: Rules): Roaming {
  const { roaming, observation, mode } = state;
  const now = mode.kind === 'station' ? present(state) : undefined;
  const better = now !== undefined && rules.internetRequired ? betterThan(now, state, rules) : undefined;
  if (better === undefined) return roaming.better === undefined ? roaming : { ...roaming, better };
  if (better.id === roaming.better?.profile) return roaming;
  // Seen in an old list it may be gone already: it counts from that look.
  return { ...roaming, better: { profile: better.id, since: Math.min(at, observation.scannedAt ?? at) } };
}

function betterThan(now: SavedProfile, state: State, rules: Rules): SavedProfile | undefined {
  const signals = new Map(state.observation.visible.map(({ ssid, signal }) => [ssid, signal]));
  // Once it counts, a weaker signal is enough: at the edge it would otherwise come and go with each scan.
  const enough = (id: string) => limits.betterSignal - (state.roaming.better?.profile === id ? 15 : 0);
  return worthTrying(state, rules).find(
    ({ id, priority, ssid }) => priority > now.priority && ssid !== undefined && (signals.get(ssid) ?? 0) >= enough(id),
  );
}

/** When the device may move to the better network, if there is one. */
export function moveAt({ roaming: { better, moved, rest } }: Pick<State, 'roaming'>): Instant | undefined {
  if (better === undefined) return undefined;
  return Math.max(better.since + limits.betterFor, moved === undefined ? 0 : moved + rest);
}

/** The rest before the next move doubles while moves follow each other, and is short again after a quiet time. */
export function moving({ moved, rest }: Roaming, at: Instant): Roaming {
  const soon = moved !== undefined && at - moved < rest * 4;
  const doubled = milliseconds(Math.min(rest * 2, limits.longestRestAfterMove)) as Duration;
  return { better: undefined, moved: at, rest: soon ? doubled : limits.restAfterMove };
}

import type { Instant } from '../../netplan/duration.ts';
import type { Observation } from '../../netplan/network.ts';
import { abandoned, hotspot, isOpen } from './modes.ts';
import type { Rules, State } from './state.ts';

/**
 * What the first look at the outside makes of a new start (rule 10): a hotspot of ours that is on the air is gone on
 * with, and an attempt that an earlier run did not see the end of is connected if its network stands, else interrupted.
 * NetworkManager may come long after us; until then nothing is decided.
 */
export function firstSight(state: State, observation: Observation, at: Instant, rules: Rules): State {
  if (state.seen || !observation.available) return state;
  const resumed = resume({ ...state, seen: true }, observation, rules);
  const onAir = observation.hotspot.state !== 'down' && resumed.mode.kind === 'station';
  return onAir ? hotspot(resumed, at, rules, { rescan: undefined }) : resumed;
}

function resume(state: State, { links }: Observation, rules: Rules): State {
  const { attempt, mode } = state;
  // An attempt of this run is under way, and not for us to end.
  const ours = mode.kind === 'trying' || (mode.kind === 'hotspot' && mode.pending !== undefined);
  if (attempt === undefined || !isOpen(attempt) || ours) return state;
  const link = links.find((each) => each.profile === attempt.profile && each.state === 'active');
  if (attempt.profile === undefined || link === undefined) return abandoned(state);
  return {
    ...state,
    attempt: { ...attempt, state: 'connected', internet: link.internet },
    keep: { profile: attempt.profile, priority: rules.internetRequired ? 100 : 999 },
  };
}

import type { Instant } from '../../netplan/duration.ts';
import type { Observation } from '../../netplan/network.ts';
import { limits } from './limits.ts';
import { abandoned, hotspot, isOpen, isSubmitted } from './modes.ts';
import { toKeep } from './outcomes.ts';
import { noticed } from './person.ts';
import type { Rules, State } from './state.ts';

/**
 * What a look at the outside makes of what an earlier run left (rule 10). A hotspot of ours that is on the air is gone on
 * with. A submission that run did not see the end of goes on as long as NetworkManager makes its link; it is connected
 * when the link stands, else interrupted. NetworkManager may come long after us; until then nothing is decided.
 */
export function resumed(state: State, observation: Observation, at: Instant, rules: Rules): State {
  if (!observation.available) return state;
  const after = { ...keeping(ended(state, observation, at, rules), observation, rules), seen: state.seen ?? at };
  const onAir = observation.hotspot.state !== 'down' && after.mode.kind === 'station';
  if (state.seen !== undefined || !onAir || isResuming({ ...after, observation }, at)) return after;
  return hotspot(after, at, rules, { rescan: undefined });
}

/** NetworkManager is making the link of such a submission, and has its time for it: nothing takes its radio away. */
export function isResuming(state: State, at: Instant): boolean {
  const { attempt, observation } = state;
  if (at >= (resumingUntil(state) ?? at)) return false;
  return observation.links.some((link) => link.state === 'activating' && link.profile === attempt?.profile);
}

/** `undefined`: no submission of an earlier run is open. */
export const resumingUntil = (state: State): Instant | undefined =>
  state.seen === undefined || !isLeft(state) ? undefined : state.seen + limits.ownTry;

/** An attempt is open, and none of this run is under way. */
const isLeft = (state: State): boolean => state.attempt !== undefined && isOpen(state.attempt) && !isSubmitted(state);

function ended(state: State, { links }: Observation, at: Instant, rules: Rules): State {
  const { attempt } = state;
  if (attempt === undefined || !isLeft(state)) return state;
  const { profile } = attempt;
  const link = links.find((each) => each.profile === profile);
  if (profile === undefined || link === undefined) return failed(state, at, rules);
  if (link.state === 'activating') return state;
  const connected = { ...attempt, state: 'connected' as const, internet: link.internet };
  return { ...state, attempt: connected, keep: toKeep(profile, rules) };
}

/** Whoever submitted waits for the answer; but after a power cut, at the first look, NetworkManager gets its time first. */
function failed(state: State, at: Instant, rules: Rules): State {
  const after = abandoned(state);
  if (state.seen === undefined || state.mode.kind === 'off' || state.mode.kind === 'rebooting') return after;
  const waited = { ...after, person: noticed(state.person, true, at) };
  return state.mode.kind === 'hotspot' ? waited : hotspot(waited, at, rules);
}

/** A submission whose link stands has worked, whatever was written down of it: a volatile profile goes with its link. */
function keeping(state: State, { links, profiles }: Observation, rules: Rules): State {
  if (isSubmitted(state)) return state;
  const standing = (id: string) => links.some((link) => link.state === 'active' && link.profile === id);
  const worked = profiles.find(({ id, source, volatile }) => source === 'submission' && volatile && standing(id));
  return worked === undefined || worked.id === state.keep?.profile
    ? state
    : { ...state, keep: toKeep(worked.id, rules) };
}

import { type Choice, candidates, sightOf } from '../../netplan/candidates.ts';
import type { Instant } from '../../netplan/duration.ts';
import type { SavedProfile } from '../../netplan/network.ts';
import type { JoinReason } from '../../netplan/reasons.ts';
import { hasFailed } from './failures.ts';
import { limits } from './limits.ts';
import type { Accepted, Activation, HotspotMode, Rules, State, TryingKnown } from './state.ts';

/** How a state enters each mode. Nothing here asks whether it should: that is `settle.ts`. */

export const station = (state: State): State => ({ ...state, mode: { kind: 'station' } });

export function hotspot(state: State, at: Instant, rules: Rules, more: Partial<HotspotMode> = {}): State {
  const mode: HotspotMode = {
    kind: 'hotspot',
    since: at,
    wish: rules.hotspot,
    air: { state: 'starting', since: at, tries: 1 },
    broadcast: undefined,
    pending: undefined,
    rescan: lacksList(state, at) ? { since: at } : undefined,
    asked: undefined,
    scanFailures: 0,
    looked: false,
    ...more,
  };
  return { ...state, mode };
}

/** Many drivers cannot scan beside their hotspot: what there is to choose from is found out before it takes the radio. */
const lacksList = ({ mode, observation: { device, scannedAt } }: State, at: Instant): boolean =>
  mode.kind === 'station' && device?.radio === 'on' && (scannedAt === undefined || at - scannedAt > limits.freshList);

export function activation(
  serial: number,
  name: string,
  profile: string,
  until: Instant,
  repeated = false,
): Activation {
  return { join: `${name}.${serial}`, profile, repeated, until, joined: undefined };
}

export function trySubmission(state: State, submission: Accepted, at: Instant, rules: Rules, repeated = false): State {
  const { profile, attempt } = submission;
  if (profile === undefined) return credentialsOnly(state, submission, at, rules);
  const serial = state.serial + 1;
  return {
    ...state,
    serial,
    mode: {
      kind: 'trying',
      what: 'submitted',
      submission: { attempt, profile },
      activation: activation(serial, attempt, profile.id, at + limits.ownTry, repeated),
      interrupted: false,
    },
    attempt: record(state, submission, { state: 'connecting' }),
  };
}

/** Nothing to join: provisioning ends, as after the app's Exit. */
function credentialsOnly(state: State, submission: Accepted, at: Instant, rules: Rules): State {
  const done = { ...state, attempt: record(state, submission, { state: 'connected' }) };
  return leave(done, at, rules);
}

/** Ends provisioning without a submission: what is known is tried, from whatever link there is. */
export const leave = (state: State, at: Instant, rules: Rules): State => tryKnown(state, 'hotspot', at, rules);

export function tryKnown(state: State, from: TryingKnown['from'], at: Instant, rules: Rules): State {
  const until = at + rules.beforeHotspot;
  return {
    ...state,
    mode: { kind: 'trying', what: 'known', from, since: at, until, activation: undefined, tried: [] },
  };
}

export function activate(state: State, mode: TryingKnown, profile: SavedProfile, at: Instant, repeated = false): State {
  const serial = state.serial + 1;
  const until = at + (profile.source === 'other' ? limits.otherTry : limits.ownTry);
  return {
    ...state,
    serial,
    mode: {
      ...mode,
      activation: activation(serial, 'known', profile.id, until, repeated),
      tried: repeated ? mode.tried : [...mode.tried, profile.id],
    },
  };
}

export const record = (
  { attempt }: State,
  { attempt: id, profile }: Accepted,
  more: { state: 'waiting' | 'connecting' | 'connected' | 'failed'; reason?: JoinReason },
): NonNullable<State['attempt']> => ({
  id,
  ssid: profile?.wifi?.ssid,
  profile: profile?.id,
  internet: attempt?.id === id ? attempt.internet : undefined,
  reason: undefined,
  ...more,
});

/** Whoever gave something waits for the answer, and there will be none: another try of the same must be possible. */
export function abandoned(state: State): State {
  const { attempt } = state;
  if (attempt === undefined || !isOpen(attempt)) return state;
  return { ...state, attempt: { ...attempt, state: 'failed', reason: 'interrupted' } };
}

/** A submission of this run is under way, from the reply that is on its way to the phone. */
export const isSubmitted = ({ mode }: State): boolean =>
  (mode.kind === 'hotspot' && mode.pending !== undefined) || (mode.kind === 'trying' && mode.what === 'submitted');

export const isOpen = ({ state }: NonNullable<State['attempt']>) => state === 'waiting' || state === 'connecting';

/** The known networks worth a try now, best first. The one in use is not: it is there, and it is not enough. */
export function worthTrying(state: State, rules: Rules): readonly SavedProfile[] {
  return candidates(state.observation, choiceOf(state, rules));
}

export function choiceOf(state: State, rules: Rules): Choice {
  const failed = hasFailed(state.failures);
  return {
    internetRequired: rules.internetRequired,
    hotspot: rules.hotspot.ssid,
    failed: (profile) => failed(profile) || profile.id === state.linked?.profile,
  };
}

/**
 * Networks that were left for want of internet, though they had served: if that was because the machine was carried out of
 * their reach, it may be back in it. Each has one turn.
 */
export function perhapsBack(state: State, { tried }: TryingKnown, rules: Rules): readonly SavedProfile[] {
  const left = new Set(state.failures.filter(({ served }) => served).map(({ profile }) => profile));
  const failures = state.failures.filter(({ served }) => !served);
  return worthTrying({ ...state, failures }, rules).filter(({ id }) => left.has(id) && !tried.includes(id));
}

/** Of those worth a try now, one that has been seen: a hidden network alone is no reason to take a hotspot down. */
export function knownInSight(state: State, rules: Rules): boolean {
  return worthTrying(state, rules).some(sightOf(state.observation));
}

import type { Instant } from '../../netplan/duration.ts';
import type { Internet } from '../../netplan/network.ts';
import type { Keep } from '../../netplan/plan.ts';
import type { JoinReason } from '../../netplan/reasons.ts';
import { withFailure } from './failures.ts';
import { limits } from './limits.ts';
import { activate, hotspot, record, station, trySubmission } from './modes.ts';
import { internet } from './online.ts';
import { noticed } from './person.ts';
import type { Rules, State, TryingKnown, TryingSubmitted } from './state.ts';

/** Worth a second try in any case: the others will not change by themselves (rule 2). */
const repeatable: readonly JoinReason[] = ['disassociated', 'timed-out'];
/** What ended the try had nothing to do with the network, and the person waits for an answer about the network. */
const repeatableSubmitted: readonly JoinReason[] = [...repeatable, 'interrupted'];
/**
 * A saved password was right once. wpa_supplicant takes a handshake whose frames were lost for a wrong one, and a good
 * network would be left alone for half an hour; of a submission the person who waits is told at once.
 */
const repeatableKnown: readonly JoinReason[] = [...repeatable, 'wrong-password'];

/** The activation `join` stands. Late or doubled outcomes of other activations change nothing. */
export function joined(state: State, join: string, known: Internet, at: Instant, rules: Rules): State {
  const { mode } = state;
  if (mode.kind !== 'trying' || mode.activation?.join !== join || mode.activation.joined !== undefined) return state;
  const activation = { ...mode.activation, joined: at, until: at + limits.internetAnswer };
  if (mode.what === 'known') return answered({ ...state, mode: { ...mode, activation } }, known, at, rules);
  const attempt = record(state, mode.submission, { state: 'connecting' });
  const keep = toKeep(mode.submission.profile.id, rules);
  return answered({ ...state, keep, attempt, mode: { ...mode, activation } }, known, at, rules);
}

/** A network that a person chose comes before all others, unless internet has the last word. */
export const toKeep = (profile: string, { internetRequired }: Rules): Keep => ({
  profile,
  priority: internetRequired ? 100 : 999,
});

/** A network stands; what is known of the internet behind it decides whether that is enough. */
export function answered(state: State, known: Internet, at: Instant, rules: Rules): State {
  const { mode } = state;
  if (mode.kind !== 'trying' || mode.activation?.joined === undefined) return state;
  const late = at >= mode.activation.until;
  const enough = !rules.internetRequired || known === 'yes';
  if (enough) return mode.what === 'submitted' ? connected(state, mode, known) : station(state);
  if (known === 'unknown' && !late) return state;
  const reason = known === 'sign-in' ? 'sign-in-upstream' : 'no-internet';
  return mode.what === 'submitted'
    ? failedSubmission(
        { ...state, failures: withFailure(state.failures, mode.submission.profile.id, reason, state.observation, at) },
        mode,
        reason,
        at,
        rules,
      )
    : failedKnown(state, mode, reason, at);
}

const connected = (state: State, mode: TryingSubmitted, known: Internet): State =>
  station({ ...state, attempt: { ...record(state, mode.submission, { state: 'connected' }), internet: known } });

/** Whoever submitted is waiting for the answer: the hotspot comes back for that person, however long the try took. */
export function failedSubmission(
  state: State,
  mode: TryingSubmitted,
  reason: JoinReason,
  at: Instant,
  rules: Rules,
): State {
  const attempt = record(state, mode.submission, { state: 'failed', reason });
  return hotspot({ ...state, attempt, person: noticed(state.person, true, at) }, at, rules);
}

const failedKnown = (state: State, mode: TryingKnown, reason: JoinReason, at: Instant): State => ({
  ...state,
  failures:
    mode.activation === undefined || (reason === 'interrupted' && !state.observation.available)
      ? state.failures
      : withFailure(state.failures, mode.activation.profile, reason, state.observation, at),
  mode: { ...mode, activation: undefined },
});

/** The activation `join` ended without a connection, or ran out of its time. */
export function joinFailed(state: State, join: string, reason: JoinReason, at: Instant, rules: Rules): State {
  const { mode } = state;
  if (mode.kind !== 'trying' || mode.activation?.join !== join) return state;
  // NetworkManager went away, and its end is no answer: it is asked once more when it is back.
  if (mode.what === 'submitted' && mode.interrupted) return state;
  const worth = mode.what === 'known' ? repeatableKnown : repeatableSubmitted;
  const again = worth.includes(reason) && !mode.activation.repeated && mode.activation.joined === undefined;
  if (mode.what === 'submitted') {
    return again
      ? trySubmission(state, mode.submission, at, rules, true)
      : failedSubmission(state, mode, reason, at, rules);
  }
  const profile = state.observation.profiles.find(({ id }) => id === mode.activation?.profile);
  return again && profile !== undefined
    ? activate(state, mode, profile, at, true)
    : failedKnown(state, mode, reason, at);
}

/** What an activation whose time is over failed of. */
export function overdue(state: State, at: Instant, rules: Rules): State {
  const { mode } = state;
  if (mode.kind !== 'trying' || mode.activation === undefined) return state;
  const { activation } = mode;
  if (activation.joined !== undefined) return answered(state, internet(state), at, rules);
  return at >= activation.until ? joinFailed(state, activation.join, 'timed-out', at, rules) : state;
}

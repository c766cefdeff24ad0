import type { Instant } from '../../netplan/duration.ts';
import type { Internet, Link } from '../../netplan/network.ts';
import type { JoinReason } from '../../netplan/reasons.ts';
import { withFailure } from './failures.ts';
import { limits } from './limits.ts';
import { activation, station, worthTrying } from './modes.ts';
import { carries, internetOf, makingLink, onlineNow } from './online.ts';
import type { Proving, Rules, State } from './state.ts';
import { isApplied } from './wished.ts';

/** A working link is touched: `purpose` says what for. NetworkManager's way back stands before anything is done. */
export function prove(state: State, purpose: Proving['purpose'], at: Instant): State {
  const serial = state.serial + 1;
  const guarded = purpose.kind !== 'change' || purpose.online;
  const mode: Proving = {
    kind: 'proving',
    purpose,
    stage: guarded ? 'guarding' : 'doing',
    guard: `guard.${serial}`,
    until: at + (purpose.kind === 'change' ? limits.proving : limits.ownTry + limits.internetAnswer),
    activation: undefined,
    tried: [],
  };
  return { ...state, serial, mode };
}

export function fromProving(state: State, mode: Proving, at: Instant, rules: Rules): State {
  const { observation } = state;
  const overdue = at >= mode.until + limits.undoing;
  // NetworkManager went away, and what was in its memory only with it: its files hold what worked.
  if (!observation.available) return overdue ? station(state) : state;
  switch (mode.stage) {
    case 'guarding':
      if (observation.guard === mode.guard) return { ...state, mode: { ...mode, stage: 'doing' } };
      return at >= mode.until ? refused(station(state), mode, 'failed', at) : state;
    case 'doing':
      return mode.purpose.kind === 'change' ? changing(state, mode, at, rules) : joining(state, mode, at, rules);
    case 'undoing':
      return observation.guard !== mode.guard || overdue ? station(state) : state;
  }
}

/** The settings changed under links: each is made anew, or left, and then the device has to be online again. */
function changing(state: State, mode: Proving, at: Instant, rules: Rules): State {
  const { purpose } = mode;
  if (purpose.kind !== 'change') return state;
  // Changed once more meanwhile: back, and then the newest.
  if (purpose.changes.some(({ id, digest }) => rules.wished.get(id)?.digest !== digest)) return undo(state, mode);
  const done = mode.activation === undefined && purpose.changes.every((change) => isApplied(state.observation, change));
  const next = purpose.changes.find(({ id, digest }) => digest !== undefined && !mode.tried.includes(id));
  if (done && next === undefined && (!purpose.online || onlineNow(state, rules) === 'online')) return station(state);
  if (at >= mode.until) {
    return purpose.online ? refused(undo(state, mode), mode, 'timed-out', at) : station(state);
  }
  if (mode.activation !== undefined) return state;
  if (next !== undefined) return activateNext(state, mode, next.id, at);
  if (makingLink(state.observation) || onlineNow(state, rules) === 'online') return state;
  const leaving = new Set(purpose.changes.map(({ id }) => id));
  const other = worthTrying(state, rules).find(({ id }) => !mode.tried.includes(id) && !leaving.has(id));
  return other === undefined ? state : activateNext(state, mode, other.id, at);
}

function joining(state: State, mode: Proving, at: Instant, rules: Rules): State {
  const { purpose, activation: present } = mode;
  if (purpose.kind === 'change') return state;
  if (present === undefined) return activateNext(state, mode, purpose.profile, at);
  if (present.joined === undefined) return at >= present.until ? ended(state, mode, 'timed-out', at, rules) : state;
  const link = state.observation.links.find(({ profile }) => profile === purpose.profile);
  return judged(state, mode, link, at, rules);
}

/** The network stands; it is enough when there is internet behind it, where internet is asked for. */
function judged(state: State, mode: Proving, link: Link | undefined, at: Instant, rules: Rules): State {
  const internet: Internet = link === undefined ? 'no' : internetOf(link, state);
  const late = at >= (mode.activation?.until ?? at);
  if (internet === 'unknown' && !late) return state;
  if (internet === 'yes' || !rules.internetRequired) return ended(state, mode, 'joined', at, rules, internet);
  return ended(state, mode, internet === 'sign-in' ? 'sign-in-upstream' : 'no-internet', at, rules, internet);
}

function activateNext(state: State, mode: Proving, id: string, at: Instant): State {
  const serial = state.serial + 1;
  const until = Math.min(at + limits.ownTry, mode.until);
  return {
    ...state,
    serial,
    mode: { ...mode, activation: activation(serial, 'proving', id, until), tried: [...mode.tried, id] },
  };
}

/** The activation `join` stands. */
export function proved(state: State, mode: Proving, join: string, at: Instant): State {
  if (mode.activation?.join !== join || mode.activation.joined !== undefined) return state;
  if (mode.purpose.kind === 'change') {
    // The cloud has to answer over what it has become.
    return { ...state, cloud: false, linksSince: at, mode: { ...mode, activation: undefined } };
  }
  return {
    ...state,
    mode: { ...mode, activation: { ...mode.activation, joined: at, until: at + limits.internetAnswer } },
  };
}

/** The activation `join` ended without a link. A changed one has the rest of its time: NetworkManager goes on trying. */
export function disproved(
  state: State,
  mode: Proving,
  join: string,
  reason: JoinReason,
  at: Instant,
  rules: Rules,
): State {
  if (mode.activation?.join !== join || mode.activation.joined !== undefined) return state;
  if (mode.purpose.kind !== 'change') return ended(state, mode, reason, at, rules);
  const { profile } = mode.activation;
  // It was not even begun, for example because its interface is not there: what still stands is the former link.
  const untouched = state.observation.links.some((link) => link.profile === profile && carries(link));
  if (untouched && mode.purpose.online) return refused(undo(state, mode), mode, reason, at);
  // What something else cut short says nothing of the network.
  const failures =
    reason === 'interrupted' ? state.failures : withFailure(state.failures, profile, reason, state.observation, at);
  return { ...state, failures, mode: { ...mode, activation: undefined } };
}

/** A move stays where it succeeded; a test never does. */
function ended(
  state: State,
  mode: Proving,
  result: 'joined' | JoinReason,
  at: Instant,
  rules: Rules,
  internet: Internet = 'no',
): State {
  const { purpose, guard } = mode;
  if (purpose.kind === 'change') return state;
  const failures =
    result === 'joined' ? state.failures : withFailure(state.failures, purpose.profile, result, state.observation, at);
  if (purpose.kind === 'test') {
    return undo({ ...state, tested: { guard, profile: purpose.profile, result, internet } }, mode);
  }
  const enough = result === 'joined' && onlineNow(state, rules) === 'online';
  return enough ? station({ ...state, failures }) : undo({ ...state, failures }, mode);
}

function undo(state: State, mode: Proving): State {
  const guarded = mode.purpose.kind !== 'change' || mode.purpose.online;
  if (!guarded) return station(state);
  return { ...state, mode: { ...mode, stage: 'undoing', activation: undefined } };
}

/** What was not possible is not done again until the settings change, or the device would lose its link each minute. */
function refused(state: State, { purpose, guard }: Proving, result: JoinReason, at: Instant): State {
  switch (purpose.kind) {
    case 'change':
      return { ...state, refused: [...state.refused, ...purpose.changes] };
    case 'move':
      return { ...state, failures: withFailure(state.failures, purpose.profile, result, state.observation, at) };
    case 'test':
      return { ...state, tested: { guard, profile: purpose.profile, result, internet: 'no' } };
  }
}

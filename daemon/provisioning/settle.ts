import { sightOf } from '../../netplan/candidates.ts';
import type { Instant } from '../../netplan/duration.ts';
import type { SavedProfile } from '../../netplan/network.ts';
import { onAir } from './air.ts';
import { askedUntil, pendingDue, retryAt } from './deadline.ts';
import { withFailure } from './failures.ts';
import { limits } from './limits.ts';
import {
  abandoned,
  activate,
  hotspot,
  knownInSight,
  perhapsBack,
  station,
  tryKnown,
  trySubmission,
  worthTrying,
} from './modes.ts';
import { hotspotWouldCut, internet, internetOf, makingLink, mayComeBack, offlineFor, onlineNow } from './online.ts';
import { failedSubmission, overdue } from './outcomes.ts';
import { isActive } from './person.ts';
import { fromProving, prove } from './proving.ts';
import { rebootDue } from './reboot.ts';
import { isResuming } from './resuming.ts';
import { moveAt, moving } from './roaming.ts';
import type { HotspotMode, LinkChange, Rules, State, TryingKnown, TryingSubmitted } from './state.ts';
import { mayBeOnline, newChanges } from './wished.ts';

/** Follows the table of docs/provisioning.md until nothing more changes at this moment. */
export function settle(state: State, at: Instant, rules: Rules): State {
  // Each round takes one row of the table. No moment needs more than a handful; the bound makes a mistake harmless.
  for (let round = 0; round < 16; round++) {
    const following = row(state, at, rules);
    if (following === state) return state;
    state = following;
  }
  return state;
}

function row(state: State, at: Instant, rules: Rules): State {
  const { mode } = state;
  if (!rules.enabled) return mode.kind === 'off' ? state : { ...abandoned(state), mode: { kind: 'off', since: at } };
  if (rebootDue(state, at, rules)) {
    const reboots = { ...state.reboots, inARow: state.reboots.inARow + 1, failed: false };
    return { ...state, reboots, mode: { kind: 'rebooting', since: at } };
  }
  switch (mode.kind) {
    case 'off':
      return station(state);
    case 'station':
      return fromStation(state, at, rules);
    case 'proving':
      return fromProving(state, mode, at, rules);
    case 'hotspot':
      return fromHotspot(state, mode, at, rules);
    case 'trying':
      return mode.what === 'submitted' ? fromSubmitted(state, mode, at, rules) : fromKnown(state, mode, at, rules);
    case 'rebooting':
      return at - mode.since >= limits.reboot ? stillRunning(state, at) : state;
  }
}

/** The reboot was asked for and did not come. The next one counts from here, or it would be asked for at once. */
const stillRunning = (state: State, at: Instant): State =>
  station({ ...state, reboots: { ...state.reboots, failed: true }, offline: { ...state.offline, since: at } });

function fromStation(state: State, at: Instant, rules: Rules): State {
  const { observation, configured, offline } = state;
  if (!observation.available || isResuming(state, at)) return state;
  const changes = configured ? newChanges(state, rules) : [];
  if (changes.length > 0) return change(state, changes, at, rules);
  if (observation.device === undefined) return state;
  if (!configured && !hotspotWouldCut(observation) && !mayComeBack(observation)) return hotspot(state, at, rules);
  if (onlineNow(state, rules) === 'online') return move(state, at);
  if (offlineFor(offline, at) >= rules.beforeHotspot) return hotspot(left(state, at, rules), at, rules);
  // NetworkManager connects by itself to what it may; two that try at once would only disturb each other.
  const waits = makingLink(observation) || questionOpen(state, at) || roams(state, at);
  if (!configured || waits) return state;
  if (!knownInSight(state, rules)) return state;
  return tryKnown(left(state, at, rules), 'station', at, rules);
}

/** From one access point to the next of the same network a radio is without any for a moment. */
const roams = ({ observation, lost }: State, at: Instant) =>
  mayComeBack(observation) && lost !== undefined && at < lost.at + limits.roam;

const change = (state: State, changes: readonly LinkChange[], at: Instant, rules: Rules): State =>
  prove(state, { kind: 'change', changes, online: mayBeOnline(state, rules) }, at);

/** A better network has been in good sight for long enough, and the last move is not too recent. */
function move(state: State, at: Instant): State {
  const { better } = state.roaming;
  const due = moveAt(state);
  if (better === undefined || due === undefined || at < due) return state;
  const moved = { ...state, roaming: moving(state.roaming, at) };
  return prove(moved, { kind: 'move', profile: better.profile }, at);
}

/** The network in use is not enough: it is remembered, so that the device does not come back to it at once. */
function left(state: State, at: Instant, { internetRequired }: Rules): State {
  const { linked } = state;
  if (linked?.profile === undefined || !internetRequired) return state;
  const reason = internet(state) === 'sign-in' ? 'sign-in-upstream' : 'no-internet';
  const failures = withFailure(state.failures, linked.profile, reason, state.observation, at, linked.served);
  return { ...state, failures };
}

function fromHotspot(state: State, mode: HotspotMode, at: Instant, rules: Rules): State {
  if (mode.pending !== undefined && at >= pendingDue(mode.pending)) {
    return trySubmission(state, mode.pending.submission, at, rules);
  }
  const tended = onAir(state, mode, at);
  if (tended !== mode) return { ...state, mode: tended };
  if (mode.pending !== undefined || isActive(state.person, rules, at)) return state;
  if (mode.wish !== rules.hotspot) return { ...state, mode: { ...mode, wish: rules.hotspot } };
  if (at < (askedUntil(mode, rules) ?? at)) return state;
  const retry = at >= (retryAt(mode, rules) ?? Number.POSITIVE_INFINITY);
  if (!state.configured) return state;
  if (onlineNow(state, rules) === 'online') return station(state);
  if (retry) return tryKnown({ ...state, failures: [] }, 'hotspot', at, rules);
  return hotspotHeard(mode, at) && knownInSight(state, rules) ? tryKnown(state, 'hotspot', at, rules) : state;
}

function fromSubmitted(state: State, mode: TryingSubmitted, at: Instant, rules: Rules): State {
  if (!state.observation.available && mode.activation.joined === undefined && !mode.interrupted) {
    return { ...state, mode: { ...mode, interrupted: true } };
  }
  if (mode.interrupted && state.observation.available) {
    return mode.activation.repeated
      ? failedSubmission(state, mode, 'interrupted', at, rules)
      : trySubmission(state, mode.submission, at, rules, true);
  }
  return mode.interrupted && at >= mode.activation.until
    ? failedSubmission(state, mode, 'interrupted', at, rules)
    : overdue(state, at, rules);
}

function fromKnown(state: State, mode: TryingKnown, at: Instant, rules: Rules): State {
  if (onlineNow(state, rules) === 'online') return station(state);
  const changes = newChanges(state, rules);
  if (changes.length > 0 && mode.activation === undefined) return change(state, changes, at, rules);
  const counted = mode.from === 'station' && offlineFor(state.offline, at) >= rules.beforeHotspot;
  if (mode.activation !== undefined && (!counted || mode.activation.joined !== undefined)) {
    return overdue(state, at, rules);
  }
  if (counted) return hotspot(givenUp(state, mode, at), at, rules);
  const { observation } = state;
  const waits = waitsForList(state, mode, at) || makingLink(observation) || questionOpen(state, at);
  if (!observation.available || waits) {
    return at >= mode.until + limits.otherTry ? hotspot(state, at, rules) : state;
  }
  const [best] = turns(state, mode, at, rules);
  if (best !== undefined) return activate(state, mode, best, at);
  return at >= mode.until ? hotspot(state, at, rules) : state;
}

/**
 * Whose turn it is, best first: those in sight, then hidden ones that no scan has shown, and last what was just lost. To try
 * one of the latter two in vain takes 25 s, in which a machine on its way hears nothing of the network it comes to: in the
 * first time after a station it only listens, and NetworkManager is kept from it as well.
 */
function turns(state: State, mode: TryingKnown, at: Instant, rules: Rules): readonly SavedProfile[] {
  const isInSight = sightOf(state.observation);
  const rank = (profile: SavedProfile) => (justLost(state, profile.id, at) ? 2 : isInSight(profile) ? 0 : 1);
  const worth = worthTrying(state, rules).filter(({ id }) => at < mode.until || !mode.tried.includes(id));
  const doubtfulToo = mode.from === 'hotspot' || at >= mode.since + limits.arriving;
  return [...worth, ...perhapsBack(state, mode, rules)]
    .filter((profile) => doubtfulToo || rank(profile) === 0)
    .sort((a, b) => rank(a) - rank(b));
}

const justLost = ({ lost }: State, id: string, at: Instant) => lost?.profile === id && at < lost.at + limits.lost;

/** A hotspot that has just come on the air stays long enough for a person to find it. */
const hotspotHeard = ({ air, broadcast }: HotspotMode, at: Instant) =>
  air.state === 'resting' || (broadcast !== undefined && at >= broadcast + limits.heard);

/** The try that the end of the offline count cut short has had its time. */
const givenUp = (state: State, { activation }: TryingKnown, at: Instant): State =>
  activation === undefined
    ? state
    : { ...state, failures: withFailure(state.failures, activation.profile, 'timed-out', state.observation, at) };

/** A link stands, and has not had the time yet to show whether there is internet behind it. */
export function questionOpen(state: State, at: Instant): boolean {
  const { linked, observation } = state;
  if (linked === undefined) return false;
  const link = observation.links.find(({ profile }) => profile === linked.profile);
  const answer = link === undefined ? 'unknown' : internetOf(link, state);
  return at < linked.since + (answer === 'unknown' ? limits.internetAnswer : limits.hastyAnswer);
}

/**
 * The list is old, or empty where the driver cannot scan beside its hotspot: a fresh one is waited for. In a station it
 * shows what was there before the link was lost.
 */
export function waitsForList({ observation, lost }: State, mode: TryingKnown, at: Instant): boolean {
  const needed = mode.from === 'hotspot' ? mode.since : (lost?.at ?? Number.NEGATIVE_INFINITY);
  return at < mode.since + limits.scan && (observation.scannedAt ?? Number.NEGATIVE_INFINITY) < needed;
}

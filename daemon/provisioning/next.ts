import type { Instant } from '../../netplan/duration.ts';
import type { Link, Observation } from '../../netplan/network.ts';
import { reviewed } from './failures.ts';
import { limits } from './limits.ts';
import { hotspot, leave, record, station, trySubmission } from './modes.ts';
import { carriersOf, count, hotspotWouldCut, inQuestion, internet, internetOf, onlineNow } from './online.ts';
import { answered, joined, joinFailed } from './outcomes.ts';
import { nobody, noticed } from './person.ts';
import { disproved, prove, proved } from './proving.ts';
import { resultsAfter } from './results.ts';
import { isResuming, resumed } from './resuming.ts';
import { lookAround } from './roaming.ts';
import { settle } from './settle.ts';
import type { Accepted, Event, HotspotMode, Rules, State } from './state.ts';
import { stillRefused } from './wished.ts';

/**
 * The provisioning machine: what is after `event`, given what was. Pure, and total: late, doubled and reordered events
 * are harmless. The table, the rules and their reasons are in docs/provisioning.md.
 */
export function next(state: State, event: Event, rules: Rules): State {
  const { at } = event;
  const before = counted(state, at, rules);
  const after = settled(counted(fold(before, event, rules), at, rules), at, rules);
  const results = resultsAfter(state, after, at);
  return results === after.results ? after : { ...after, results };
}

function settled(state: State, at: Instant, rules: Rules): State {
  const after = settle(lookedAround(state, at, rules), at, rules);
  // Who has just come into the station looks around there at once: a better network may have been in sight for long.
  const arrived = after.mode.kind === 'station' && state.mode.kind !== 'station';
  return arrived ? settle(lookedAround(after, at, rules), at, rules) : after;
}

function lookedAround(state: State, at: Instant, rules: Rules): State {
  const [roaming, refused] = [lookAround(state, at, rules), stillRefused(state, rules)];
  return roaming === state.roaming && refused === state.refused ? state : { ...state, roaming, refused };
}

function counted(state: State, at: Instant, rules: Rules): State {
  const offline = count(state.offline, onlineNow(state, rules), at);
  const steady = offline.online !== undefined && at - offline.online >= limits.rebootsForgotten;
  const reboots = steady && state.reboots.inARow > 0 ? { ...state.reboots, inARow: 0, failed: false } : state.reboots;
  return { ...state, offline, reboots };
}

function fold(state: State, event: Event, rules: Rules): State {
  const { at } = event;
  switch (event.kind) {
    case 'time':
    case 'settings':
      return state;
    case 'observed':
      return observed(state, event.observation, at, rules);
    case 'probe':
      return reconsidered({ ...state, probe: event.internet }, at, rules);
    case 'cloud':
      // What was asked over other links says nothing of these.
      return reconsidered({ ...state, cloud: event.reachable && event.asked >= state.linksSince }, at, rules);
    case 'activity':
      return { ...state, person: noticed(state.person, event.deliberate, at) };
    case 'submitted':
      return submitted(state, event.submission, at, rules);
    case 'delivered':
      return delivered(state, event.attempt, at);
    case 'joined':
      return state.mode.kind === 'proving'
        ? proved(state, state.mode, event.join, at)
        : joined(state, event.join, event.internet, at, rules);
    case 'join-failed':
      return state.mode.kind === 'proving'
        ? disproved(state, state.mode, event.join, event.reason, at, rules)
        : joinFailed(state, event.join, event.reason, at, rules);
    case 'test':
      return state.mode.kind === 'station' && !isResuming(state, at)
        ? prove(state, { kind: 'test', profile: event.profile }, at)
        : state;
    case 'credentials':
      return credentials(state, event, at, rules);
    case 'exit':
      return exited(state, at, rules);
    case 'provision':
      return asked(state, at, rules);
    case 'rescan':
      return state.mode.kind === 'hotspot' && state.mode.pending === undefined
        ? { ...state, mode: { ...state.mode, rescan: { since: at } } }
        : state;
    case 'scan':
      return state.mode.kind === 'hotspot' ? { ...state, mode: scanned(state.mode, event.done) } : state;
    case 'reboots':
      return unwritable({ ...state, reboots: { ...state.reboots, writable: event.writable } });
  }
}

function observed(former: State, observation: Observation, at: Instant, rules: Rules): State {
  const state = resumed(former, observation, at, rules);
  const { device, links } = observation;
  const link = hotspotWouldCut(observation)
    ? links.find((each) => each.interface === device?.interface && each.state === 'active')
    : undefined;
  const same = link !== undefined && state.linked !== undefined && link.profile === state.linked.profile;
  const linked = link === undefined ? undefined : linkedBy(link, same ? state.linked : undefined, state, at);
  const gone = state.linked?.profile;
  const lost = gone !== undefined && linked === undefined ? { profile: gone, at } : state.lost;
  const seen = {
    ...otherLinks(state, observation, at),
    observation,
    linked,
    lost,
    failures: reviewed(state, observation, at),
  };
  return reconsidered(seen, at, rules);
}

/** What was found out about the links so far holds only for them. */
function otherLinks(state: State, observation: Observation, at: Instant): State {
  const probe = inQuestion(observation) === inQuestion(state.observation) ? state.probe : 'unknown';
  const same = !observation.available || carriersOf(observation) === carriersOf(state.observation);
  return same ? { ...state, probe } : { ...state, probe, cloud: false, linksSince: at };
}

function scanned(mode: HotspotMode, done: boolean): HotspotMode {
  if (!done) return { ...mode, scanFailures: mode.scanFailures + 1 };
  return { ...mode, scanFailures: 0, looked: mode.looked || mode.air.state === 'up' };
}

function linkedBy(link: Link, former: State['linked'], state: State, at: Instant): State['linked'] {
  const served = former?.served === true || internetOf(link, state) === 'yes';
  return former !== undefined && former.served === served
    ? former
    : { profile: link.profile, since: former?.since ?? at, served };
}

/** A network that stands and waits for the answer about its internet may have it now. */
const reconsidered = (state: State, at: Instant, rules: Rules): State => answered(state, internet(state), at, rules);

function submitted(state: State, submission: Accepted, at: Instant, rules: Rules): State {
  const person = noticed(state.person, true, at);
  const waiting = { ...state, person, attempt: record(state, submission, { state: 'waiting' as const }) };
  switch (state.mode.kind) {
    case 'hotspot':
      return {
        ...waiting,
        mode: { ...state.mode, rescan: undefined, pending: { submission, since: at, delivered: undefined } },
      };
    case 'station':
    case 'proving':
    case 'trying':
      return trySubmission(waiting, submission, at, rules);
    case 'off':
    case 'rebooting':
      return { ...waiting, attempt: record(state, submission, { state: 'failed', reason: 'interrupted' }) };
  }
}

function delivered(state: State, attempt: string, at: Instant): State {
  const { mode } = state;
  if (mode.kind !== 'hotspot' || mode.pending?.submission.attempt !== attempt) return state;
  if (mode.pending.delivered !== undefined) return state;
  return { ...state, mode: { ...mode, pending: { ...mode.pending, delivered: at } } };
}

function credentials(
  state: State,
  { configured, committed }: { configured: boolean; committed: boolean },
  at: Instant,
  rules: Rules,
): State {
  const known = { ...state, configured };
  return committed && configured && onlineNow(known, rules) === 'online' ? exited(known, at, rules) : known;
}

/** Provisioning is over for the person: at once where there is another link, else by trying what is known. */
function exited(state: State, at: Instant, rules: Rules): State {
  const { mode } = state;
  if (mode.kind !== 'hotspot' || mode.pending !== undefined || !state.configured) return state;
  const gone = { ...state, person: nobody };
  return onlineNow(gone, rules) === 'online' ? station(gone) : leave(gone, at, rules);
}

function asked(state: State, at: Instant, rules: Rules): State {
  switch (state.mode.kind) {
    case 'hotspot':
      return { ...state, mode: { ...state.mode, asked: at } };
    case 'station':
    case 'proving':
      return hotspot(state, at, rules, { asked: at });
    case 'trying':
      return state.mode.what === 'known' ? hotspot(state, at, rules, { asked: at }) : state;
    case 'off':
    case 'rebooting':
      return state;
  }
}

/** A reboot whose count could not be written is taken back: without the count it could go on for ever. */
const unwritable = (state: State): State =>
  state.mode.kind === 'rebooting' && !state.reboots.writable ? station(state) : state;

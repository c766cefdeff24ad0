import type { Instant } from '../../netplan/duration.ts';
import { limits, pause } from './limits.ts';
import type {
  Event,
  Facts,
  Obstacle,
  Restart,
  Running,
  Starting,
  State,
  Stopping,
  StopReason,
  Trouble,
} from './state.ts';

/** `adopted`: a server of a former agent that goes on under this one, with the digests it was started with. */
export type Found =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'remains' }
  | { readonly kind: 'adopted'; readonly environment: string; readonly credentials: string };

/**
 * stopped → starting → running → stopping → stopped, and starting → stopped when it fails.
 * @param found what a former agent left: remains are ended first, so that there are never two
 */
export function begin(at: Instant, found: Found): State {
  const always = {
    lastRun: 0,
    failures: 0,
    trouble: undefined,
    left: 0,
    tally: { starts: 0, crashes: 0, outOfMemory: 0, startTimeouts: 0, restarts: 0 },
  };
  const run = { id: 0, since: at, environment: '', credentials: '' };
  switch (found.kind) {
    case 'nothing':
      return { ...always, phase: 'stopped', since: at, startAt: at };
    case 'remains':
      return stopping({ ...always, run }, 'former', at);
    case 'adopted': {
      const { environment, credentials } = found;
      // Whether it serves is news that follows; until then it has the whole time of a start.
      return { ...always, phase: 'starting', run: { ...run, environment, credentials } };
    }
  }
}

/** The one place where the state changes. News of a run that is over changes nothing. */
export function next(state: State, event: Event, facts: Facts): State {
  return settle(happen(state, event), event.at, facts);
}

function happen(state: State, event: Event): State {
  if ('run' in event && (state.phase === 'stopped' || state.run.id !== event.run)) return state;
  switch (event.kind) {
    case 'time':
      return state;
    case 'unusable': {
      if (state.phase === 'stopped') return state;
      const { problem, detail } = event;
      const trouble = { kind: 'unusable', problem, detail } as const;
      // It can look usable and be refused at each start: the pauses grow, and a changed file ends them.
      return failed(state, trouble, event.at, 0.5);
    }
    case 'serving':
      return state.phase === 'starting'
        ? { ...state, phase: 'running', servingSince: event.at, restart: undefined }
        : state;
    case 'ended':
      return state.phase === 'stopped' ? state : ended(state, event);
    case 'permission':
      return state.phase === 'running' && state.restart?.asking === true ? answered(state, event) : state;
    case 'restart':
      if (state.phase === 'stopped') return { ...state, startAt: event.at };
      if (state.phase === 'starting') return stopping(state, event.reason, event.at);
      if (state.phase === 'running') return wishing(state, event.reason, event.at);
      // It ends as it is; but who asks for a start now does not wait for the pause of a failure.
      return state.reason === 'start-timeout' ? { ...state, reason: event.reason } : state;
    case 'program-changed':
      return state.phase === 'stopped' ? { ...state, failures: 0, startAt: event.at } : state;
  }
}

/** What follows from the facts and the time alone. */
function settle(state: State, at: Instant, facts: Facts): State {
  switch (state.phase) {
    case 'stopped':
      return facts.obstacle === undefined && at >= state.startAt ? start(state, at, facts) : state;
    case 'starting': {
      if (ends(facts.obstacle)) return stopping(state, facts.obstacle, at);
      if (at >= state.run.since + facts.startTimeout) {
        const tally = { ...state.tally, startTimeouts: state.tally.startTimeouts + 1 };
        const trouble = { kind: 'start-timeout', after: facts.startTimeout } as const;
        return { ...stopping(state, 'start-timeout', at), tally, trouble };
      }
      // It serves nobody yet: there is nothing a restart could disturb.
      const different = difference(state, facts);
      return different === undefined ? state : stopping(state, different, at);
    }
    case 'running':
      return settleRunning(state, at, facts);
    case 'stopping':
      return at >= state.killAt ? { ...state, kills: state.kills + 1, killAt: at + limits.killAgain } : state;
  }
}

function settleRunning(state: Running, at: Instant, facts: Facts): State {
  if (ends(facts.obstacle)) return stopping(state, facts.obstacle, at);
  const steady = at >= state.servingSince + limits.steady;
  let now: Running = steady && blemished(state) ? { ...state, failures: 0, trouble: undefined, left: 0 } : state;
  const different = difference(now, facts);
  if (now.restart === undefined) {
    if (different !== undefined) now = wishing(now, different, at);
  } else if (different === undefined && fromFacts(now.restart.reason)) {
    now = { ...now, restart: undefined }; // Put back to what it runs with.
  }
  const { restart } = now;
  return restart !== undefined && !restart.asking && at >= restart.askAt
    ? { ...now, restart: { ...restart, asking: true } }
    : now;
}

/** When to look again although nothing happens; `undefined`: never. */
export function deadline(state: State, facts: Facts): Instant | undefined {
  switch (state.phase) {
    case 'stopped':
      return facts.obstacle === undefined ? state.startAt : undefined;
    case 'starting':
      return state.run.since + facts.startTimeout;
    case 'running': {
      const steady = blemished(state) ? state.servingSince + limits.steady : undefined;
      const ask = state.restart === undefined || state.restart.asking ? undefined : state.restart.askAt;
      return steady === undefined || ask === undefined ? (steady ?? ask) : Math.min(steady, ask);
    }
    case 'stopping':
      return state.killAt;
  }
}

const ends = (obstacle: Obstacle | undefined): obstacle is 'shutting-down' | 'disabled' =>
  obstacle === 'shutting-down' || obstacle === 'disabled';

/** Something of the past is not forgiven yet. */
const blemished = ({ trouble, failures, left }: State) => trouble !== undefined || failures > 0 || left > 0;

const fromFacts = (reason: StopReason) => reason === 'environment' || reason === 'credentials';

function difference({ run }: Starting | Running, facts: Facts): 'environment' | 'credentials' | undefined {
  if (facts.environment !== run.environment) return 'environment';
  // Without credentials a server that runs goes on: it still moves the machine.
  return facts.obstacle !== 'not-configured' && facts.credentials !== run.credentials ? 'credentials' : undefined;
}

function start(state: State, at: Instant, { environment, credentials }: Facts): State {
  const { failures, trouble, left, tally } = state;
  const id = state.lastRun + 1;
  return {
    ...{ failures, trouble, left, lastRun: id, tally: { ...tally, starts: tally.starts + 1 } },
    phase: 'starting',
    run: { id, since: at, environment, credentials },
  };
}

function stopping(
  state: Omit<Stopping, 'phase' | 'reason' | 'since' | 'killAt' | 'kills'>,
  reason: StopReason,
  at: Instant,
): Stopping {
  const { lastRun, failures, trouble, left, tally, run } = state;
  return {
    ...{ lastRun, failures, trouble, left, tally, run },
    phase: 'stopping',
    reason,
    since: at,
    killAt: at + limits.stopGrace,
    kills: 0,
  };
}

function failed(state: State, trouble: Trouble, at: Instant, luck: number): State {
  const { lastRun, left, tally } = state;
  const failures = state.failures + 1;
  return { lastRun, left, tally, trouble, failures, phase: 'stopped', since: at, startAt: at + pause(failures, luck) };
}

function ended(state: Exclude<State, { phase: 'stopped' }>, event: Event & { kind: 'ended' }): State {
  const { at, ending, luck, left } = event;
  if (state.phase === 'stopping') {
    const { lastRun, failures, trouble, tally, reason } = state;
    if (reason === 'start-timeout' && trouble !== undefined) return failed({ ...state, left }, trouble, at, luck);
    const restarts = ['former', 'shutting-down', 'disabled'].includes(reason) ? 0 : 1;
    const counted = { ...tally, restarts: tally.restarts + restarts };
    return { lastRun, failures, trouble, left, tally: counted, phase: 'stopped', since: at, startAt: at };
  }
  const tally = {
    ...state.tally,
    crashes: state.tally.crashes + 1,
    outOfMemory: state.tally.outOfMemory + (ending.kind === 'out-of-memory' ? 1 : 0),
  };
  const steady = state.phase === 'running' && at >= state.servingSince + limits.steady;
  return failed({ ...state, tally, left, failures: steady ? 0 : state.failures }, { kind: 'crash', ending }, at, luck);
}

/** A wish that comes on top of one that waits does not begin the waiting anew. */
function wishing(state: Running, reason: Restart['reason'], at: Instant): Running {
  if (state.restart !== undefined) {
    // An explicit wish outlives a setting that is put back.
    const kept = fromFacts(state.restart.reason) ? reason : state.restart.reason;
    return { ...state, restart: { ...state.restart, reason: kept, askAt: at } };
  }
  const restart = { reason, since: at, askAt: at, asking: false, answer: undefined, silentSince: undefined };
  return { ...state, restart };
}

function answered(state: Running, { at, answer }: Event & { kind: 'permission' }): State {
  const { restart } = state;
  if (restart === undefined) return state;
  const silentSince = answer === 'unreachable' ? (restart.silentSince ?? at) : undefined;
  const silentTooLong = silentSince !== undefined && at >= silentSince + limits.silence;
  if (answer === 'allowed' || silentTooLong) return stopping(state, restart.reason, at);
  return { ...state, restart: { ...restart, asking: false, answer, silentSince, askAt: at + limits.askEvery } };
}

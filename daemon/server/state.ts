import type { Duration, Instant } from '../../netplan/duration.ts';

/** One life of the server, from the decision to start it until nothing of it is left. */
export type Run = {
  /** Counts up; 0 is a server that a former agent left. News of another run than the present one is late, and ignored. */
  readonly id: number;
  readonly since: Instant;
  /** Digests of what it was started with: another one now means that a restart is wished. */
  readonly environment: string;
  readonly credentials: string;
};

export type Ending =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'out-of-memory' }
  /** Somebody else's child: its exit code is not ours to know. */
  | { readonly kind: 'unknown' };

/** Why the program cannot be run at all: found by looking at the file, or by the kernel's refusal. */
export type ProgramProblem =
  | 'missing'
  | 'not-a-file'
  | 'not-executable'
  | 'not-a-program'
  | 'wrong-architecture'
  | 'missing-interpreter'
  | 'refused';

/** What keeps the server from being started; the first two also end one that runs. */
export type Obstacle = 'shutting-down' | 'disabled' | 'not-configured' | 'waiting-for-configuration';

/** `environment` and `credentials` come from the facts; the others are asked for, once each. */
export type RestartReason = 'environment' | 'credentials' | 'operator' | 'cloud' | 'version';

export type StopReason = 'former' | 'shutting-down' | 'disabled' | 'start-timeout' | RestartReason;

/** `closed`: outside our maintenance window. `unreachable` is not `denied`: nobody said no. */
export type Permission = 'allowed' | 'denied' | 'closed' | 'unreachable';

/** What holds now, handed in with each event. */
export type Facts = {
  readonly obstacle: Obstacle | undefined;
  readonly environment: string;
  readonly credentials: string;
  readonly startTimeout: Duration;
};

/** What went wrong last, until a server has run well for a while. */
export type Trouble =
  | { readonly kind: 'unusable'; readonly problem: ProgramProblem; readonly detail: string }
  | { readonly kind: 'start-timeout'; readonly after: Duration }
  | { readonly kind: 'crash'; readonly ending: Ending };

export type Restart = {
  readonly reason: RestartReason;
  readonly since: Instant;
  /** When to ask whether it is allowed; `asking`: the question is out. */
  readonly askAt: Instant;
  readonly asking: boolean;
  readonly answer: Permission | undefined;
  /** Since when no answer could be had. */
  readonly silentSince: Instant | undefined;
};

/** What happened since the agent started. */
export type Tally = {
  readonly starts: number;
  readonly crashes: number;
  readonly outOfMemory: number;
  readonly startTimeouts: number;
  readonly restarts: number;
};

type Always = {
  readonly lastRun: number;
  /** Starts in a row after which no server ran well: the measure of the pause before the next one. */
  readonly failures: number;
  readonly trouble: Trouble | undefined;
  /** Processes of the last run that could not be ended. */
  readonly left: number;
  readonly tally: Tally;
};

export type Stopped = Always & { readonly phase: 'stopped'; readonly since: Instant; readonly startAt: Instant };
export type Starting = Always & { readonly phase: 'starting'; readonly run: Run };
export type Running = Always & {
  readonly phase: 'running';
  readonly run: Run;
  readonly servingSince: Instant;
  readonly restart: Restart | undefined;
};
export type Stopping = Always & {
  readonly phase: 'stopping';
  readonly run: Run;
  readonly reason: StopReason;
  readonly since: Instant;
  /** SIGKILL to all of it then, and again at each later one. */
  readonly killAt: Instant;
  readonly kills: number;
};

export type State = Stopped | Starting | Running | Stopping;

export type Event = { readonly at: Instant } & Occurrence;

/** An event before it has a time. */
export type Occurrence =
  /** Time passed, or a fact changed. */
  | { readonly kind: 'time' }
  | { readonly kind: 'unusable'; readonly run: number; readonly problem: ProgramProblem; readonly detail: string }
  | { readonly kind: 'serving'; readonly run: number }
  /** The server and its children are gone, but for `left` of them. `luck`: 0 to 1, by chance, for the jitter. */
  | {
      readonly kind: 'ended';
      readonly run: number;
      readonly ending: Ending;
      readonly left: number;
      readonly luck: number;
    }
  | { readonly kind: 'permission'; readonly run: number; readonly answer: Permission }
  | { readonly kind: 'restart'; readonly reason: RestartReason }
  /** The file is another one than the one last tried. */
  | { readonly kind: 'program-changed' };

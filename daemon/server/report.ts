import { formatDuration } from '../../netplan/duration.ts';
import type { HealthCode } from '../health.ts';
import { limits } from './limits.ts';
import type { Ending, Facts, Restart, State, Tally, Trouble } from './state.ts';

/** What the cloud, the command line and the log are told about the server. */
export type ServerStatus = {
  readonly phase: State['phase'];
  /** Of the server itself; `undefined` while there is none. */
  readonly pid: number | undefined;
  /** Since it serves, milliseconds; `undefined` while it does not. */
  readonly uptime: number | undefined;
  /** Of the program that was started, decided at its start; a newer one may be installed already. */
  readonly version: string | undefined;
  readonly obstacle: Facts['obstacle'];
  /** In words; `undefined` when nothing is wrong. */
  readonly trouble: string | undefined;
  /** One that is wished and has not begun; `waits`: why, in words, once an answer was had. */
  readonly restart: { readonly waits: string | undefined } | undefined;
  readonly tally: Tally;
};

export function endingText(ending: Ending): string {
  switch (ending.kind) {
    case 'exited':
      return `it ended with code ${ending.code}`;
    case 'killed':
      return `it was ended by ${ending.signal}`;
    case 'out-of-memory':
      return 'the system ended it for lack of memory';
    case 'unknown':
      return 'it ended';
  }
}

export function troubleText(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'unusable':
      return `${trouble.problem}: ${trouble.detail}`;
    case 'start-timeout':
      return `not started within ${formatDuration(trouble.after)}`;
    case 'crash':
      return endingText(trouble.ending);
  }
}

/** Which conditions of the server hold in a state, with their detail; those not named in it do not. */
export function heldConditions(state: State): ReadonlyMap<HealthCode, string> {
  const held = new Map<HealthCode, string>();
  const { trouble, failures, left } = state;
  if (trouble?.kind === 'unusable') held.set('server-binary-missing', troubleText(trouble));
  if (trouble?.kind === 'start-timeout')
    held.set('server-does-not-start', `${troubleText(trouble)}, ${failures} times`);
  if (trouble?.kind === 'crash') {
    const detail = `${failures} times in a row; ${troubleText(trouble)}`;
    if (failures >= limits.crashLoop) held.set('server-crash-loop', detail);
    if (trouble.ending.kind === 'out-of-memory') held.set('server-out-of-memory', '');
  }
  if (left > 0) held.set('server-leftovers', `${left} processes`);
  if (state.phase === 'stopping' && state.kills > 1) held.set('server-does-not-end', `SIGKILL ${state.kills} times`);
  const restart = state.phase === 'running' ? state.restart : undefined;
  if (restart !== undefined) held.set('server-restart-waits', waitText(restart) ?? '');
  if (restart?.silentSince !== undefined) held.set('server-unreachable', '');
  return held;
}

export const serverCodes = [
  'server-binary-missing',
  'server-does-not-start',
  'server-crash-loop',
  'server-out-of-memory',
  'server-leftovers',
  'server-does-not-end',
  'server-restart-waits',
  'server-unreachable',
] as const satisfies readonly HealthCode[];

const waits = {
  allowed: '',
  denied: 'the server does not allow it now',
  closed: 'outside of the maintenance window',
  unreachable: 'the server does not answer whether it may be restarted',
} as const;

export const waitText = ({ answer }: Restart): string | undefined => (answer === undefined ? undefined : waits[answer]);

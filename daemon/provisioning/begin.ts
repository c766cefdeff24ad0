import type { Instant } from '../../netplan/duration.ts';
import type { Observation } from '../../netplan/network.ts';
import { nothingSeen } from '../../netplan/nothing-seen.ts';
import { limits } from './limits.ts';
import { next } from './next.ts';
import { nobody } from './person.ts';
import type { AttemptRecord, OfflineCount, Rules, State } from './state.ts';

/** What an earlier run of the agent left: since the last boot the offline count, for good the newest attempt. */
export type Remembered = {
  readonly offline: OfflineCount | undefined;
  readonly attempt: AttemptRecord | undefined;
  readonly reboots: { readonly inARow: number; readonly writable: boolean };
  readonly configured: boolean;
};

/** The first state: a client that knows nothing yet, and its first look at the outside. */
export function begin(observation: Observation, remembered: Remembered, at: Instant, rules: Rules): State {
  const blank: State = {
    mode: { kind: 'station' },
    seen: undefined,
    observation: nothingSeen(at),
    linked: undefined,
    lost: undefined,
    probe: 'unknown',
    cloud: false,
    linksSince: at,
    configured: remembered.configured,
    offline: remembered.offline ?? { counted: 0, running: undefined, online: undefined, since: at },
    person: nobody,
    failures: [],
    results: [],
    refused: [],
    roaming: { better: undefined, moved: undefined, rest: limits.restAfterMove },
    tested: undefined,
    attempt: remembered.attempt,
    keep: undefined,
    serial: Math.floor(at),
    reboots: { ...remembered.reboots, failed: false },
  };
  return next(blank, { at, kind: 'observed', observation }, rules);
}

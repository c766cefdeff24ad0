import type { Instant } from '../../netplan/duration.ts';
import type { Observation } from '../../netplan/network.ts';
import { hotspot, station } from './modes.ts';
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

export const nothingSeen = (at: Instant): Observation => ({
  at,
  available: false,
  device: undefined,
  links: [],
  visible: [],
  scannedAt: undefined,
  profiles: [],
  hotspot: { state: 'down' },
});

/** The first state. It comes from what is really there: our hotspot on the air, or an attempt cut short (rule 10). */
export function begin(observation: Observation, remembered: Remembered, at: Instant, rules: Rules): State {
  const blank: State = {
    mode: { kind: 'station' },
    observation: nothingSeen(at),
    linked: undefined,
    probe: 'unknown',
    cloud: false,
    configured: remembered.configured,
    offline: remembered.offline ?? { counted: 0, running: undefined, online: undefined, since: at },
    person: nobody,
    failures: [],
    attempt: remembered.attempt,
    keep: undefined,
    serial: Math.floor(at),
    reboots: { ...remembered.reboots, failed: false },
  };
  const resumed = resume(blank, observation, rules);
  const mode = observation.hotspot.state === 'down' ? station(resumed) : hotspot(resumed, at, rules);
  return next(mode, { at, kind: 'observed', observation }, rules);
}

/** An attempt that an earlier run did not see the end of: its network stands, or it was interrupted. */
function resume(state: State, { links }: Observation, rules: Rules): State {
  const { attempt } = state;
  if (attempt === undefined || attempt.state === 'connected' || attempt.state === 'failed') return state;
  const link = links.find(({ profile, state }) => profile === attempt.profile && state === 'active');
  if (attempt.profile === undefined || link === undefined) {
    return { ...state, attempt: { ...attempt, state: 'failed', reason: 'interrupted' } };
  }
  return {
    ...state,
    attempt: { ...attempt, state: 'connected', internet: link.internet },
    keep: { profile: attempt.profile, priority: rules.internetRequired ? 100 : 999 },
  };
}

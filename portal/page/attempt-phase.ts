import type { AttemptPart } from '../schemas.ts';

/** What the page shows while an attempt goes on. */
export type Phase = 'waiting' | 'trying' | 'gone' | 'overdue';

export type Watch = {
  /** The attempt as last heard of. */
  readonly state: AttemptPart['state'];
  /** The last request was answered. */
  readonly reachable: boolean;
  /** Milliseconds, on the page's clock: when the hotspot must be back after a failure. */
  readonly deadline: number;
};

/**
 * The phone cannot tell a hotspot that has gone from a machine that has died, so silence is read by the clock: until the
 * deadline it is what was announced; after it the page says what silence means, instead of waiting for ever.
 */
export function phaseAt({ reachable, state, deadline }: Watch, now: number): Phase {
  if (reachable) return state === 'waiting' ? 'waiting' : 'trying';
  return now < deadline ? 'gone' : 'overdue';
}

/** Until the deadline, as `1:05`, the same in all languages; never negative. */
export function timeLeft({ deadline }: Watch, now: number): string {
  const seconds = Math.max(0, Math.ceil((deadline - now) / 1000));
  return `${Math.floor(seconds / 60)}:${`0${seconds % 60}`.slice(-2)}`;
}

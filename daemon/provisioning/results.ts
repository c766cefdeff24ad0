import type { Instant } from '../../netplan/duration.ts';
import { limits } from './limits.ts';
import type { Result, State } from './state.ts';

/** What of a change of state says how a network fared: a link that came to stand, or a failure. Newest last. */
export function resultsAfter(before: State, state: State, at: Instant): readonly Result[] {
  const stood = new Set(standing(before));
  const joined = standing(state).filter((profile) => !stood.has(profile));
  const failed = state.failures.filter((failure) => !before.failures.includes(failure) && failure.at === at);
  const fresh: readonly Result[] = [
    ...joined.map((profile) => ({ profile, at, result: 'joined' as const })),
    ...failed.map(({ profile, reason }) => ({ profile, at, result: reason })),
  ];
  if (fresh.length === 0) return state.results;
  const again = new Set(fresh.map(({ profile }) => profile));
  return [...state.results.filter(({ profile }) => !again.has(profile)), ...fresh].slice(-limits.results);
}

const standing = ({ observation }: State): readonly string[] =>
  observation.links.flatMap(({ state, profile }) => (state === 'active' && profile !== undefined ? [profile] : []));

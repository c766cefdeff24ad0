import { sightOf } from '../../netplan/candidates.ts';
import type { Instant } from '../../netplan/duration.ts';
import type { Observation, SavedProfile } from '../../netplan/network.ts';
import type { JoinReason } from '../../netplan/reasons.ts';
import { limits } from './limits.ts';
import type { Failure, State } from './state.ts';

/** Changes when the profile does: by its digest where it is ours, by what we can see of it otherwise. */
export const versionOf = ({ digest, ssid, priority, autoconnect, interface: port }: SavedProfile) =>
  digest ?? JSON.stringify([ssid, priority, autoconnect, port]);

export const hasFailed = (failures: readonly Failure[]) => (profile: SavedProfile) =>
  failures.some((failure) => failure.profile === profile.id);

export function withFailure(
  failures: readonly Failure[],
  id: string,
  reason: JoinReason,
  { profiles }: Observation,
  at: Instant,
  served = false,
): readonly Failure[] {
  const profile = profiles.find((each) => each.id === id);
  const version = profile === undefined ? '' : versionOf(profile);
  return [
    ...failures.filter((each) => each.profile !== id),
    { profile: id, version, reason, at, unseen: undefined, served },
  ];
}

/**
 * Forgets what a new look at the world makes worth another try: it came back after 60 s, was changed, or removed. In a
 * station half an hour is enough as well; in the hotspot the retry time decides.
 */
export function reviewed(
  { failures, mode }: Pick<State, 'failures' | 'mode'>,
  observation: Observation,
  at: Instant,
): readonly Failure[] {
  if (failures.length === 0 || !observation.available) return failures;
  const isInSight = sightOf(observation);
  const blind = mode.kind === 'hotspot' && !mode.looked;
  return failures.flatMap((failure): readonly Failure[] => {
    const profile = observation.profiles.find(({ id }) => id === failure.profile);
    // A kept submission is not in the list until it has been saved: an empty version waits for it.
    if (profile === undefined) return failure.version === '' ? [failure] : [];
    if (mode.kind === 'station' && at - failure.at >= limits.failed) return [];
    const version = versionOf(profile);
    if (failure.version !== '' && failure.version !== version) return [];
    // In the hotspot a phantom would take it off the air time and again.
    const elusive = failure.reason === 'network-not-found' && mode.kind !== 'hotspot';
    if (elusive && at - failure.at >= limits.notFound) return [];
    if (!isInSight(profile)) return [{ ...failure, version, unseen: blind ? failure.unseen : (failure.unseen ?? at) }];
    const cameBack = failure.unseen !== undefined && at - failure.unseen >= limits.unseen;
    return cameBack ? [] : [{ ...failure, version, unseen: undefined }];
  });
}

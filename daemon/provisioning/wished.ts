import { onTrial, remakesLink } from '../../netplan/digest.ts';
import type { Observation } from '../../netplan/network.ts';
import type { JoinReason } from '../../netplan/reasons.ts';
import { carries, internetOf, onlineNow } from './online.ts';
import type { LinkChange, Rules, State } from './state.ts';

/** What the settings want otherwise of profiles with a link, also one that is being made, as far as it costs the link. */
export function linkChanges({ observation }: Pick<State, 'observation'>, { wished }: Rules): readonly LinkChange[] {
  const saved = new Map(observation.profiles.filter(({ source }) => source === 'settings').map((one) => [one.id, one]));
  return observation.links.flatMap(({ profile }): readonly LinkChange[] => {
    const present = saved.get(profile ?? '');
    if (present === undefined) return [];
    const { id } = present;
    const digest = wished.get(id)?.digest;
    return digest === undefined || remakesLink(present.digest, digest) ? [{ id, digest }] : [];
  });
}

const same = (a: LinkChange) => (b: LinkChange) => a.id === b.id && a.digest === b.digest;

/** Those of links that stand, which have not been tried in vain. */
export function newChanges(state: State, rules: Rules): readonly LinkChange[] {
  const stands = ({ id }: LinkChange) => state.observation.links.some((link) => link.profile === id && carries(link));
  return linkChanges(state, rules).filter((change) => stands(change) && !state.refused.some(same(change)));
}

/** Whether there is something to lose: the device is online, or may be. */
export function mayBeOnline(state: State, rules: Rules): boolean {
  const unknown = state.observation.links.some((link) => carries(link) && internetOf(link, state) === 'unknown');
  return unknown || onlineNow(state, rules) === 'online';
}

/** That a network is there, but not as the settings in force suppose: a change that was taken back may be right by now. */
const outdated: readonly JoinReason[] = ['wrong-password', 'identity-refused', 'no-address', 'no-internet'];

/** Forgets what the settings do not ask for any more, and what would be no loss: the former settings have failed as well. */
export function stillRefused({ refused, failures }: Pick<State, 'refused' | 'failures'>, { wished }: Rules) {
  const formerFailed = ({ id, digest }: LinkChange) =>
    failures.some(
      ({ profile, reason, version }) =>
        profile === id &&
        outdated.includes(reason) &&
        (digest === undefined || (version !== digest && version !== onTrial(digest))),
    );
  const kept = refused.filter((change) => wished.get(change.id)?.digest === change.digest && !formerFailed(change));
  return kept.length === refused.length ? refused : kept;
}

/** Whether the change shows outside: saved, though perhaps on trial, or its link left. */
export function isApplied({ profiles, links }: Observation, { id, digest }: LinkChange): boolean {
  if (digest === undefined) return !links.some(({ profile }) => profile === id);
  const saved = profiles.find((each) => each.id === id)?.digest;
  return saved === digest || saved === onTrial(digest);
}

import { type Verdict, verdicts } from '../../netplan/candidates.ts';
import { formatDuration, type Instant } from '../../netplan/duration.ts';
import type { SavedProfile } from '../../netplan/network.ts';
import { hasFailed } from './failures.ts';
import { choiceOf, worthTrying } from './modes.ts';
import { carries, internetOf } from './online.ts';
import { moveAt } from './roaming.ts';
import type { Result, Rules, State } from './state.ts';

/** Why a network carries the device, is tried, or is not: a closed list, for the command, the log, the API and the tests. */
export type Why =
  | 'in-use'
  | 'being-joined'
  | 'next'
  | 'later' // a candidate, with others before it
  | 'better' // than the one in use: the device moves there if it stays in sight
  | 'not-better' // than the one in use
  | 'change-undone'
  | Exclude<Verdict, 'candidate'>;

export type KnownNetwork = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'wifi' | 'wired' | 'other';
  readonly source: SavedProfile['source'];
  readonly priority: number;
  readonly why: Why;
  /** `why` as a sentence. */
  readonly text: string;
  readonly last: Result | undefined;
  /** As the settings say; 0 there is 100 for wired and 600 for wifi. `undefined`: somebody else's, not known. */
  readonly routeMetric: number | undefined;
};

/**
 * Every saved network with the reason for what the machine does with it: by the same verdicts and in the same order in
 * which it decides. In use first, then as they would be tried, then the others by priority. Linear but for sorting.
 */
export function knownNetworks(state: State, rules: Rules, at: Instant): readonly KnownNetwork[] {
  const verdict = verdicts(state.observation, choiceOf(state, rules));
  const order = new Map(worthTrying(state, rules).map(({ id }, index) => [id, index]));
  const results = new Map(state.results.map((result) => [result.profile, result]));
  const online = state.observation.links.some(carries);
  const judged = state.observation.profiles
    .filter(({ source }) => source !== 'hotspot')
    .map((profile) => {
      const why = whyOf(profile, state, online, verdict(profile), order);
      const { id, name, kind, source, priority } = profile;
      return {
        ...{ id, name, kind, source, priority, why },
        text: sentence(why, profile, state, at, order),
        last: results.get(id),
        routeMetric: metricOf(profile, rules),
      };
    });
  const rank = ({ id, why }: KnownNetwork) =>
    why === 'in-use' ? -2 : why === 'being-joined' ? -1 : (order.get(id) ?? order.size);
  return judged.sort((a, b) => rank(a) - rank(b) || b.priority - a.priority || (a.name < b.name ? -1 : 1));
}

function whyOf(
  profile: SavedProfile,
  { observation, mode, roaming, refused, linked }: State,
  online: boolean,
  verdict: Verdict,
  order: ReadonlyMap<string, number>,
): Why {
  const { id } = profile;
  if (refused.some((change) => change.id === id)) return 'change-undone';
  const link = observation.links.find((each) => each.profile === id);
  if (link !== undefined) return link.state === 'active' ? 'in-use' : 'being-joined';
  if ('activation' in mode && mode.activation?.profile === id) return 'being-joined';
  if (verdict !== 'candidate') return verdict;
  if (roaming.better?.profile === id) return 'better';
  if (online && linked !== undefined && mode.kind === 'station') return 'not-better';
  return order.get(id) === 0 ? 'next' : 'later';
}

const sentences: Record<Exclude<Why, 'in-use' | 'later' | 'better' | 'failed'>, string> = {
  'being-joined': 'is being joined now',
  next: 'is tried next: it is in reach, and none of a higher priority is',
  'not-better': 'is in reach; the one in use has the same or a higher priority, or has not been left long enough',
  'change-undone': 'its changed settings did not bring the device online, so the former ones are in force',
  'not-wifi': 'connects by itself when its cable is plugged in',
  'own-hotspot': 'is this device’s own hotspot',
  'on-trial': 'was given on the spot and is on trial',
  'other-interface': 'is for an interface that is not there, or not the one in use',
  'setting-off': 'is in the settings, but turn_on_hotspot_if_wifi_has_no_internet is off',
  'kept-by-owner': 'is somebody else’s, who does not let it connect by itself',
  'out-of-sight': 'is not in reach',
};

function sentence(
  why: Why,
  { id }: SavedProfile,
  state: State,
  at: Instant,
  order: ReadonlyMap<string, number>,
): string {
  switch (why) {
    case 'in-use': {
      const link = state.observation.links.find(({ profile }) => profile === id);
      const internet = link === undefined ? 'unknown' : internetOf(link, state);
      return `carries a link, ${{ yes: 'with internet', no: 'without internet', 'sign-in': 'behind a sign-in page', unknown: 'internet not known yet' }[internet]}`;
    }
    case 'later': {
      const before = order.get(id) ?? 0;
      return `is tried after ${before === 1 ? 'one other' : `${before} others`}`;
    }
    case 'better': {
      const due = (moveAt(state) ?? at) - at;
      return `has a higher priority than the one in use: the device moves there in ${formatDuration(Math.max(0, due))} if it stays in reach`;
    }
    case 'failed': {
      const failure = state.failures.find(({ profile }) => profile === id);
      const age = failure === undefined ? '' : `, ${formatDuration(at - failure.at)} ago`;
      return `failed (${failure?.reason ?? 'failed'}${age}); it waits until it went out of reach and came back, was changed, or its time is over`;
    }
    default:
      return sentences[why];
  }
}

function metricOf({ id, kind, source }: SavedProfile, { wished }: Rules): number | undefined {
  if (source === 'other') return undefined;
  const given = wished.get(id)?.routeMetric ?? 0;
  return given > 0 ? given : kind === 'wired' ? 100 : 600;
}

/** What the device would do next about its networks, in a sentence. */
export function nextStep(state: State, rules: Rules, at: Instant): string {
  const { mode } = state;
  const [first] = worthTrying(state, rules).filter((profile) => !hasFailed(state.failures)(profile));
  switch (mode.kind) {
    case 'off':
      return 'Nothing: disable_network_configuration is on.';
    case 'rebooting':
      return 'It reboots.';
    case 'hotspot':
      return mode.asked !== undefined
        ? 'The hotspot was asked for, and stays for the retry time.'
        : 'The hotspot is on; known networks are tried when one comes into reach and nobody uses the hotspot, or after the retry time.';
    case 'proving':
      return 'A link is changed with a way back: a changed setting, a better network, or a test.';
    case 'trying':
      if (mode.what === 'submitted') return 'The network that a person gave is being tried.';
      return first === undefined
        ? 'No known network is left to try; NetworkManager looks by itself.'
        : `${first.name} is tried next.`;
    case 'station': {
      const due = moveAt(state);
      const better = state.observation.profiles.find(({ id }) => id === state.roaming.better?.profile);
      if (better !== undefined && due !== undefined)
        return `It moves to ${better.name} in ${formatDuration(Math.max(0, due - at))} if that stays in reach.`;
      if (state.offline.running === undefined) return 'It stays where it is.';
      return first === undefined
        ? 'No known network is in reach; when it has been offline for long enough the hotspot comes.'
        : `${first.name} is tried next.`;
    }
  }
}

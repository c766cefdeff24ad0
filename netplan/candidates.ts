import type { Observation, SavedProfile } from './network.ts';
import type { Ssid } from './ssid.ts';

/** What decides whether and when a saved network is tried, apart from the network itself. */
export type Choice = {
  /** `turn_on_hotspot_if_wifi_has_no_internet`: wifi `additional_networks` are tried only then (specification 2.3). */
  readonly internetRequired: boolean;
  readonly hotspot: Ssid;
  /** Left alone for now. */
  readonly failed: (profile: SavedProfile) => boolean;
};

/** Why a saved network is tried, or is not. */
export type Verdict =
  | 'candidate'
  | 'not-wifi' // a cable connects by itself
  | 'own-hotspot'
  | 'on-trial' // a submission that is being tried
  | 'other-interface'
  | 'setting-off' // of the settings, and the internet setting is off
  | 'kept-by-owner' // somebody else's, who does not let it connect by itself
  | 'out-of-sight'
  | 'failed';

/** Whether a network is in the list of the last scan, by its SSID; false for what has none. */
export function sightOf({ visible }: Pick<Observation, 'visible'>): (network: Pick<SavedProfile, 'ssid'>) => boolean {
  const seen = new Set(visible.map(({ ssid }) => ssid));
  return ({ ssid }) => ssid !== undefined && seen.has(ssid);
}

/** The reasons in the order in which they weigh. */
export function verdicts(observation: Observation, choice: Choice): (profile: SavedProfile) => Verdict {
  const { device } = observation;
  const isInSight = sightOf(observation);
  return (profile) => {
    const { kind, ssid, source, interface: port } = profile;
    if (source === 'hotspot' || ssid === choice.hotspot) return 'own-hotspot';
    if (kind !== 'wifi' || ssid === undefined) return 'not-wifi';
    if (profile.volatile) return 'on-trial';
    if (port !== undefined && port !== device?.interface) return 'other-interface';
    if (source === 'settings' && !choice.internetRequired) return 'setting-off';
    if (source === 'other' && !profile.autoconnect) return 'kept-by-owner';
    // A hidden network does not show in every scan, so that it is always worth a try.
    if (!profile.hidden && !isInSight(profile)) return 'out-of-sight';
    return choice.failed(profile) ? 'failed' : 'candidate';
  };
}

/**
 * The saved wifi networks to try, best first: by priority, then last success, signal and name. Hidden ones that no scan has
 * shown come after all others: where one is not there, finding that out takes NetworkManager 25 s.
 */
export function candidates(observation: Observation, choice: Choice): readonly SavedProfile[] {
  const signals = new Map(observation.visible.map((network) => [network.ssid, network.signal]));
  const verdict = verdicts(observation, choice);
  const isInSight = sightOf(observation);
  return observation.profiles
    .filter((profile) => verdict(profile) === 'candidate')
    .sort(
      (a, b) =>
        Number(isInSight(b)) - Number(isInSight(a)) ||
        b.priority - a.priority ||
        b.lastSuccess - a.lastSuccess ||
        (signals.get(b.ssid as Ssid) ?? 0) - (signals.get(a.ssid as Ssid) ?? 0) ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    );
}

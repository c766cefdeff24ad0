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

/**
 * The saved wifi networks to try, best first: by priority, then last success, signal and name. Hidden networks do not
 * show in a scan, so they are always worth a try. Never our own hotspot, nothing that is being tried, and of others'
 * profiles none that its owner keeps from connecting by itself.
 */
export function candidates({ device, profiles, visible }: Observation, choice: Choice): readonly SavedProfile[] {
  const signals = new Map(visible.map((network) => [network.ssid, network.signal]));
  return profiles
    .filter(
      (profile) =>
        profile.kind === 'wifi' &&
        profile.ssid !== undefined &&
        profile.ssid !== choice.hotspot &&
        profile.source !== 'hotspot' &&
        !profile.volatile &&
        (profile.interface === undefined || profile.interface === device?.interface) &&
        (profile.source !== 'settings' || choice.internetRequired) &&
        (profile.source !== 'other' || profile.autoconnect) &&
        (profile.hidden || signals.has(profile.ssid)) &&
        !choice.failed(profile),
    )
    .sort(
      (a, b) =>
        b.priority - a.priority ||
        b.lastSuccess - a.lastSuccess ||
        (signals.get(b.ssid as Ssid) ?? 0) - (signals.get(a.ssid as Ssid) ?? 0) ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    );
}

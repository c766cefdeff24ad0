import type { Ssid } from '../ssid.ts';
import type { Stored } from './profiles.ts';

/** An idle device that NetworkManager may connect by itself. */
export type Idle =
  | { readonly kind: 'wifi'; readonly interface: string; readonly visible: ReadonlySet<Ssid> }
  | { readonly kind: 'wired'; readonly interface: string };

/**
 * The profile NetworkManager would activate now: of those that may, by `autoconnect-priority`, then by last success.
 * It waits for a network to show in a scan, also for a hidden one, which its scans ask for by name.
 */
export function choose(stored: readonly Stored[], idle: Idle): Stored | undefined {
  return stored
    .filter(
      ({ profile, volatile, retries, secretsMissing }) =>
        profile.autoconnect &&
        !volatile &&
        retries > 0 &&
        !secretsMissing &&
        (profile.interface === undefined || profile.interface === idle.interface) &&
        profile.notOn?.includes(idle.interface) !== true &&
        (idle.kind === 'wired'
          ? profile.wifi === undefined
          : profile.wifi !== undefined && idle.visible.has(profile.wifi.ssid)),
    )
    .sort((a, b) => b.profile.priority - a.profile.priority || b.lastSuccess - a.lastSuccess)
    .at(0);
}

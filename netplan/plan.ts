import type { Hotspot, Profile } from './profile.ts';

/** What to join: a saved profile, or a new network that is kept only if it works. */
export type JoinTarget =
  | { readonly kind: 'saved'; readonly id: string }
  | { readonly kind: 'new'; readonly profile: Profile };

/** A wish to join. It is acted on once for each `attempt`; outcomes come as events with the same `attempt`. */
export type Join = { readonly attempt: string; readonly target: JoinTarget };

/** A submission that worked: its profile is saved with this priority, and earlier submissions of its SSID removed. */
export type Keep = { readonly profile: string; readonly priority: number };

/** Which networks this device should have now, whole. The work is the difference to what it has. */
export type Plan = {
  readonly hotspot: Hotspot | undefined;
  /** `undefined`: hands off, profiles and links stay as they are (`disable_network_configuration`). */
  readonly profiles: readonly Profile[] | undefined;
  readonly join: Join | undefined;
  readonly keep: Keep | undefined;
  /** `Device.Autoconnect` of the hotspot's interface: false while the hotspot or a try needs the radio for itself. */
  readonly autoconnect: boolean;
};

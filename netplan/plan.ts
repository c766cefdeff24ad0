import type { Hotspot, Profile } from './profile.ts';

/** What to join: a saved profile, or a new network that is kept only if it works. */
export type JoinTarget =
  | { readonly kind: 'saved'; readonly id: string }
  | { readonly kind: 'new'; readonly profile: Profile };

/** A wish to join. It is acted on once for each `attempt`; outcomes come as events with the same `attempt`. */
export type Join = { readonly attempt: string; readonly target: JoinTarget };

/** A submission that worked: its profile is saved with this priority, and earlier submissions of its SSID removed. */
export type Keep = { readonly profile: string; readonly priority: number };

/**
 * A way back: what stands at its beginning returns with `undo`, and by NetworkManager's own clock when nobody ends it,
 * also if the agent is killed. It is begun once for each `id`, and before anything else that the plan asks for.
 */
export type Guard = { readonly id: string; readonly want: 'begin' | 'stand' | 'undo' };

/** Which networks this device should have now, whole. The work is the difference to what it has. */
export type Plan = {
  readonly hotspot: Hotspot | undefined;
  /** `undefined`: hands off, profiles and links stay as they are (`disable_network_configuration`). */
  readonly profiles: readonly Profile[] | undefined;
  readonly join: Join | undefined;
  readonly keep: Keep | undefined;
  /**
   * `Device.Autoconnect` of the hotspot's interface: false while the hotspot or a try needs the radio for itself;
   * `undefined`: left as it is.
   */
  readonly autoconnect: boolean | undefined;
  /** Profiles that stay as they are for now, wanted otherwise or not at all; by id. */
  readonly hold: ReadonlySet<string>;
  /** Profiles that are changed in memory only, until they have proved themselves; by id. */
  readonly trial: ReadonlySet<string>;
  /** The link with this profile ends; the profile stays. */
  readonly leave: string | undefined;
  /** `undefined`: what has been done is good, and no way back is needed. */
  readonly guard: Guard | undefined;
};

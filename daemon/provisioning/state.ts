import type { Duration, Instant } from '../../netplan/duration.ts';
import type { Internet, Observation } from '../../netplan/network.ts';
import type { Keep } from '../../netplan/plan.ts';
import type { Hotspot, Profile } from '../../netplan/profile.ts';
import type { JoinReason } from '../../netplan/reasons.ts';
import type { Ssid } from '../../netplan/ssid.ts';

/** What the settings and the installation say to the provisioning machine. */
export type Rules = {
  /** False: `disable_network_configuration`. */
  readonly enabled: boolean;
  /** `turn_on_hotspot_if_wifi_has_no_internet`. */
  readonly internetRequired: boolean;
  readonly beforeHotspot: Duration;
  readonly retry: Duration;
  readonly userIdle: Duration;
  /** `undefined`: never. Only an installed service may reboot, never in dev mode. */
  readonly beforeReboot: Duration | undefined;
  readonly hotspot: Hotspot;
  /** The profiles that the settings name, by id, with the digest that each would be saved with. */
  readonly wished: ReadonlyMap<string, Wished>;
};

/** `routeMetric`: 0 is NetworkManager's own. */
export type Wished = { readonly name: string; readonly digest: string; readonly routeMetric: number };

/** What became of the hotspot on the air: its retry period counts from the first broadcast. */
export type Air =
  /** NetworkManager is away: nothing can be broadcast, and nothing has failed. */
  | { readonly state: 'waiting'; readonly tries: number }
  | { readonly state: 'starting'; readonly since: Instant; readonly tries: number }
  | { readonly state: 'up' }
  | { readonly state: 'resting'; readonly until: Instant; readonly tries: number };

/** A submission whose reply is on its way to the phone: 3 s after it arrived, the hotspot goes. */
export type Pending = {
  readonly submission: Accepted;
  readonly since: Instant;
  readonly delivered: Instant | undefined;
};

/** What a person or an app gave, as far as this machine needs it. */
export type Accepted = {
  readonly attempt: string;
  /** `undefined`: only credentials or a fragment. */
  readonly profile: Profile | undefined;
};

export type HotspotMode = {
  readonly kind: 'hotspot';
  readonly since: Instant;
  /** Frozen while somebody is active. */
  readonly wish: Hotspot;
  readonly air: Air;
  readonly broadcast: Instant | undefined;
  readonly pending: Pending | undefined;
  /** A person asked for a new list and this radio must leave the air for it. */
  readonly rescan: { readonly since: Instant } | undefined;
  /** When a person, a button or a script asked for it last: from then it stays for the retry time, even while online. */
  readonly asked: Instant | undefined;
  readonly scanFailures: number;
  /** A scan was made on this air. Before that a list says nothing: many radios forget theirs as their hotspot comes up. */
  readonly looked: boolean;
};

/** One activation. `join` is the id that NetworkManager's outcome comes back with; a repetition has a new one. */
export type Activation = {
  readonly join: string;
  readonly profile: string;
  readonly repeated: boolean;
  readonly until: Instant;
  /** It stands, and only the internet is still in question. */
  readonly joined: Instant | undefined;
};

export type TryingSubmitted = {
  readonly kind: 'trying';
  readonly what: 'submitted';
  readonly submission: Accepted & { readonly profile: Profile };
  readonly activation: Activation;
  /** NetworkManager went away: once it is back, the submission is tried once again. */
  readonly interrupted: boolean;
};

export type TryingKnown = {
  readonly kind: 'trying';
  readonly what: 'known';
  /** From the station, the offline count ends it; from the hotspot, `until`. */
  readonly from: 'station' | 'hotspot';
  readonly since: Instant;
  readonly until: Instant;
  readonly activation: Activation | undefined;
  /** Profiles that had their turn: once the time is over, none of them has another. */
  readonly tried: readonly string[];
};

/** A change to the profile of a link in use. `digest`: of the profile wanted; `undefined`: none is, it goes. */
export type LinkChange = { readonly id: string; readonly digest: string | undefined };

/** Something is done to a link that works, with a way back. */
export type Proving = {
  readonly kind: 'proving';
  readonly purpose: /** The settings changed under a link. `online`: it was, so that there is something to go back to. */
    | { readonly kind: 'change'; readonly changes: readonly LinkChange[]; readonly online: boolean }
    /** To a network of higher priority. */
    | { readonly kind: 'move'; readonly profile: string }
    /** A person wants to know whether it works; it is left again in any case. */
    | { readonly kind: 'test'; readonly profile: string };
  readonly stage: 'guarding' | 'doing' | 'undoing';
  readonly guard: string;
  readonly until: Instant;
  readonly activation: Activation | undefined;
  /** Profiles that had their turn. */
  readonly tried: readonly string[];
};

export type Mode =
  | { readonly kind: 'off'; readonly since: Instant }
  | { readonly kind: 'station' }
  | Proving
  | HotspotMode
  | TryingSubmitted
  | TryingKnown
  | { readonly kind: 'rebooting'; readonly since: Instant };

/** How long the device has been offline; see provisioning.md 1 in docs for what pauses and what restarts the count. */
export type OfflineCount = {
  /** Milliseconds counted before `running`. */
  readonly counted: number;
  /** Counting since then; `undefined`: paused (unknown), or online. */
  readonly running: Instant | undefined;
  readonly online: Instant | undefined;
  /** The last moment online, or the start: for the reboot, which does not pause. `undefined`: online for 30 s. */
  readonly since: Instant | undefined;
};

/** When a person last did something (`act`), and when there was last a sign of one. */
export type Person = { readonly act: Instant | undefined; readonly sign: Instant | undefined };

/** A known network that did not work: left alone until it was unseen for 60 s, changed, or the retry period ended. */
export type Failure = {
  readonly profile: string;
  readonly version: string;
  readonly reason: JoinReason;
  readonly at: Instant;
  readonly unseen: Instant | undefined;
  /** There had been internet behind it: perhaps the machine was only carried out of its reach. */
  readonly served: boolean;
};

/** What became of a network when it was last joined, by us or by NetworkManager itself. */
export type Result = { readonly profile: string; readonly at: Instant; readonly result: 'joined' | JoinReason };

/** What keeps the device from wandering between two networks. */
export type Roaming = {
  /** A network of higher priority than the one in use, in good sight since then. */
  readonly better: { readonly profile: string; readonly since: Instant } | undefined;
  readonly moved: Instant | undefined;
  /** From one move to the next. */
  readonly rest: Duration;
};

/** What `machine-agent networks test` found. */
export type Tested = {
  readonly guard: string;
  readonly profile: string;
  readonly result: 'joined' | JoinReason;
  readonly internet: Internet;
};

/** The newest submission, for people: kept until the next one, also over restarts. */
export type AttemptRecord = {
  readonly id: string;
  readonly ssid: Ssid | undefined;
  readonly profile: string | undefined;
  readonly state: 'waiting' | 'connecting' | 'connected' | 'failed';
  readonly reason: JoinReason | undefined;
  readonly internet: Internet | undefined;
};

export type State = {
  readonly mode: Mode;
  /** When the outside was first seen since the start. */
  readonly seen: Instant | undefined;
  readonly observation: Observation;
  /**
   * Since when the hotspot's interface carries its present link: the question of internet needs some seconds. `served`:
   * there has been internet behind it.
   */
  readonly linked:
    | { readonly profile: string | undefined; readonly since: Instant; readonly served: boolean }
    | undefined;
  /** The network whose link ended last, by itself or by somebody else. */
  readonly lost: { readonly profile: string; readonly at: Instant } | undefined;
  /** What our own probe says of links of which NetworkManager cannot tell. */
  readonly probe: Internet;
  /** A live connection to the configured cloud counts as internet on any link: it answered what was asked since `linksSince`. */
  readonly cloud: boolean;
  /** When other links began to carry the device, or one of them was changed. */
  readonly linksSince: Instant;
  readonly configured: boolean;
  readonly offline: OfflineCount;
  readonly person: Person;
  readonly failures: readonly Failure[];
  /** The newest of each network, newest last; bounded. */
  readonly results: readonly Result[];
  /** Changes that took the device offline, and were taken back: left alone until the settings change again. */
  readonly refused: readonly LinkChange[];
  readonly roaming: Roaming;
  readonly tested: Tested | undefined;
  readonly attempt: AttemptRecord | undefined;
  /** The submission that worked, to be saved. */
  readonly keep: Keep | undefined;
  /** Activations made so far, so that no two share an id. */
  readonly serial: number;
  readonly reboots: { readonly inARow: number; readonly writable: boolean; readonly failed: boolean };
};

export type Event = { readonly at: Instant } & (
  | { readonly kind: 'time' | 'settings' | 'exit' | 'provision' | 'rescan' }
  | { readonly kind: 'test'; readonly profile: string }
  | { readonly kind: 'observed'; readonly observation: Observation }
  | { readonly kind: 'probe'; readonly internet: Internet }
  /** `asked`: when the call began that was answered, or came to nothing. */
  | { readonly kind: 'cloud'; readonly reachable: boolean; readonly asked: Instant }
  | { readonly kind: 'activity'; readonly deliberate: boolean }
  | { readonly kind: 'submitted'; readonly submission: Accepted }
  | { readonly kind: 'delivered'; readonly attempt: string }
  | { readonly kind: 'joined'; readonly join: string; readonly internet: Internet }
  | { readonly kind: 'join-failed'; readonly join: string; readonly reason: JoinReason }
  | { readonly kind: 'credentials'; readonly configured: boolean; readonly committed: boolean }
  | { readonly kind: 'scan'; readonly done: boolean }
  | { readonly kind: 'reboots'; readonly writable: boolean }
);

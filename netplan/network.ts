import type { Instant } from './duration.ts';
import type { Secret } from './secret.ts';
import type { Ssid } from './ssid.ts';

/** How a network is protected, as far as joining it needs to know. `wpa-psk` covers WPA, WPA2 and WPA2/WPA3 mixed. */
export type Security = 'open' | 'owe' | 'wpa-psk' | 'sae' | 'enterprise' | 'wep' | 'unknown';

/** The credentials of an 802.1X network; PEAP with MSCHAPv2 and TTLS with PAP are what people meet. */
export type Enterprise = {
  readonly method: 'peap' | 'ttls';
  readonly identity: string;
  readonly password: Secret;
};

/** What one wifi network looks like from here: all its access points (BSS) together. */
export type VisibleNetwork = {
  readonly ssid: Ssid;
  /** Every kind that some access point of this name offers; joined with the best that all its kinds allow. */
  readonly security: readonly Security[];
  /** Of the strongest access point, 0 to 100 (NetworkManager `AccessPoint.Strength`). */
  readonly signal: number;
  /** Channel centres in MHz, ascending. */
  readonly frequencies: readonly number[];
};

export type Internet = 'yes' | 'no' | 'sign-in' | 'unknown';

/** A connection that the device has now, or is making. The hotspot is not a link. */
export type Link = {
  readonly interface: string;
  readonly kind: 'wifi' | 'wired' | 'other';
  readonly state: 'activating' | 'active';
  /** The profile in use (NetworkManager connection UUID). */
  readonly profile: string | undefined;
  /** The SSID, for wifi. */
  readonly ssid: Ssid | undefined;
  /** Without link-local ones, in CIDR form. */
  readonly addresses: readonly string[];
  /** `unknown` where NetworkManager cannot tell: without a check URI it says "full" for any link. */
  readonly internet: Internet;
  /** Its radio has lost the access point, which may come back at any moment: it carries nothing now. Absent: it has not. */
  readonly apart?: true;
};

/** Where a profile comes from; written into the profile, so that another start of the agent knows its own. */
export type Source =
  | 'hotspot'
  | 'settings' // an entry of additional_networks
  | 'submission' // typed into the portal or sent by an app
  | 'other'; // not ours: made by a person or by another program; never changed

/** A saved network, as observed. */
export type SavedProfile = {
  /** NetworkManager connection UUID. */
  readonly id: string;
  readonly name: string;
  readonly source: Source;
  readonly kind: 'wifi' | 'wired' | 'other';
  readonly ssid: Ssid | undefined;
  readonly hidden: boolean;
  readonly interface: string | undefined;
  readonly autoconnect: boolean;
  /** `connection.autoconnect-priority`, higher first. */
  readonly priority: number;
  /** Last success, in seconds since 1970 (`connection.timestamp`); only ever compared with another. 0: never. */
  readonly lastSuccess: number;
  /** Not on disk (`AddAndActivateConnection2` with `persist: volatile`): a submission that is being tried. */
  readonly volatile: boolean;
  /** The attempt that made a `submission`. */
  readonly attempt: string | undefined;
  /** A digest over everything in the profile that we set: equal digests need no update. `undefined`: not ours. */
  readonly digest: string | undefined;
};

/** The hotspot as it really is. */
export type HotspotState =
  | { readonly state: 'down' }
  | { readonly state: 'starting' }
  | {
      readonly state: 'up';
      readonly profile: string;
      readonly address: string;
      /** The digest given with `hotspot-up`: another one means that the wish has changed. `undefined`: not known. */
      readonly digest: string | undefined;
      /** Stations associated now; `undefined` where it cannot be known. */
      readonly stations: number | undefined;
    };

/** The wifi device that carries the hotspot and the submissions. */
export type WifiDevice = {
  readonly interface: string;
  readonly hardwareAddress: string;
  readonly radio: 'on' | 'soft-blocked' | 'hard-blocked';
  readonly canBeHotspot: boolean;
  /** `00` when the regulatory domain is not set; `undefined` where it cannot be known. */
  readonly country: string | undefined;
  /** `Device.Autoconnect`: false while we hold the radio. */
  readonly autoconnect: boolean;
};

/** Everything about the outside that a decision may rest on, at one moment. */
export type Observation = {
  readonly at: Instant;
  /** False while NetworkManager is away or still starting (`Startup`); all else is then empty. */
  readonly available: boolean;
  readonly device: WifiDevice | undefined;
  readonly links: readonly Link[];
  readonly visible: readonly VisibleNetwork[];
  /** The end of the last completed scan; `undefined`: none yet. */
  readonly scannedAt: Instant | undefined;
  readonly profiles: readonly SavedProfile[];
  readonly hotspot: HotspotState;
  /** The `id` of the way back that stands (see `Guard` in plan.ts); `undefined`: none of this run of the agent. */
  readonly guard: string | undefined;
};

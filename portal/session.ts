import type { Enterprise, Internet, SavedProfile, Security } from '../netplan/network.ts';
import type { Addressing } from '../netplan/profile.ts';
import type { JoinReason } from '../netplan/reasons.ts';
import type { Secret } from '../netplan/secret.ts';
import type { Ssid } from '../netplan/ssid.ts';

/** Who is calling: the phone's address on the hotspot. Never a hardware address: phones change it. */
export type ClientId = string;

/** A sentence about the device's state that a person can do something about. */
export type Condition = {
  readonly code: string;
  readonly severity: 'info' | 'warning' | 'error';
  /** In English, with `detail` in brackets behind it. */
  readonly text: string;
  /** What is known of this case, as it came: a name, a path, an error; `undefined`: nothing. */
  readonly detail: string | undefined;
};

export type NetworkRow = {
  /** Opaque, stable while the network is visible; what the page sends back instead of a name. */
  readonly id: string;
  readonly ssid: Ssid;
  readonly security: Security;
  /** False for WEP and for kinds we do not know: shown, not offered. */
  readonly supported: boolean;
  /** 0 to 100. */
  readonly signal: number;
  /** A profile for it is saved. */
  readonly known: boolean;
  readonly connected: boolean;
};

/** Why a saved network carries the device, is tried, or is not. */
export const savedStates = [
  'in-use',
  'being-joined',
  'next',
  'later',
  'better',
  'not-better',
  'change-undone',
  'not-wifi',
  'own-hotspot',
  'on-trial',
  'other-interface',
  'setting-off',
  'kept-by-owner',
  'out-of-sight',
  'failed',
] as const;
export type SavedState = (typeof savedStates)[number];

/** A network that the device has by itself, in the order in which it would be used. Never a password. */
export type SavedNetwork = Pick<SavedProfile, 'name' | 'kind' | 'source' | 'priority'> & {
  readonly state: SavedState;
  /** Milliseconds since it was last tried, and what came of it; `undefined`: not since the agent's start. */
  readonly triedAgo: number | undefined;
  readonly result: 'joined' | JoinReason | undefined;
  /** `undefined`: not known, because the network is somebody else's. */
  readonly routeMetric: number | undefined;
};

/** One try to join what a person gave, from the accepted request to its end. */
export type Attempt = {
  readonly id: string;
  /** `undefined`: only machine credentials or a fragment were given. */
  readonly ssid: Ssid | undefined;
  readonly state: 'waiting' | 'connecting' | 'connected' | 'failed';
  /** While `failed`; also `no-internet` and `sign-in-upstream`, where the network itself was joined and kept. */
  readonly reason: JoinReason | undefined;
  /** While `connected`. */
  readonly internet: Internet | undefined;
  readonly addresses: readonly string[];
};

export type MachineCredentials = {
  readonly appAddress: string;
  readonly id: string;
  readonly secret: Secret | undefined;
  readonly apiKey: { readonly id: string; readonly key: Secret } | undefined;
};

/** How the machine's credentials may be replaced: freely (there are none yet), with the code, or not from here. */
export type Replacement = 'free' | 'with-code' | 'refused';

export type PortalStatus = {
  readonly hostName: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly agentVersion: string;
  readonly fragmentId: string | undefined;
  readonly hotspotSsid: Ssid | undefined;
  readonly configured: boolean;
  readonly replacement: Replacement;
  readonly online: boolean;
  readonly internet: Internet;
  /** Strongest first; one row for each SSID; never our own hotspot. */
  readonly networks: readonly NetworkRow[];
  /** Age of the list in milliseconds; `undefined`: never scanned. */
  readonly networksAge: number | undefined;
  /** What asking for a new scan does: nothing to the phone, or it drops the hotspot for some seconds. */
  readonly rescan: 'free' | 'drops-hotspot' | 'impossible';
  readonly attempt: Attempt | undefined;
  /** What is waiting for a commit; only that it is there, never what it is. */
  readonly staged: { readonly network: boolean; readonly credentials: boolean; readonly fragment: boolean };
  readonly conditions: readonly Condition[];
  /** Milliseconds an attempt may take at most, and until the hotspot is back after a failure. */
  readonly limits: { readonly attempt: number; readonly hotspotReturns: number };
  /** Branding and additional questions, from the settings. */
  readonly color: string | undefined;
  readonly logoFile: string | undefined;
  readonly extraFields: readonly ExtraField[];
};

export type ExtraField = {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  readonly pattern: string | undefined;
  readonly maxLength: number;
};

export type NetworkChoice = {
  /** A row of the list, or a name that was typed, which is looked for as a hidden network as well. */
  readonly network: { readonly id: string } | { readonly ssid: Ssid };
  readonly psk: Secret | undefined;
  readonly enterprise: Enterprise | undefined;
  readonly addressing: Addressing;
};

/** Everything a person or an app may give; each part may be absent. */
export type Submission = {
  readonly network: NetworkChoice | undefined;
  readonly credentials: MachineCredentials | undefined;
  readonly fragmentId: string | undefined;
  readonly ownershipCode: Secret | undefined;
  readonly extra: Readonly<Record<string, string>>;
};

export const refusals = [
  'nothing-to-do',
  'network-unknown',
  'password-required',
  'unsupported-security',
  'machine-credentials-required',
  'ownership-code-required',
  'ownership-code-wrong',
  'replacement-refused',
  'attempt-in-progress',
  'extra-field-invalid',
  'storage-failed',
  'rate-limited',
] as const;
export type Refusal = (typeof refusals)[number];

export type Outcome =
  | { readonly accepted: true; readonly attempt: Attempt }
  | { readonly accepted: false; readonly refusal: Refusal; readonly field: string | undefined };

/**
 * What the portal needs of the device; every door (page, REST, gRPC) uses the same one. An accepted submission is an
 * event before `submit` resolves, and is never dropped. Two phones: staged values belong to the client that gave them.
 */
export interface ProvisioningSession {
  status(): PortalStatus;
  /** Apart from the status, because it changes with time alone and few ask for it. At most 1,000 of them. */
  saved(): readonly SavedNetwork[];
  /** `act`: something deliberate (a write, input on the page); `open`: the page was opened; `poll`: only looking. */
  act(client: ClientId, kind: 'act' | 'open' | 'poll'): void;
  /** Keeps values for a later `submit` of the same client; parts given again replace the former. */
  stage(client: ClientId, part: Partial<Submission>): Outcome | undefined;
  /** Commits what is staged together with `submission`; the same once more while it waits gives the same attempt. */
  submit(client: ClientId, submission: Submission): Promise<Outcome>;
  /** The reply to an accepted submission has reached the phone (the peer closed, or 15 s): 3 s later the hotspot goes. */
  delivered(attempt: string): void;
  /** The app's Exit with nothing staged: provisioning ends without a submission. */
  exit(client: ClientId): void;
  rescan(client: ClientId): Promise<'done' | 'impossible' | 'dropping-hotspot'>;
  /** Calls `listener` after each change of `status`; returns how to stop. */
  onChange(listener: () => void): () => void;
}

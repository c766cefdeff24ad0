import type { NetworksReply } from '../schemas.ts';

/** One row of the list; a `NetworkReply` has more. */
export type Row = Omit<NetworksReply['rows'][number], 'ssidHex'>;

/**
 * What the script in the page starts from: it stands in the page as JSON. Texts are filled as far as they can be, so that
 * each has one gap at most, `{}`.
 */
export type Island = {
  readonly language: string;
  readonly token: string;
  /** A network must be chosen: the machine is not online yet, and no app has given one. */
  readonly required: boolean;
  /** Seconds until the hotspot is back after a failure, at most. */
  readonly returns: number;
  /** The network of an attempt that is still going on, for people (empty: only credentials); null: there is none. */
  readonly watching: string | null;
  readonly texts: ScriptTexts;
};

/** Texts of the rows, for server and script. */
export type RowTexts = {
  readonly securities: { readonly [S in Row['security']]: string };
  /** From weak to excellent. */
  readonly signals: readonly string[];
  readonly unsupported: string;
  readonly known: string;
  readonly connected: string;
  readonly noNetworks: string;
};

/** Texts that the script needs after the first rendering; only these travel a second time. */
export type ScriptTexts = RowTexts & {
  readonly listNew: string;
  readonly searching: string;
  readonly searchGone: string;
  readonly sending: string;
  readonly connecting: string;
  readonly saving: string;
  /** By phase (attempt-phase.ts). */
  readonly phases: { readonly [P in 'waiting' | 'trying' | 'gone' | 'overdue']: string };
  readonly timeLeft: string;
  readonly failedTo: string;
  readonly failed: string;
  /** Problems that the script finds by itself; all others come with the device's reply. */
  readonly problems: { readonly [P in ScriptProblem]: string };
};

export const scriptProblems = ['required', 'too-short', 'too-long', 'not-printable-ascii', 'not-hexadecimal'] as const;
export type ScriptProblem = (typeof scriptProblems)[number];

/** Fills the gap of a text of `ScriptTexts`. */
export const gap = (text: string, value: string | number): string => text.replace('{}', () => String(value));

import type { Internet, Observation } from './network.ts';
import type { JoinReason } from './reasons.ts';
import type { Step } from './steps.ts';

/** What the outside says by itself. `changed`: look again. The others end an attempt, and come once for each. */
export type NetworkEvent =
  | { readonly kind: 'changed' }
  | { readonly kind: 'joined'; readonly attempt: string; readonly internet: Internet }
  | { readonly kind: 'join-failed'; readonly attempt: string; readonly reason: JoinReason };

/**
 * The one door to NetworkManager (or to the simulated town). Every call is bounded in time.
 * @throws NetworkError from each method
 */
export interface Networks {
  observe(): Promise<Observation>;
  /** One step; a join returns when NetworkManager has accepted it, its outcome comes as an event. */
  perform(step: Step): Promise<void>;
  /** Asks for a scan and waits for its end, at most 20 s. Rejects where the driver cannot scan now. */
  scan(): Promise<void>;
  /** Never ends before `signal`, and holds at most the newest `changed`; at most 256 outcomes, of which there is one at a time. */
  events(signal: AbortSignal): AsyncIterable<NetworkEvent>;
}

import type { Instant } from '../duration.ts';
import type { TownView } from './view.ts';

/** What the town's page shows of the appliance: supplied by whoever runs it, and sent to the page as it is. */
export type ApplianceSnapshot = {
  /** One word: `station`, `hotspot`, `trying-known`, … */
  readonly mode: string;
  /** What the machine is doing now, for a person. */
  readonly sentence: string;
  /** What it will do by itself next, and when; `undefined`: nothing it waits for. */
  readonly next?: { readonly at: Instant; readonly text: string } | undefined;
  /** Oldest first; the page shows the newest. `at` is the town's time. */
  readonly decisions: readonly { readonly at: Instant; readonly text: string; readonly detail?: string | undefined }[];
  readonly conditions: readonly {
    readonly code: string;
    readonly severity: 'info' | 'warning' | 'error';
    readonly text: string;
  }[];
  /** How many times faster than real time the town lives now. */
  readonly clockFactor: number;
  /** Where a browser on this computer finds the portal while the hotspot is up; `undefined`: it is closed. */
  readonly portalAddress?: string | undefined;
};

/** One message to the page: everything, each time. */
export type PageState = { readonly town: TownView; readonly appliance: ApplianceSnapshot };

/** The page's other side: the appliance that lives in the town. */
export type TownExtras = {
  snapshot(): ApplianceSnapshot;
  /** Calls `listener` after each change of `snapshot`; returns how to stop. */
  onChange(listener: () => void): () => void;
  /** @throws RangeError for a factor that the clock does not take */
  setSpeed(factor: number): void;
  /** Ends the agent and starts another on the same device, as after a crash; absent: the page does not offer it. */
  restartAgent?(): Promise<void>;
};

import type { Clock } from '../../netplan/clock.ts';
import type { Instant } from '../../netplan/duration.ts';
import type { Configuration } from '../configuration.ts';
import type { Disk } from '../disk.ts';
import type { Health } from '../health.ts';
import type { Log } from '../logging.ts';
import type { CredentialStore } from './credential-store.ts';
import type { Links } from './links.ts';
import type { Report } from './report.ts';

/** What the cloud unit needs of the rest. */
export type CloudParts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Pick<Health, 'set' | 'clear'>;
  readonly configuration: Pick<Configuration, 'set'>;
  readonly credentials: Pick<CredentialStore, 'current' | 'onChange'>;
  readonly links: Links;
  readonly network: {
    /** The device counts as online. */
    online(): boolean;
    onChange(listener: () => void): () => void;
    /** Other links carry the device, or one was changed: whether the cloud answers is to be found out anew. */
    onLinks(listener: () => void): () => void;
    /** Whether the cloud answered what was asked then: it counts as internet where there is none. */
    reaches(cloud: boolean, asked: Instant): void;
  };
  /** What is reported has changed, and should not wait for the next call. */
  readonly news: (listener: () => void) => () => void;
  /** Why the clock cannot be right; `undefined`: it can. */
  readonly clockDoubt: (signal: AbortSignal) => Promise<string | undefined>;
  /** What is reported, but for the wishes. Never rejects. */
  readonly facts: () => Promise<Omit<Report, 'wishes'>>;
  /** `AGENT_FAST_START`. */
  readonly fastStart: boolean;
  readonly cachePath: string;
  /** The machine's own, unless it is a test's. */
  readonly disk?: Disk;
  /** 0 to 1, for the jitter. */
  readonly random: () => number;
};

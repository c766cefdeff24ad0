import { type Duration, seconds } from '../netplan/duration.ts';

export type Severity = 'info' | 'warning' | 'error';

/** What is known of a condition before it ever holds. */
export type ConditionWords = {
  readonly severity: Severity;
  /** A few words. */
  readonly title: string;
  /** For a person: what it means, and what can be done. A detail of the moment may follow it. */
  readonly text: string;
  /** It must have held for so long before it is shown: what passes by itself is nobody's business. */
  readonly holdsFor: Duration;
};

export const atOnce = seconds(0);

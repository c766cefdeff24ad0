import type { Instant } from '../../netplan/duration.ts';
import { formatDuration } from '../../netplan/duration.ts';
import type { LogRecord } from '../log-record.ts';
import { cloudLimits } from './limits.ts';

type Kind = { readonly first: Instant; seen: number; withheld: number; last: LogRecord };

/** Counts what repeats: the first few of a minute pass, the others become one record with their number. Time is an argument. */
export class Collapse {
  readonly #kinds = new Map<string, Kind>();

  /** What goes on now: this record or not, and the counts of those whose minute is over. */
  take(record: LogRecord, at: Instant): readonly LogRecord[] {
    const out = [...this.over(at)];
    const key = JSON.stringify([record.level, record.text, record.evidence]);
    const kind = this.#kinds.get(key);
    if (kind === undefined) {
      if (this.#kinds.size >= cloudLimits.repeatedKinds) out.push(...this.#forgetOldest());
      this.#kinds.set(key, { first: at, seen: 1, withheld: 0, last: record });
      return [...out, record];
    }
    kind.seen++;
    if (kind.seen <= cloudLimits.repeats) return [...out, record];
    kind.withheld++;
    kind.last = record;
    return out;
  }

  /** The counts of those whose minute is over at `at`. */
  over(at: Instant): readonly LogRecord[] {
    const out: LogRecord[] = [];
    // The oldest come first: a map keeps the order in which its keys came.
    for (const [key, kind] of this.#kinds) {
      if (at - kind.first < cloudLimits.repeatsWithin) break;
      this.#kinds.delete(key);
      out.push(...counted(kind));
    }
    return out;
  }

  /** Everything that is counted, now: the agent ends. */
  all(): readonly LogRecord[] {
    const out = [...this.#kinds.values()].flatMap(counted);
    this.#kinds.clear();
    return out;
  }

  #forgetOldest(): readonly LogRecord[] {
    const [oldest] = this.#kinds;
    if (oldest === undefined) return [];
    this.#kinds.delete(oldest[0]);
    return counted(oldest[1]);
  }
}

const counted = ({ withheld, last }: Kind): readonly LogRecord[] =>
  withheld === 0
    ? []
    : [
        {
          ...last,
          evidence: { ...last.evidence, repeated: withheld, within: formatDuration(cloudLimits.repeatsWithin) },
        },
      ];

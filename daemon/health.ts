import type { Clock } from '../netplan/clock.ts';
import type { Instant } from '../netplan/duration.ts';
import { type ConditionWords, conditions, type HealthCode, type Severity } from './conditions.ts';

export type { HealthCode } from './conditions.ts';

/** A condition that holds now, ready to be shown. */
export type ShownCondition = {
  readonly code: HealthCode;
  readonly severity: Severity;
  readonly title: string;
  /** A sentence for a person, with the detail of the moment behind it. */
  readonly text: string;
  /** The detail alone, for who says the sentence in another language; `undefined`: there is none. */
  readonly detail: string | undefined;
  /** What it holds for, where one code can hold for several things, for example a unit. */
  readonly about: string | undefined;
  readonly since: Instant;
};

type Held = Pick<ShownCondition, 'code' | 'about' | 'since' | 'detail'>;

const order: readonly Severity[] = ['error', 'warning', 'info'];
/** A detail may come from outside (a name of a process, a reply); longer ones are cut, in characters. */
const longestDetail = 300;

/**
 * Which named conditions hold now. Setting one that holds already keeps its `since` and takes the new detail; clearing
 * one that does not hold does nothing: callers say what is, as often as they like.
 */
export class Health {
  readonly #clock: Clock;
  readonly #held = new Map<string, Held>();
  readonly #listeners = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param detail what a person should know of this case; no secret
   * @param about where one code can hold for several things at once, which of them
   */
  set(code: HealthCode, detail?: string, about?: string): void {
    const key = keyOf(code, about);
    const former = this.#held.get(key);
    const shown = detail === undefined || detail === '' ? undefined : detail.slice(0, longestDetail);
    if (former !== undefined && former.detail === shown) return;
    this.#held.set(key, { code, about, detail: shown, since: former?.since ?? this.#clock.now() });
    this.#changed();
  }

  clear(code: HealthCode, about?: string): void {
    if (this.#held.delete(keyOf(code, about))) this.#changed();
  }

  /** Those that have held for long enough at `now`: errors first, the longest lasting of a kind first. */
  list(now: Instant): readonly ShownCondition[] {
    return [...this.#held.values()]
      .filter((held) => now >= dueAt(held))
      .sort((a, b) => rank(a.code) - rank(b.code) || a.since - b.since)
      .map(({ code, about, since, detail }) => {
        const { severity, title, text }: ConditionWords = conditions[code];
        const full = detail === undefined ? text : `${text} (${detail})`;
        return { code, severity, title, text: full, detail, about, since };
      });
  }

  /** When `list` will change by itself, because something has held for long enough then; `undefined`: it will not. */
  deadline(now: Instant): Instant | undefined {
    const due = [...this.#held.values()].map(dueAt).filter((moment) => moment > now);
    return due.length === 0 ? undefined : Math.min(...due);
  }

  /** Calls `listener` after each change of what holds (see `deadline` for changes by time); returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

const keyOf = (code: HealthCode, about: string | undefined) => (about === undefined ? code : `${code} ${about}`);
const dueAt = ({ code, since }: Held): Instant => since + conditions[code].holdsFor;
const rank = (code: HealthCode) => order.indexOf(conditions[code].severity);

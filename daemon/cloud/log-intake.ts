import type { Clock } from '../../netplan/clock.ts';
import type { LogRecord } from '../log-record.ts';
import { Collapse } from './collapse.ts';
import type { LogQueue } from './log-queue.ts';

export type IntakeOptions = {
  readonly queue: LogQueue;
  readonly clock: Clock;
  /** From which level on records go to the cloud. */
  readonly debug: () => boolean;
  readonly collapses: () => boolean;
  /** Takes secrets out. */
  readonly scrub: () => (record: LogRecord) => LogRecord;
};

/** The way of each record from the log into the queue. */
export class LogIntake {
  readonly #options: IntakeOptions;
  readonly #collapse = new Collapse();
  readonly #listeners = new Set<() => void>();

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** For `Logging.tap`. */
  readonly take = (record: LogRecord): void => {
    const { clock, debug, collapses, scrub } = this.#options;
    if (record.level === 'debug' && !debug()) return;
    const clean = scrub()(record);
    this.#push(collapses() ? this.#collapse.take(clean, clock.now()) : [...this.#collapse.all(), clean]);
  };

  /** The counts that are due. */
  look(): void {
    this.#push(this.#collapse.over(this.#options.clock.now()));
  }

  /** The counts, due or not: the agent ends. */
  finish(): void {
    this.#push(this.#collapse.all());
  }

  /** Calls `listener` after records were put into the queue; returns how to stop. */
  onRecords(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #push(records: readonly LogRecord[]): void {
    if (records.length === 0) return;
    for (const record of records) this.#options.queue.push(record);
    for (const listener of this.#listeners) listener();
  }
}

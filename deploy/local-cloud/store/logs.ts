import type { DatabaseSync } from 'node:sqlite';
import { cloudLimits } from '../limits.ts';
import { whole } from './database.ts';

/** From harmless to fatal, as the protocol spells them. */
export const severities = ['debug', 'info', 'warn', 'error', 'dpanic', 'panic', 'fatal'] as const;
export type Severity = (typeof severities)[number];

export type LogRecord = {
  /** Milliseconds since 1970, by the machine's clock. */
  readonly time: number;
  readonly level: Severity;
  readonly logger: string;
  readonly message: string;
  /** Name and value, each as text. */
  readonly fields: Readonly<Record<string, string>>;
};

/** A record as it came: `sequence` grows within one queue; 0: it has none. */
export type SentRecord = LogRecord & { readonly sequence: bigint };

export type KeptRecord = LogRecord & { readonly id: number };

export type LogQuery = {
  readonly machine: string;
  /** Only those at least so severe. */
  readonly level: Severity;
  /** Part of the message, of the logger's name or of a field; upper and lower case are the same in ASCII. */
  readonly search: string;
  /** Newer than this one; else the newest of all. */
  readonly after: number | undefined;
};

type Row = { id: number; time: number; level: number; logger: string; message: string; fields: string };

export class Logs {
  readonly #database: DatabaseSync;
  /** Records since the last look at how many there are, of each machine. */
  readonly #unchecked = new Map<string, number>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Keeps all of them or none, in their order. When a reply was lost, the same records come again: those of a queue whose
   * sequence is not above the highest that was kept are dropped.
   */
  append(machine: string, queue: string, records: readonly SentRecord[]): void {
    const insert = this.#database.prepare(
      'INSERT INTO logs (machine, time, level, logger, message, fields) VALUES (?, ?, ?, ?, ?, ?)',
    );
    whole(this.#database, () => {
      const known = this.#position(machine, queue);
      let highest = known;
      for (const { time, level, logger, message, fields, sequence } of records) {
        if (sequence > 0n && sequence <= highest) continue;
        if (sequence > highest) highest = sequence;
        const text = message.slice(0, cloudLimits.logMessage);
        insert.run(machine, time, severities.indexOf(level), logger, text, JSON.stringify(fields));
      }
      if (highest > known) this.#moveTo(machine, queue, highest);
      this.#dropOldest(machine, records.length);
    });
  }

  #position(machine: string, queue: string): bigint {
    const statement = this.#database.prepare('SELECT sequence FROM log_positions WHERE machine = ? AND queue = ?');
    statement.setReadBigInts(true);
    return (statement.get(machine, queue) as { sequence: bigint } | undefined)?.sequence ?? 0n;
  }

  /** A machine that is set up anew begins a new queue; the last few are enough. */
  #moveTo(machine: string, queue: string, sequence: bigint): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO log_positions (machine, queue, sequence) VALUES (?, ?, ?)')
      .run(machine, queue, sequence);
    this.#database
      .prepare(
        `DELETE FROM log_positions WHERE machine = ?1 AND rowid NOT IN
         (SELECT rowid FROM log_positions WHERE machine = ?1 ORDER BY rowid DESC LIMIT ?2)`,
      )
      .run(machine, cloudLimits.queuesPerMachine);
  }

  #dropOldest(machine: string, added: number): void {
    const unchecked = (this.#unchecked.get(machine) ?? Number.POSITIVE_INFINITY) + added;
    if (unchecked < cloudLimits.logsPerMachine / 100) {
      this.#unchecked.set(machine, unchecked);
      return;
    }
    this.#unchecked.set(machine, 0);
    this.#database
      .prepare(
        `DELETE FROM logs WHERE machine = ?1 AND id <=
         (SELECT id FROM logs WHERE machine = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
      )
      .run(machine, cloudLimits.logsPerMachine);
  }

  /** Oldest first; without `after` the newest ones, with it those that follow it. */
  find({ machine, level, search, after }: LogQuery): KeptRecord[] {
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const rows = this.#database
      .prepare(
        `SELECT id, time, level, logger, message, fields FROM logs
         WHERE machine = ?1 AND id > ?2 AND level >= ?3
           AND (?4 = '%%' OR message LIKE ?4 ESCAPE '\\' OR logger LIKE ?4 ESCAPE '\\' OR fields LIKE ?4 ESCAPE '\\')
         ORDER BY id ${after === undefined ? 'DESC' : 'ASC'} LIMIT ?5`,
      )
      .all(machine, after ?? 0, severities.indexOf(level), pattern, cloudLimits.logsPerPage) as unknown as Row[];
    const records = rows.map(({ fields, level: rank, ...row }) => ({
      ...row,
      level: severities[rank] ?? 'error',
      fields: JSON.parse(fields) as Record<string, string>,
    }));
    return after === undefined ? records.reverse() : records;
  }

  count(machine: string): number {
    const row = this.#database.prepare('SELECT count(*) AS count FROM logs WHERE machine = ?').get(machine);
    return (row as { count: number }).count;
  }
}

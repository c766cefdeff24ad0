import type { DatabaseSync } from 'node:sqlite';
import { cloudLimits } from '../limits.ts';

export type JobLine = {
  readonly id: number;
  readonly time: number;
  readonly level: string;
  readonly message: string;
};

/** What jobs have written. */
export class JobLines {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  add(job: string, level: string, message: string): void {
    this.#database
      .prepare('INSERT INTO job_lines (job, time, level, message) VALUES (?, ?, ?, ?)')
      .run(job, Date.now(), level, message.slice(0, cloudLimits.jobLine));
  }

  /** A page of them, oldest first, those after `after`. */
  after(job: string, after: number): JobLine[] {
    return this.#database
      .prepare('SELECT id, time, level, message FROM job_lines WHERE job = ? AND id > ? ORDER BY id LIMIT ?')
      .all(job, after, cloudLimits.jobLinesPerPage) as unknown as JobLine[];
  }
}

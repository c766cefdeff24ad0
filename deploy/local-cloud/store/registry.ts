import type { DatabaseSync } from 'node:sqlite';
import { CloudError } from '../errors.ts';
import { cloudLimits } from '../limits.ts';

/** A training script of the registry. */
export type Script = {
  /** For example `local:average`. */
  readonly item: string;
  readonly version: string;
  /** Its file's name: the ending says what runs it, unless its first line does. */
  readonly file: string;
  readonly content: string;
  readonly created: number;
};

export class Registry {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  list(): Omit<Script, 'content'>[] {
    return this.#database
      .prepare('SELECT item, version, file, created FROM scripts ORDER BY item, created DESC')
      .all() as unknown as Omit<Script, 'content'>[];
  }

  get(item: string, version: string): Script | undefined {
    return this.#database.prepare('SELECT * FROM scripts WHERE item = ? AND version = ?').get(item, version) as
      | Script
      | undefined;
  }

  /** @throws CloudError exists: a version never changes its content, because jobs refer to it */
  add({ item, version, file, content }: Omit<Script, 'created'>): void {
    if (this.list().length >= cloudLimits.scripts) throw new CloudError('too-many', 'There are too many scripts.');
    if (this.get(item, version) !== undefined) {
      throw new CloudError('exists', `There is a version ${version} of ${item} already.`);
    }
    this.#database
      .prepare('INSERT INTO scripts (item, version, file, content, created) VALUES (?, ?, ?, ?, ?)')
      .run(item, version, file, content, Date.now());
  }
}

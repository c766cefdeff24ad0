import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { CloudError, notFound } from '../errors.ts';
import { cloudLimits } from '../limits.ts';

/** A configuration that many machines share. */
export type Fragment = {
  readonly id: string;
  readonly name: string;
  /** An object `agent` as it was typed: JSON with comments. */
  readonly configuration: string;
  readonly changed: number;
};

export class Fragments {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  list(): Fragment[] {
    return this.#database.prepare('SELECT * FROM fragments ORDER BY name').all() as unknown as Fragment[];
  }

  get(id: string): Fragment | undefined {
    return this.#database.prepare('SELECT * FROM fragments WHERE id = ?').get(id) as Fragment | undefined;
  }

  /** @param id given by a maker who has printed it already; else a new UUID */
  create(name: string, id: string = randomUUID()): Fragment {
    if (this.list().length >= cloudLimits.fragments) throw new CloudError('too-many', 'There are too many fragments.');
    if (this.get(id) !== undefined) throw new CloudError('exists', 'There is a fragment with this id already.');
    const fragment = { id, name, configuration: '{}', changed: Date.now() };
    this.#database
      .prepare('INSERT INTO fragments (id, name, configuration, changed) VALUES (?, ?, ?, ?)')
      .run(id, name, fragment.configuration, fragment.changed);
    return fragment;
  }

  configure(id: string, configuration: string): void {
    const statement = this.#database.prepare('UPDATE fragments SET configuration = ?, changed = ? WHERE id = ?');
    if (statement.run(configuration, Date.now(), id).changes === 0) throw notFound('such fragment');
  }

  remove(id: string): void {
    if (this.#database.prepare('DELETE FROM fragments WHERE id = ?').run(id).changes === 0) {
      throw notFound('such fragment');
    }
  }
}

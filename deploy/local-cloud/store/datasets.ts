import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { CloudError, notFound } from '../errors.ts';
import { cloudLimits } from '../limits.ts';
import { takeFile } from './files.ts';

/** What jobs train on: one file of JSON lines; docs/local-cloud.md says what is in a line. */
export type Dataset = { readonly id: string; readonly name: string; readonly size: number; readonly created: number };

export class Datasets {
  readonly #database: DatabaseSync;
  readonly #folder: string;

  constructor(database: DatabaseSync, folder: string) {
    this.#database = database;
    this.#folder = join(folder, 'datasets');
  }

  list(): Dataset[] {
    return this.#database.prepare('SELECT * FROM datasets ORDER BY name, created').all() as unknown as Dataset[];
  }

  has(id: string): boolean {
    return this.#database.prepare('SELECT 1 FROM datasets WHERE id = ?').get(id) !== undefined;
  }

  file(id: string): string {
    return join(this.#folder, `${id}.jsonl`);
  }

  async add(name: string, content: AsyncIterable<Uint8Array>): Promise<Dataset> {
    if (this.list().length >= cloudLimits.datasets) throw new CloudError('too-many', 'There are too many data sets.');
    const id = randomUUID();
    const { size } = await takeFile(content, this.#folder, `${id}.jsonl`, cloudLimits.datasetBytes);
    const dataset = { id, name, size, created: Date.now() };
    this.#database
      .prepare('INSERT INTO datasets (id, name, size, created) VALUES (?, ?, ?, ?)')
      .run(id, name, size, dataset.created);
    return dataset;
  }

  async remove(id: string): Promise<void> {
    if (this.#database.prepare('DELETE FROM datasets WHERE id = ?').run(id).changes === 0)
      throw notFound('such data set');
    await rm(this.file(id), { force: true });
  }
}

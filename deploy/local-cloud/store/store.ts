import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './database.ts';
import { Datasets } from './datasets.ts';
import { Fragments } from './fragments.ts';
import { JobLines } from './job-lines.ts';
import { Jobs } from './jobs.ts';
import { Keys } from './keys.ts';
import { Logs } from './logs.ts';
import { Machines } from './machines.ts';
import { Registry } from './registry.ts';
import { Releases } from './releases.ts';

/** All that the cloud keeps. */
export type Store = {
  readonly folder: string;
  /** The one organization that there is. */
  readonly organization: string;
  /** Signs the tokens. */
  readonly tokenKey: Buffer;
  readonly keys: Keys;
  readonly machines: Machines;
  readonly fragments: Fragments;
  readonly logs: Logs;
  readonly releases: Releases;
  readonly registry: Registry;
  readonly datasets: Datasets;
  readonly jobs: Jobs;
  readonly lines: JobLines;
  close(): void;
};

export function openStore(folder: string): Store {
  const database = openDatabase(folder);
  return {
    folder,
    organization: fact(database, 'organization', randomUUID),
    tokenKey: Buffer.from(
      fact(database, 'token-key', () => randomBytes(32).toString('hex')),
      'hex',
    ),
    keys: new Keys(database),
    machines: new Machines(database),
    fragments: new Fragments(database),
    logs: new Logs(database),
    releases: new Releases(database, folder),
    registry: new Registry(database),
    datasets: new Datasets(database, folder),
    jobs: new Jobs(database),
    lines: new JobLines(database),
    close: () => database.close(),
  };
}

/** What is drawn once and stays. */
function fact(database: DatabaseSync, name: string, draw: () => string): string {
  database.prepare('INSERT OR IGNORE INTO facts (name, value) VALUES (?, ?)').run(name, draw());
  return (database.prepare('SELECT value FROM facts WHERE name = ?').get(name) as { value: string }).value;
}

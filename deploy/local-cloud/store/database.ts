import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Each entry brings a database of its number to the next one. Entries are never changed, only added. */
const steps: readonly string[] = [
  `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE keys (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, permission TEXT NOT NULL,
    machine TEXT REFERENCES machines (id) ON DELETE CASCADE, created INTEGER NOT NULL) STRICT;
  CREATE TABLE machines (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, secret TEXT NOT NULL, created INTEGER NOT NULL,
    configuration TEXT NOT NULL, report TEXT NOT NULL, seen INTEGER, restart INTEGER NOT NULL) STRICT;
  CREATE TABLE fragments (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, configuration TEXT NOT NULL, changed INTEGER NOT NULL) STRICT;
  CREATE TABLE releases (
    id TEXT PRIMARY KEY, filename TEXT NOT NULL, version TEXT NOT NULL, platform TEXT NOT NULL, channel TEXT NOT NULL,
    sha256 TEXT NOT NULL, size INTEGER NOT NULL, created INTEGER NOT NULL,
    UNIQUE (filename, version, platform)) STRICT;
  CREATE TABLE logs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, machine TEXT NOT NULL REFERENCES machines (id) ON DELETE CASCADE,
    time INTEGER NOT NULL, level INTEGER NOT NULL, logger TEXT NOT NULL, message TEXT NOT NULL,
    fields TEXT NOT NULL) STRICT;
  CREATE INDEX logs_of_machine ON logs (machine, id);
  CREATE TABLE log_positions (
    machine TEXT NOT NULL REFERENCES machines (id) ON DELETE CASCADE, queue TEXT NOT NULL, sequence INTEGER NOT NULL,
    PRIMARY KEY (machine, queue)) STRICT;
  CREATE TABLE datasets (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, size INTEGER NOT NULL, created INTEGER NOT NULL) STRICT;
  CREATE TABLE scripts (
    item TEXT NOT NULL, version TEXT NOT NULL, file TEXT NOT NULL, content TEXT NOT NULL, created INTEGER NOT NULL,
    PRIMARY KEY (item, version)) STRICT;
  CREATE TABLE jobs (
    id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, organization TEXT NOT NULL, status INTEGER NOT NULL,
    submission TEXT NOT NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL, started INTEGER, ended INTEGER,
    process INTEGER, model TEXT NOT NULL, error_code INTEGER, error_message TEXT) STRICT;
  CREATE INDEX jobs_by_status ON jobs (status, number);
  CREATE TABLE model_versions (
    organization TEXT NOT NULL, model TEXT NOT NULL, version TEXT NOT NULL,
    PRIMARY KEY (organization, model, version)) STRICT;
  CREATE TABLE job_lines (
    id INTEGER PRIMARY KEY AUTOINCREMENT, job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    time INTEGER NOT NULL, level TEXT NOT NULL, message TEXT NOT NULL) STRICT;
  CREATE INDEX lines_of_job ON job_lines (job, id);
  `,
];

/**
 * The cloud's database in `folder`, which only its user may read: secrets of machines are in it.
 * SQLite comes with Node.js, is one file, survives a kill at any moment, and answers in microseconds.
 * @throws Error when it was written by a newer version of this program
 */
export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'cloud.sqlite');
  // SQLite gives the files beside it (-wal, -shm) the mode of this one.
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const database = new DatabaseSync(file, { timeout: 5000 });
  // A power cut may lose the last moment's reports, never the database.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > steps.length) {
    database.close();
    throw new Error(`${file} was written by a newer version of this program`);
  }
  for (const [index, step] of steps.entries()) {
    if (index >= version) database.exec(`BEGIN; ${step}; PRAGMA user_version = ${index + 1}; COMMIT`);
  }
  return database;
}

/** All of `work` or nothing of it. Not to be nested. */
export function whole<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

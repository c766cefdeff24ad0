import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { Secret } from '../../../netplan/secret.ts';
import { CloudError, notFound } from '../errors.ts';
import { cloudLimits } from '../limits.ts';
import { randomSecret } from './keys.ts';

/** What a machine said of itself last. */
export type Report = {
  readonly host: { readonly platform: string; readonly distro: string; readonly tags: readonly string[] };
  readonly versions: {
    readonly agentRunning: string;
    readonly agentInstalled: string;
    readonly serverRunning: string;
    readonly serverInstalled: string;
  };
  /** Seconds; `undefined`: it does not run. */
  readonly agentUptime: number | undefined;
  readonly serverUptime: number | undefined;
  readonly fragmentId: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly conditions: readonly {
    readonly code: string;
    readonly severity: string;
    readonly text: string;
    readonly about: string;
  }[];
  readonly wishes: readonly {
    readonly filename: string;
    readonly version: string;
    readonly state: string;
    readonly problem: string;
  }[];
};

/** A machine with its one part: both have the same id. */
export type Machine = {
  readonly id: string;
  readonly name: string;
  readonly secret: Secret;
  readonly created: number;
  /** The object `agent` as it was typed: JSON with comments. */
  readonly configuration: string;
  readonly report: Report | undefined;
  /** When it asked last; milliseconds since 1970. */
  readonly seen: number | undefined;
  /** Somebody has asked for a restart of its machine-server. */
  readonly restart: boolean;
};

type Row = {
  id: string;
  name: string;
  secret: string;
  created: number;
  configuration: string;
  report: string;
  seen: number | null;
  restart: number;
};

export class Machines {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  list(): Machine[] {
    return this.#database.prepare('SELECT * FROM machines ORDER BY name, created').all().map(machineFrom);
  }

  get(id: string): Machine | undefined {
    const row = this.#database.prepare('SELECT * FROM machines WHERE id = ?').get(id);
    return row === undefined ? undefined : machineFrom(row);
  }

  /** @throws CloudError not-found */
  known(id: string): Machine {
    const machine = this.get(id);
    if (machine === undefined) throw notFound('such machine');
    return machine;
  }

  create(name: string): Machine {
    const { count } = this.#database.prepare('SELECT count(*) AS count FROM machines').get() as { count: number };
    if (count >= cloudLimits.machines) throw new CloudError('too-many', 'There are too many machines.');
    const id = randomUUID();
    this.#database
      .prepare(
        "INSERT INTO machines (id, name, secret, created, configuration, report, restart) VALUES (?, ?, ?, ?, '{}', '', 0)",
      )
      .run(id, name, randomSecret(), Date.now());
    return this.known(id);
  }

  configure(id: string, configuration: string): void {
    this.#database.prepare('UPDATE machines SET configuration = ? WHERE id = ?').run(configuration, id);
  }

  reported(id: string, report: Report, seen: number): void {
    const text = JSON.stringify(report);
    // A machine may report much that is wrong; what it asks for, it gets all the same.
    const kept = text.length > cloudLimits.report ? JSON.stringify({ ...report, answers: {}, conditions: [] }) : text;
    this.#database.prepare('UPDATE machines SET report = ?, seen = ? WHERE id = ?').run(kept, seen, id);
  }

  askRestart(id: string, wanted: boolean): void {
    this.#database.prepare('UPDATE machines SET restart = ? WHERE id = ?').run(wanted ? 1 : 0, id);
  }

  remove(id: string): void {
    if (this.#database.prepare('DELETE FROM machines WHERE id = ?').run(id).changes === 0)
      throw notFound('such machine');
  }
}

function machineFrom(row: Record<string, unknown>): Machine {
  const { secret, report, seen, restart, ...plain } = row as Row;
  return {
    ...plain,
    secret: new Secret(secret),
    report: report === '' ? undefined : (JSON.parse(report) as Report),
    seen: seen ?? undefined,
    restart: restart === 1,
  };
}

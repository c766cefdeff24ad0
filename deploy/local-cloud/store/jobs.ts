import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { isOver, TrainingStatus } from '../../../daemon/training/words.ts';
import { CloudError, notFound } from '../errors.ts';
import { cloudLimits } from '../limits.ts';
import { whole } from './database.ts';

/** What was asked for: one for the built-in trainer, or one for a script of the registry. */
export type Submission = {
  readonly datasetId: string;
  readonly modelName: string;
  readonly modelVersion: string;
  readonly modelType: number;
  readonly modelFramework: number;
  readonly tags: readonly string[];
  readonly custom:
    | {
        readonly item: string;
        readonly version: string;
        readonly arguments: Readonly<Record<string, string>>;
        readonly container: string;
      }
    | undefined;
};

export type Job = {
  readonly id: string;
  /** In the order in which they came. */
  readonly number: number;
  readonly organization: string;
  readonly status: TrainingStatus;
  readonly submission: Submission;
  readonly created: number;
  readonly modified: number;
  readonly started: number | undefined;
  readonly ended: number | undefined;
  /** Of the process while it runs. */
  readonly process: number | undefined;
  /** Id of the model that came of it; empty: none. */
  readonly model: string;
  readonly error: { readonly code: number; readonly message: string } | undefined;
};

export type Change = Partial<Pick<Job, 'status' | 'started' | 'ended' | 'process' | 'model' | 'error'>>;

export class Jobs {
  readonly #database: DatabaseSync;
  readonly #listeners = new Set<() => void>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Calls `listener` after each change; returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Newest first. */
  list(organization: string, status?: TrainingStatus): Job[] {
    const rows =
      status === undefined || status === TrainingStatus.UNSPECIFIED
        ? this.#database.prepare('SELECT * FROM jobs WHERE organization = ? ORDER BY number DESC').all(organization)
        : this.#database
            .prepare('SELECT * FROM jobs WHERE organization = ? AND status = ? ORDER BY number DESC')
            .all(organization, status);
    return rows.map(jobFrom);
  }

  /** Oldest first, of every organization. */
  having(status: TrainingStatus): Job[] {
    return this.#database.prepare('SELECT * FROM jobs WHERE status = ? ORDER BY number').all(status).map(jobFrom);
  }

  get(id: string): Job | undefined {
    const row = this.#database.prepare('SELECT * FROM jobs WHERE id = ?').get(id);
    return row === undefined ? undefined : jobFrom(row);
  }

  /** @throws CloudError exists when the model has or had this version; too-many */
  submit(organization: string, submission: Submission): Job {
    const id = randomUUID();
    const { modelName, modelVersion } = submission;
    whole(this.#database, () => {
      const { all } = this.#database.prepare('SELECT count(*) AS "all" FROM jobs').get() as { all: number };
      if (all >= cloudLimits.jobs) throw new CloudError('too-many', 'There are too many jobs: delete some.');
      if (this.having(TrainingStatus.PENDING).length >= cloudLimits.pendingJobs) {
        throw new CloudError('too-many', 'Too many jobs wait for their turn.');
      }
      const { changes } = this.#database
        .prepare('INSERT OR IGNORE INTO model_versions (organization, model, version) VALUES (?, ?, ?)')
        .run(organization, modelName, modelVersion);
      if (changes === 0) {
        throw new CloudError('exists', `The model ${modelName} has had a version ${modelVersion} before.`);
      }
      const now = Date.now();
      this.#database
        .prepare(
          `INSERT INTO jobs (id, number, organization, status, submission, created, modified, model)
           VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM jobs), ?, ?, ?, ?, ?, '')`,
        )
        .run(id, organization, TrainingStatus.PENDING, JSON.stringify(submission), now, now);
    });
    this.#tell();
    return this.#known(id);
  }

  change(id: string, change: Change): void {
    const job = { ...this.#known(id), ...change };
    this.#database
      .prepare(
        `UPDATE jobs SET status = ?, started = ?, ended = ?, process = ?, model = ?, error_code = ?, error_message = ?,
         modified = ? WHERE id = ?`,
      )
      .run(
        ...[job.status, job.started ?? null, job.ended ?? null, job.process ?? null, job.model],
        ...[job.error?.code ?? null, job.error?.message ?? null, Date.now(), id],
      );
    this.#tell();
  }

  /** @throws CloudError precondition when it has not ended */
  remove(id: string): void {
    if (!isOver(this.#known(id).status)) {
      throw new CloudError('precondition', 'The job has not ended: cancel it first.');
    }
    this.#database.prepare('DELETE FROM jobs WHERE id = ?').run(id);
    this.#tell();
  }

  #known(id: string): Job {
    const job = this.get(id);
    if (job === undefined) throw notFound('such job');
    return job;
  }
}

function jobFrom(row: Record<string, unknown>): Job {
  const { submission, error_code: code, error_message: message, started, ended, process, ...plain } = row;
  return {
    ...(plain as Pick<Job, 'id' | 'number' | 'organization' | 'status' | 'created' | 'modified' | 'model'>),
    submission: JSON.parse(submission as string) as Submission,
    started: (started as number | null) ?? undefined,
    ended: (ended as number | null) ?? undefined,
    process: (process as number | null) ?? undefined,
    error: typeof code === 'number' ? { code, message: String(message) } : undefined,
  };
}

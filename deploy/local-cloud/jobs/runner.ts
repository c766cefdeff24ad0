import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Code } from '@connectrpc/connect';
import { errorText } from '../../../daemon/errors.ts';
import type { Log } from '../../../daemon/logging.ts';
import { TrainingStatus } from '../../../daemon/training/words.ts';
import { cloudLimits } from '../limits.ts';
import type { Job } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { folderOf, outputOf, prepare } from './preparing.ts';
import { kill, type Outcome, runProcess } from './process.ts';

type Result = { readonly status: TrainingStatus; readonly error?: Job['error']; readonly model?: string };

const failed = (code: Code, message: string): Result => ({ status: TrainingStatus.FAILED, error: { code, message } });

/** Runs the jobs that wait, a few at a time, in their order. */
export class JobRunner {
  readonly #store: Store;
  readonly #log: Log;
  readonly #running = new Map<string, AbortController>();
  readonly #works = new Set<Promise<void>>();
  #open = true;

  constructor(store: Store, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Settles what an earlier run has left open, and begins. */
  async start(): Promise<void> {
    const { jobs } = this.#store;
    for (const job of [...jobs.having(TrainingStatus.IN_PROGRESS), ...jobs.having(TrainingStatus.CANCELING)]) {
      await endOrphan(job);
      const canceling = job.status === TrainingStatus.CANCELING;
      const result = canceling
        ? { status: TrainingStatus.CANCELED }
        : failed(Code.Aborted, 'The cloud ended while the job ran.');
      jobs.change(job.id, { ...result, process: undefined, ended: Date.now() });
    }
    jobs.onChange(() => this.#startNext());
    this.#startNext();
  }

  /** A job that has not ended. */
  cancel({ id, status }: Job): void {
    if (status === TrainingStatus.PENDING) {
      this.#store.jobs.change(id, { status: TrainingStatus.CANCELED, ended: Date.now() });
      return;
    }
    this.#store.jobs.change(id, { status: TrainingStatus.CANCELING });
    this.#running.get(id)?.abort();
  }

  /** A job that has ended, with its model. @throws CloudError precondition */
  async remove(job: Job): Promise<void> {
    this.#store.jobs.remove(job.id);
    await rm(folderOf(this.#store, job), { recursive: true, force: true });
  }

  /** Jobs under way are ended and count as failed. */
  async close(): Promise<void> {
    this.#open = false;
    for (const running of this.#running.values()) running.abort();
    await Promise.all(this.#works);
  }

  #startNext(): void {
    while (this.#open && this.#running.size < cloudLimits.runningJobs) {
      const job = this.#store.jobs.having(TrainingStatus.PENDING).find(({ id }) => !this.#running.has(id));
      if (job === undefined) return;
      const stop = new AbortController();
      this.#running.set(job.id, stop);
      const work = this.#run(job, stop.signal).finally(() => {
        this.#running.delete(job.id);
        this.#works.delete(work);
        this.#startNext();
      });
      this.#works.add(work);
    }
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    const { jobs } = this.#store;
    jobs.change(job.id, { status: TrainingStatus.IN_PROGRESS, started: Date.now() });
    const result = await this.#work(job, signal).catch((error: unknown): Result => {
      this.#log.warn({ err: error, job: job.id }, 'a training job could not be run');
      return failed(Code.Internal, errorText(error));
    });
    const canceled = jobs.get(job.id)?.status === TrainingStatus.CANCELING;
    const last = canceled ? { status: TrainingStatus.CANCELED } : result;
    this.#log.info({ job: job.id, status: last.status }, 'a training job has ended');
    jobs.change(job.id, { ...last, process: undefined, ended: Date.now() });
  }

  async #work(job: Job, signal: AbortSignal): Promise<Result> {
    const command = await prepare(this.#store, job);
    let kept = 0;
    let lastError = '';
    const outcome = await runProcess(
      command,
      {
        started: (process) => this.#store.jobs.change(job.id, { process }),
        line: (level, text) => {
          if (level === 'error') lastError = text;
          if (++kept <= cloudLimits.jobLines) this.#store.lines.add(job.id, level, text);
        },
      },
      signal,
    );
    const lost = kept - cloudLimits.jobLines;
    if (lost > 0) this.#store.lines.add(job.id, 'warn', `${lost} more lines were not kept`);
    const made = await readdir(outputOf(this.#store, job)).catch(() => []);
    await removeInputs(command.folder);
    return resultOf(outcome, made.length > 0, lastError);
  }
}

function resultOf(outcome: Outcome, madeSomething: boolean, lastError: string): Result {
  switch (outcome.kind) {
    case 'stopped':
      return failed(Code.Aborted, 'The cloud ended while the job ran.');
    case 'timed-out':
      return failed(Code.DeadlineExceeded, 'The job took longer than it may.');
    case 'killed':
      return failed(Code.Unknown, `The process was ended by ${outcome.signal}.`);
    case 'ended':
      if (outcome.exitCode !== 0) {
        const reason = lastError === '' ? '' : `: ${lastError}`;
        return failed(Code.Unknown, `The process ended with ${outcome.exitCode}${reason}`);
      }
      if (!madeSomething) return failed(Code.NotFound, 'The process ended well, but left no model.');
      return { status: TrainingStatus.COMPLETED, model: randomUUID() };
  }
}

/** A process of a cloud that was killed goes on by itself; whether it is still that one, its environment says (Linux). */
async function endOrphan({ id, process: pid }: Job): Promise<void> {
  if (pid === undefined) return;
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  if (environment.split('\0').includes(`TRAINING_JOB_ID=${id}`)) kill(pid, 'SIGKILL');
}

/** The model stays; the copies that it was made from do not. */
async function removeInputs(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== 'output') await rm(join(folder, name), { recursive: true, force: true });
  }
}

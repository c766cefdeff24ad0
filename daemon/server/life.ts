import { stat } from 'node:fs/promises';
import { errorText } from '../errors.ts';
import type { Announcement } from './announcement.ts';
import { serverEnvironment } from './environment.ts';
import type { ControlGroup } from './group.ts';
import { limits } from './limits.ts';
import type { MemoryWatch } from './out-of-memory.ts';
import type { ServerParts } from './parts.ts';
import { type ServerProcess, spawnServer } from './process.ts';
import { examine, ProgramError } from './program.ts';
import { Questions } from './questions.ts';
import type { Records } from './record.ts';
import { endingText } from './report.ts';
import type { Ending, Occurrence } from './state.ts';

export type LifeParts = ServerParts & {
  readonly group: ControlGroup | undefined;
  readonly memory: MemoryWatch;
  readonly records: Records;
  take(occurrence: Occurrence): void;
};

/** One run of the server, outside: from the look at its file until nothing of it is left. Tells `take` what happens. */
export class Life {
  readonly run: number;
  readonly #parts: LifeParts;
  readonly #over = new AbortController();
  #process: ServerProcess | undefined;
  #announced: Announcement | undefined;
  #unwished = false;
  #killing: Promise<unknown> = Promise.resolve();
  #gone = false;
  questions: Questions | undefined;
  version: string | undefined;

  constructor(run: number, parts: LifeParts) {
    this.run = run;
    this.#parts = parts;
  }

  get pid(): number | undefined {
    return this.#process?.leader?.pid;
  }

  /** Resolves when nothing kills in its name any more. */
  get killing(): Promise<unknown> {
    return this.#killing;
  }

  async start(): Promise<void> {
    const { take, clock, log, records } = this.#parts;
    const { path, version } = this.#parts.program();
    this.version = version;
    let process: ServerProcess;
    let file: string;
    try {
      file = await examine(path);
      const folder = await this.#folder();
      // Asked after the last wait: a server that is not wished any more would otherwise be started and forgotten.
      if (this.#unwished) return this.#tell({ kind: 'exited', code: 0 }, 0);
      process = spawnServer(this.#command(file, folder), {
        ...this.#parts,
        mark: this.#parts.runFolder,
        log: log.child({ source: 'machine-server' }),
        onAnnouncement: (announcement) => this.#announcedAt(announcement),
      });
      await process.spawned;
    } catch (error) {
      const problem = error instanceof ProgramError ? error.code : 'refused';
      return take({ kind: 'unusable', run: this.run, problem, detail: errorText(error) });
    }
    this.watch(process);
    if (this.#unwished) process.terminate();
    const { leader } = process;
    if (leader === undefined) return;
    log.info({ run: this.run, pid: leader.pid, file, version }, 'the server was started');
    this.questions = new Questions(clock, leader.pid, this.#announced);
    // A later agent knows it by its mark as well; the record only makes it certain which one is the server itself.
    await records.write(leader, file).catch((error) => log.warn({ err: error }, 'the server could not be recorded'));
    await this.#lookForEndpoint(this.questions);
  }

  /** From now on its end is told. */
  watch(process: ServerProcess): void {
    this.#process = process;
    void process.ended.then(async (ending) => {
      this.#over.abort();
      this.#parts.log.info({ run: this.run, pid: this.pid, ending: endingText(ending) }, 'the server has ended');
      const left = await process.clear();
      this.#gone = true;
      // What still kills by mark must have come to its end: the next server will carry the same one.
      await this.#killing;
      await this.#parts.records.remove();
      this.#tell(ending, left);
    });
  }

  /** Also before it was started: then it is not. */
  terminate(): void {
    this.#unwished = true;
    this.#process?.terminate();
  }

  kill(): void {
    if (!this.#gone) this.#killing = Promise.allSettled([this.#killing, this.#process?.kill()]);
  }

  #command(file: string, folder: string) {
    const { environment, settings, runFolder, credentialsFile } = this.#parts;
    return {
      file,
      folder,
      args: ['-config', credentialsFile],
      environment: serverEnvironment(environment, settings().viam_server_env, runFolder),
    };
  }

  /** A folder that is not there would look like a missing program. */
  async #folder(): Promise<string> {
    const { workFolder, log } = this.#parts;
    const there = await stat(workFolder).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (!there) log.warn({ folder: workFolder }, 'the work folder of the server is missing; it runs in /');
    return there ? workFolder : '/';
  }

  #announcedAt(announcement: Announcement): void {
    this.#announced = announcement;
    if (this.questions !== undefined) this.questions.announced = announcement;
    this.#parts.log.info({ run: this.run, urls: announcement.urls.map(String) }, 'the server says that it serves');
    this.#over.abort();
    this.#parts.take({ kind: 'serving', run: this.run });
  }

  /** For a server whose announcement cannot be read: it has closed its output, or words it in another way. */
  async #lookForEndpoint(questions: Questions): Promise<void> {
    const { clock, log, take } = this.#parts;
    const over = this.#over.signal;
    while (!over.aborted) {
      await clock.wait(limits.lookEvery, over);
      if (over.aborted || !(await questions.serves(over))) continue;
      log.info({ run: this.run }, 'the server answers at its own address');
      take({ kind: 'serving', run: this.run });
      return;
    }
  }

  #tell(ending: Ending, left: number): void {
    this.#parts.take({ kind: 'ended', run: this.run, ending, left, luck: this.#parts.random() });
  }
}

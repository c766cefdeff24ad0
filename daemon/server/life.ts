import { stat } from 'node:fs/promises';
import { errorText } from '../errors.ts';
import type { Announcement } from './announcement.ts';
import { environmentDigest, serverEnvironment } from './environment.ts';
import { adoptFormer, type Former, watchFormer } from './former.ts';
import type { ControlGroup } from './group.ts';
import { limits } from './limits.ts';
import type { MemoryWatch } from './out-of-memory.ts';
import type { Outlets } from './outlets.ts';
import type { ServerParts } from './parts.ts';
import { type ServerProcess, spawnServer } from './process.ts';
import { examine, ProgramError } from './program.ts';
import { Questions } from './questions.ts';
import type { Records, ServerRecord } from './record.ts';
import { endingText } from './report.ts';
import type { Ending, Occurrence } from './state.ts';

export type LifeParts = ServerParts & {
  readonly group: ControlGroup | undefined;
  readonly memory: MemoryWatch;
  readonly records: Records;
  readonly outlets: Outlets;
  take(occurrence: Occurrence): void;
};

/** One run of the server, outside: from the look at its file until nothing of it is left. Tells `take` what happens. */
export class Life {
  readonly run: number;
  readonly #parts: LifeParts;
  readonly #over = new AbortController();
  #process: ServerProcess | undefined;
  #announced: Announcement | undefined;
  #record: ServerRecord | undefined;
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

  async start(): Promise<void> {
    const { take, clock, log } = this.#parts;
    const { path, version } = this.#parts.program();
    this.version = version;
    let process: ServerProcess;
    let file: string;
    try {
      file = await examine(path);
      const folder = await this.#folder();
      // Asked after the last wait: a server that is not wished any more would otherwise be started and forgotten.
      if (this.#unwished) return this.#tell({ kind: 'exited', code: 0 }, 0);
      process = spawnServer(this.#command(file, folder), this.#surroundings());
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
    const { bootId } = this.#parts.records;
    const started = { ...leader, bootId, executable: file, ...(version === undefined ? {} : { version }) };
    this.#record = { ...started, ...this.#startedWith(), serving: false, urls: [] };
    await this.#keepRecord();
    await this.#lookForEndpoint(this.questions);
  }

  /** Takes over a server of a former agent, or what is left of one. */
  takeOver({ leader, record }: Former): void {
    if (leader === undefined || record === undefined) {
      this.watch(watchFormer(leader, this.#surroundings()));
      return;
    }
    this.version = record.version;
    this.#record = record;
    this.watch(adoptFormer(leader, this.#surroundings()));
    const urls = record.urls.map((url) => new URL(url));
    this.questions = new Questions(this.#parts.clock, leader.pid, urls.length === 0 ? undefined : { urls });
    if (record.serving) this.#serves();
    else void this.#lookForEndpoint(this.questions);
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

  #surroundings() {
    return {
      ...this.#parts,
      mark: this.#parts.runFolder,
      log: this.#parts.log.child({ source: 'machine-server' }),
      onAnnouncement: (announcement: Announcement) => this.#announcedAt(announcement),
    };
  }

  #startedWith() {
    const { settings, credentials } = this.#parts;
    return { environment: environmentDigest(settings().viam_server_env), credentials: credentials() ?? '' };
  }

  #announcedAt(announcement: Announcement): void {
    this.#announced = announcement;
    if (this.questions !== undefined) this.questions.announced = announcement;
    this.#parts.log.info({ run: this.run, urls: announcement.urls.map(String) }, 'the server says that it serves');
    this.#serves();
  }

  #serves(): void {
    this.#over.abort();
    this.#parts.take({ kind: 'serving', run: this.run });
    if (this.#record === undefined || this.#record.serving) return;
    this.#record = { ...this.#record, serving: true, urls: (this.#announced?.urls ?? []).map(String) };
    void this.#keepRecord();
  }

  /** A later agent finds the server by its mark as well; with the record it can let it go on. */
  async #keepRecord(): Promise<void> {
    const { records, log } = this.#parts;
    if (this.#record === undefined || this.#gone) return;
    await records.write(this.#record).catch((error) => log.warn({ err: error }, 'the server could not be recorded'));
  }

  /** For a server whose announcement cannot be read: it has closed its output, or words it in another way. */
  async #lookForEndpoint(questions: Questions): Promise<void> {
    const { clock, log } = this.#parts;
    const over = this.#over.signal;
    while (!over.aborted) {
      await clock.wait(limits.lookEvery, over);
      if (over.aborted || !(await questions.serves(over))) continue;
      log.info({ run: this.run }, 'the server answers at its own address');
      return this.#serves();
    }
  }

  #tell(ending: Ending, left: number): void {
    this.#parts.take({ kind: 'ended', run: this.run, ending, left, luck: this.#parts.random() });
  }
}

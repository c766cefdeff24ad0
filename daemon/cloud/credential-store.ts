import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Clock } from '../../netplan/clock.ts';
import { seconds } from '../../netplan/duration.ts';
import type { MachineCredentials } from '../../portal/session.ts';
import { Bell } from '../bell.ts';
import type { Disk } from '../disk.ts';
import { readBounded, setAside, writeWhole } from '../files.ts';
import type { Health } from '../health.ts';
import { readJsonc } from '../jsonc.ts';
import type { Log } from '../logging.ts';
import type { Unit } from '../unit.ts';
import { credentialsText } from './credentials.ts';
import { isDamaged, judged, type Seen, same } from './credentials-seen.ts';

const longestFile = 64 * 1024;
/** Beside the watch on the folder, in case it says nothing (network file systems, a link's target elsewhere). */
const safetyNet = seconds(30);
/** A file that is not good is looked at again: somebody may be half-way through writing it. */
const settling = seconds(2);

export type CredentialStoreOptions = {
  readonly path: string;
  /** Kept once usable credentials were there: a damaged file then still belongs to an owner. */
  readonly claimedPath: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Health;
  /** The machine's own, unless it is a test's. */
  readonly disk?: Disk;
};

/** The machine's credentials file: read at the start and whenever it changes, written whole or not at all. */
export class CredentialStore {
  readonly #options: CredentialStoreOptions;
  readonly #listeners = new Set<() => void>();
  #current: MachineCredentials | undefined;
  /** What the file was when it was last decided about. */
  #decided: Seen | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: CredentialStoreOptions) {
    this.#options = options;
  }

  get #disk(): { readonly disk?: Disk } {
    const { disk } = this.#options;
    return disk === undefined ? {} : { disk };
  }

  get current(): MachineCredentials | undefined {
    return this.#current;
  }

  get usable(): boolean {
    return this.#current !== undefined;
  }

  /** There is an owner, whose credentials are not simply replaced (rule 7), also where the file is damaged. */
  get taken(): boolean {
    return this.usable || existsSync(this.#options.claimedPath);
  }

  /** The first look. A file that is not good is reported; what becomes of it is decided once it has settled. */
  load(): Promise<void> {
    return this.#alone(async () => {
      const seen = await this.#look();
      const { credentials, problem } = judged(seen);
      if (credentials !== undefined) await this.#accept(seen, credentials);
      else if (problem !== undefined) this.#report(problem);
    });
  }

  /**
   * Replaces the file. Members that we do not know stay; a damaged file is set aside first.
   * @throws FileError and the credentials are as they were
   */
  writeCredentials(credentials: MachineCredentials): Promise<void> {
    const { path } = this.#options;
    return this.#alone(async () => {
      const seen = await this.#look();
      const former = seen.kind === 'content' ? readJsonc(seen.bytes).value : undefined;
      if (isDamaged(seen)) await setAside(path, this.#disk);
      const text = credentialsText(credentials, former);
      await writeWhole(path, text, { mode: 0o600, ...this.#disk });
      await this.#accept({ kind: 'content', bytes: Buffer.from(text) }, credentials);
    });
  }

  /** Calls `listener` after each change; returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Notices what others write: an installer, a person with an editor. */
  unit(): Unit {
    const { path, clock } = this.#options;
    return {
      name: 'credentials',
      run: async (signal) => {
        const bell = new Bell(signal);
        const watching = watchFolder(dirname(path), basename(path), bell.ring);
        try {
          while (!signal.aborted) {
            await this.#settle(signal);
            await bell.sleep(clock, safetyNet);
          }
        } finally {
          watching?.close();
        }
      },
    };
  }

  /** Takes good credentials at once; believes anything else only when it has stayed the same for a while. */
  async #settle(signal: AbortSignal): Promise<void> {
    for (let before: Seen | undefined; !signal.aborted; ) {
      const seen = await this.#alone(async () => {
        const now = await this.#look();
        if (same(now, this.#decided)) return undefined;
        const { credentials, problem } = judged(now);
        if (credentials !== undefined) await this.#accept(now, credentials);
        else if (same(now, before)) await this.#giveUp(now, problem);
        else return now;
        return undefined;
      });
      if (seen === undefined) return;
      before = seen;
      await this.#options.clock.wait(settling, signal);
    }
  }

  async #look(): Promise<Seen> {
    try {
      const bytes = await readBounded(this.#options.path, longestFile);
      return bytes === undefined ? { kind: 'nothing' } : { kind: 'content', bytes };
    } catch (error) {
      return { kind: 'unreadable', error };
    }
  }

  async #accept(seen: Seen, credentials: MachineCredentials): Promise<void> {
    this.#decided = seen;
    this.#options.health.clear('credentials-corrupt');
    await this.#claim();
    this.#is(credentials);
  }

  /** Not good, and it stays so. A file that cannot even be read may be good: what is known goes on. */
  async #giveUp(seen: Seen, problem: string | undefined): Promise<void> {
    const { path, log } = this.#options;
    this.#decided = seen;
    if (problem !== undefined) this.#report(problem);
    if (isDamaged(seen)) {
      await setAside(path, this.#disk).then(
        (aside) => log.warn({ path, aside }, 'the damaged credentials file was set aside'),
        (error: unknown) => log.warn({ err: error, path }, 'the damaged credentials file cannot be set aside'),
      );
    } else if (seen.kind === 'unreadable') return;
    this.#is(undefined);
  }

  #report(problem: string): void {
    this.#options.log.error({ path: this.#options.path, problem }, 'the credentials file is not usable');
    this.#options.health.set('credentials-corrupt', problem);
  }

  async #claim(): Promise<void> {
    const { claimedPath, log } = this.#options;
    if (existsSync(claimedPath)) return;
    await writeWhole(claimedPath, '', { mode: 0o600, ...this.#disk }).catch((error: unknown) =>
      log.warn({ err: error, path: claimedPath }, 'the owner cannot be noted'),
    );
  }

  #is(credentials: MachineCredentials | undefined): void {
    if (credentials === undefined && this.#current === undefined) return;
    this.#current = credentials;
    for (const listener of this.#listeners) listener();
  }

  /** One thing at a time: a look that began before a write must not be believed after it. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}

function watchFolder(folder: string, file: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || name === file) changed();
    });
    watcher.on('error', changed);
    return watcher;
  } catch {
    return undefined;
  }
}

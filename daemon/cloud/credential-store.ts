import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Clock } from '../../netplan/clock.ts';
import { seconds } from '../../netplan/duration.ts';
import type { MachineCredentials } from '../../portal/session.ts';
import { Bell } from '../bell.ts';
import { readBounded, setAside, writeWhole } from '../files.ts';
import type { Health } from '../health.ts';
import { readJsonc } from '../jsonc.ts';
import type { Log } from '../logging.ts';
import type { Unit } from '../unit.ts';
import { credentialsFrom, credentialsText } from './credentials.ts';

const longestFile = 64 * 1024;
/** Beside the watch on the folder, in case it says nothing (network file systems, a folder that was replaced). */
const safetyNet = seconds(30);

export type CredentialStoreOptions = {
  readonly path: string;
  /** Kept once usable credentials were there: a damaged file then still belongs to an owner. */
  readonly claimedPath: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Health;
};

/** The machine's credentials file: read at the start and whenever it changes, written whole or not at all. */
export class CredentialStore {
  readonly #options: CredentialStoreOptions;
  readonly #listeners = new Set<() => void>();
  #current: MachineCredentials | undefined;
  #content: string | undefined;

  constructor(options: CredentialStoreOptions) {
    this.#options = options;
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

  /** Reads the file. A damaged one is set aside, so that it is neither lost nor in the way, and reported. */
  async load(): Promise<void> {
    const { path, log, health } = this.#options;
    const content = await readBounded(path, longestFile).then(
      (bytes) => bytes?.toString('utf8'),
      (error: unknown) => {
        log.warn({ err: error, path }, 'the credentials file cannot be read');
        return undefined;
      },
    );
    if (content === this.#content) return;
    this.#content = content;
    if (content === undefined) {
      this.#is(undefined);
      return;
    }
    const { credentials, problem } = credentialsFrom(content);
    if (problem === undefined) {
      health.clear('credentials-corrupt');
      await this.#claim();
    } else {
      log.error({ path, problem }, 'the credentials file is not usable');
      health.set('credentials-corrupt', problem);
      await setAside(path).catch((error: unknown) => log.warn({ err: error, path }, 'it cannot be set aside'));
    }
    this.#is(credentials);
  }

  async writeCredentials(credentials: MachineCredentials): Promise<void> {
    const { path } = this.#options;
    const former = this.#content === undefined ? undefined : readJsonc(this.#content).value;
    const content = credentialsText(credentials, former);
    await writeWhole(path, content, { mode: 0o600 });
    this.#content = content;
    await this.#claim();
    this.#options.health.clear('credentials-corrupt');
    this.#is(credentials);
  }

  async #claim(): Promise<void> {
    const { claimedPath, log } = this.#options;
    if (existsSync(claimedPath)) return;
    await writeWhole(claimedPath, '', { mode: 0o600 }).catch((error: unknown) =>
      log.warn({ err: error, path: claimedPath }, 'cannot be noted'),
    );
  }

  #is(credentials: MachineCredentials | undefined): void {
    this.#current = credentials;
    for (const listener of this.#listeners) listener();
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
            await bell.sleep(clock, safetyNet);
            // An editor or a copy writes in several steps: the last one counts.
            await clock.wait(seconds(0.2), signal);
            if (!signal.aborted) await this.load();
          }
        } finally {
          watching?.close();
        }
      },
    };
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

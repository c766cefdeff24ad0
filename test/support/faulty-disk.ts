import { basename, dirname } from 'node:path';
import type { Disk } from '../../daemon/disk.ts';

/** A change of a name that the medium may or may not have yet. */
type Pending = { readonly folder: string; apply(names: Map<string, string>): void };

/** What happens at the n-th thing asked of the disk. */
export type Fault =
  | { readonly at: number; readonly kind: 'error'; readonly code: string; readonly afterwards?: boolean }
  /** The program is gone: it asks for nothing more; what it had done stays as the system has it. */
  | { readonly at: number; readonly kind: 'kill' };

export class Killed extends Error {}

/**
 * A disk with a cache: programs see names and contents at once, the medium has them after a sync. `afterPowerCut` says
 * what could be found then: changes of names that were not synced may be there or not, each for itself.
 */
export class FaultyDisk implements Disk {
  readonly writer: string;
  readonly files: Map<string, string>;
  readonly folders: Set<string>;
  alive = new Set<string>();
  fault: Fault | undefined;
  /** What was asked so far, in words. */
  readonly asked: string[] = [];
  #medium: Map<string, string>;
  #pending: Pending[] = [];

  constructor(writer: string, files: Iterable<readonly [string, string]>, folders: Iterable<string>) {
    this.writer = writer;
    this.files = new Map(files);
    this.#medium = new Map(files);
    this.folders = new Set(folders);
  }

  async look(path: string) {
    if (this.folders.has(path)) return 'folder';
    return this.files.has(path) ? 'file' : 'nothing';
  }

  list(folder: string) {
    return this.#do(`list ${folder}`, () => this.#namesIn(folder));
  }

  makeFolder(folder: string) {
    return this.#do(`make ${folder}`, () => {
      const made: string[] = [];
      for (let each = folder; !this.folders.has(each); each = dirname(each)) made.unshift(each);
      for (const each of made) this.folders.add(each);
      return made;
    });
  }

  /** In three parts, as a program that is killed in the middle leaves them. */
  async create(path: string, data: Uint8Array) {
    const text = Buffer.from(data).toString();
    await this.#do(`create ${path}`, () => {
      if (this.files.has(path)) throw Object.assign(new Error('there is one'), { code: 'EEXIST' });
      this.#name(path, '');
    });
    await this.#do(`write half of ${path}`, () => this.files.set(path, text.slice(0, text.length / 2)));
    await this.#do(`write ${path}`, () => this.files.set(path, text));
    // From here on whoever finds the name finds all of it.
    await this.#do(`sync ${path}`, () => this.#name(path, text));
  }

  rename(from: string, to: string) {
    return this.#do(`rename ${from} ${to}`, () => {
      const content = this.files.get(from);
      if (content === undefined) throw Object.assign(new Error('nothing there'), { code: 'ENOENT' });
      this.files.delete(from);
      this.files.set(to, content);
      this.#pending.push({
        folder: dirname(to),
        apply(names) {
          names.delete(from);
          names.set(to, content);
        },
      });
    });
  }

  remove(path: string) {
    return this.#do(`remove ${path}`, () => {
      if (!this.files.delete(path)) throw Object.assign(new Error('nothing there'), { code: 'ENOENT' });
      this.#pending.push({ folder: dirname(path), apply: (names) => names.delete(path) });
    });
  }

  syncFolder(folder: string) {
    return this.#do(`sync ${folder}`, () => {
      for (const { apply } of this.#pending.filter((each) => each.folder === folder)) apply(this.#medium);
      this.#pending = this.#pending.filter((each) => each.folder !== folder);
    });
  }

  runs(writer: string) {
    return this.alive.has(writer);
  }

  /** @param kept for each pending change, in order, whether the medium had it */
  afterPowerCut(kept: readonly boolean[]): Map<string, string> {
    const found = new Map(this.#medium);
    this.#pending.forEach(({ apply }, index) => {
      if (kept[index] === true) apply(found);
    });
    return found;
  }

  #namesIn(folder: string): string[] {
    return [...this.files.keys()].filter((path) => dirname(path) === folder).map((path) => basename(path));
  }

  #name(path: string, content: string): void {
    this.files.set(path, content);
    this.#pending.push({ folder: dirname(path), apply: (names) => names.set(path, content) });
  }

  async #do<T>(what: string, action: () => T): Promise<T> {
    const { fault } = this;
    const now = fault?.at === this.asked.length;
    this.asked.push(what);
    if (fault?.kind === 'kill' && this.asked.length > fault.at) throw new Killed(what);
    if (now && fault?.kind === 'error') {
      if (fault.afterwards === true) action();
      throw Object.assign(new Error(`injected at: ${what}`), { code: fault.code });
    }
    return action();
  }
}

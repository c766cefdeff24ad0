import { randomUUID } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { type Disk, realDisk } from './disk.ts';
import { FileError, fileError } from './file-error.ts';

export { FileError, type FileErrorCode } from './file-error.ts';
export { readBounded } from './file-reading.ts';

export type WriteOptions = {
  /** Default 0600: most of what we keep is nobody's business. */
  readonly mode?: number;
  /** Of folders that have to be made; default 0700. */
  readonly folderMode?: number;
  readonly disk?: Disk;
};

const fileMode = 0o600;
const folderMode = 0o700;
const mostLinks = 8;

let usual: Promise<Disk> | undefined;
function usualDisk(): Promise<Disk> {
  usual ??= realDisk();
  return usual;
}

/** By path: writes of one process follow each other, so that the last call wins. */
const queues = new Map<string, Promise<void>>();
/** Temporary files of this process that are being written: one file may be reached by two paths. */
const unfinished = new Set<string>();

/**
 * Makes the file at `path` hold `data`, whole: after a crash, a power cut or a full disk at any moment it holds either
 * what it held before or all of `data`, and once this has resolved it is `data`. A link is followed and stays, so that
 * the file may live on another medium. Missing folders are made.
 * @throws FileError and the file is as it was; only where the last step failed, it may be the new one already
 */
export function writeWhole(path: string, data: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  const former = queues.get(path) ?? Promise.resolve();
  const write = former.catch(() => {}).then(() => writeNow(path, bytes, options));
  queues.set(path, write);
  const forget = () => {
    if (queues.get(path) === write) queues.delete(path);
  };
  write.then(forget, forget);
  return write;
}

async function writeNow(path: string, bytes: Uint8Array, options: WriteOptions): Promise<void> {
  try {
    const disk = options.disk ?? (await usualDisk());
    const file = await targetOf(path, disk);
    await makeLastingFolder(dirname(file), options.folderMode ?? folderMode, disk);
    await removeLeftovers(file, disk);
    const beside = join(dirname(file), `.${basename(file)}.${disk.writer}.${randomUUID().slice(0, 8)}.part`);
    unfinished.add(beside);
    try {
      await disk.create(beside, bytes, options.mode ?? fileMode);
      await disk.rename(beside, file);
    } catch (error) {
      await disk.remove(beside).catch(() => {}); // it may not even be there
      throw error;
    } finally {
      unfinished.delete(beside);
    }
    // A file's own sync does not cover its name (fsync(2)).
    await disk.syncFolder(dirname(file));
  } catch (error) {
    throw fileError(`write ${path}`, error);
  }
}

/** Where `path` leads over links, also to a file that is not there yet. */
async function targetOf(path: string, disk: Disk): Promise<string> {
  let file = resolve(path);
  for (let links = 0; links <= mostLinks; links++) {
    const what = await disk.look(file);
    if (what === 'nothing' || what === 'file') return file;
    if (what === 'folder') throw new FileError('is-a-folder', `${path} is a folder`);
    if (what === 'other') throw new FileError('not-a-file', `${path} is no ordinary file`);
    file = resolve(dirname(file), what.link);
  }
  throw new FileError('not-a-file', `${path} is a link that leads nowhere`);
}

/** A writer that was killed could not clean up behind itself; those that still run do. */
async function removeLeftovers(file: string, disk: Disk): Promise<void> {
  const prefix = `.${basename(file)}.`;
  for (const name of await disk.list(dirname(file))) {
    if (!name.startsWith(prefix) || !name.endsWith('.part')) continue;
    const path = join(dirname(file), name);
    const writer = name.slice(prefix.length).split('.')[0] ?? '';
    const dead = writer === disk.writer ? !unfinished.has(path) : !disk.runs(writer);
    if (dead) await disk.remove(path).catch(() => {}); // another writer may have been faster
  }
}

/** Folders that had to be made are on the medium as well, with their names. */
async function makeLastingFolder(folder: string, mode: number, disk: Disk): Promise<void> {
  for (const made of await disk.makeFolder(folder, mode)) await disk.syncFolder(dirname(made));
}

/**
 * Makes a folder of ours, with those above it, where it is missing. One that is there keeps its mode.
 * @throws FileError
 */
export async function makeFolder(path: string, mode = folderMode): Promise<void> {
  try {
    await makeLastingFolder(resolve(path), mode, await usualDisk());
  } catch (error) {
    throw fileError(`make the folder ${path}`, error);
  }
}

/** So many damaged versions of one file are kept: the first ones, because one of those may be wanted back. */
const mostSetAside = 5;

/**
 * Moves a file that cannot be understood out of the way, to `<path>.damaged-1` and so on, so that a new one can be
 * written and nothing is lost.
 * @returns where it is now
 * @throws FileError
 */
export async function setAside(path: string, options: Pick<WriteOptions, 'disk'> = {}): Promise<string> {
  try {
    const disk = options.disk ?? (await usualDisk());
    const file = await targetOf(path, disk);
    const names = Array.from({ length: mostSetAside }, (_, index) => `${file}.damaged-${index + 1}`);
    let aside = names.at(-1) as string;
    for (const name of names.toReversed()) if ((await disk.look(name)) === 'nothing') aside = name;
    await disk.rename(file, aside);
    await disk.syncFolder(dirname(file));
    return aside;
  } catch (error) {
    throw fileError(`set ${path} aside`, error);
  }
}

import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CodedError } from '../netplan/errors.ts';

export type FileErrorCode =
  | 'not-a-file' // a folder, a socket, a device
  | 'too-large';

/** The message names the path, never a part of the content. System errors (ENOSPC, EACCES …) come as they are. */
export class FileError extends CodedError<FileErrorCode> {}

/**
 * Writes a file whole or not at all: beside it, to the disk, and only then under its name. A reader, a kill and a power
 * cut find the old content or the new one, never a part; a full disk leaves the old one. Through a symbolic link the
 * file that it leads to is replaced, and the link stays. The folder must exist.
 *
 * @param mode 0600 unless given: most of what we keep is nobody's business.
 */
export async function writeWhole(path: string, data: string | Uint8Array, { mode = 0o600 } = {}): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const folder = dirname(target);
  await removeLeftovers(folder, basename(target));
  const beside = join(folder, `.${basename(target)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(beside, 'wx', mode);
    try {
      // `open` takes the umask off; what is asked for here is what the file gets.
      await file.chmod(mode);
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

/** Makes the name in a folder as lasting as the content (fsync(2): a file's own sync does not cover its name). */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What writers left behind that were killed half-way. Those that may still be writing are let be. */
async function removeLeftovers(folder: string, name: string): Promise<void> {
  const pattern = /^\.(.+)\.(\d+)\.[0-9a-f]{12}\.tmp$/;
  for (const entry of await readdir(folder)) {
    const [, of, writer] = pattern.exec(entry) ?? [];
    if (of === name && !isAlive(Number(writer))) await rm(join(folder, entry), { force: true });
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * @param limit in bytes
 * @returns the content; `undefined` where there is no such file
 * @throws FileError for something that is no file, or a larger one
 */
export async function readBounded(path: string, limit: number): Promise<Buffer | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    if (!(await file.stat()).isFile()) throw new FileError('not-a-file', `${path} is not a file`);
    // One byte more than allowed tells a file that is too large, also one that grows while it is read.
    const buffer = Buffer.alloc(limit + 1);
    let length = 0;
    while (length <= limit) {
      const { bytesRead } = await file.read(buffer, length, limit + 1 - length, length);
      if (bytesRead === 0) return buffer.subarray(0, length);
      length += bytesRead;
    }
    throw new FileError('too-large', `${path} has more than ${limit} bytes`);
  } finally {
    await file.close();
  }
}

/** Puts a damaged file out of the way without losing it: `<path>.damaged`, the newest one only. */
export async function setAside(path: string): Promise<string> {
  const aside = `${path}.damaged`;
  await rename(path, aside);
  await syncFolder(dirname(path));
  return aside;
}

/** Makes a folder of ours, with those above it, where it is missing. */
export async function makeFolder(path: string, mode = 0o700): Promise<void> {
  await mkdir(path, { recursive: true, mode });
}

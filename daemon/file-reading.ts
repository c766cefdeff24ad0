import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { codeOf } from './errors.ts';
import { FileError, fileError } from './file-error.ts';

const chunk = 65_536;

/**
 * All of an ordinary file; `undefined` when there is none.
 * @param limit in bytes; a longer file is an error, and is not read to its end
 * @throws FileError
 */
export async function readBounded(path: string, limit: number): Promise<Buffer | undefined> {
  let file: FileHandle | undefined;
  try {
    // Without O_NONBLOCK a pipe that nobody writes to would be waited for.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = await file.stat();
    if (facts.isDirectory()) throw new FileError('is-a-folder', 'it is a folder');
    if (!facts.isFile()) throw new FileError('not-a-file', 'it is no ordinary file');
    return await allOf(file, limit);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw fileError(`read ${path}`, error);
  } finally {
    await file?.close();
  }
}

/** Does not ask for the size: files of the kernel say 0, and others may grow. */
async function allOf(file: FileHandle, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let length = 0; length <= limit; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(limit + 1 - length, chunk)));
    if (bytesRead === 0) return Buffer.concat(parts);
    parts.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  throw new FileError('too-large', `more than ${limit} bytes`);
}

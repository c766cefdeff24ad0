import { constants } from 'node:fs';
import { type FileHandle, open, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors.ts';
import { fileError } from '../file-error.ts';
import { makeFolder } from '../files.ts';

/** What the queue needs of the system: few enough to be replaced by a disk that fails on purpose. Names are in one folder. */
export interface QueueDisk {
  list(): Promise<readonly { readonly name: string; readonly size: number }[]>;
  /** At most `length` bytes; fewer at the file's end, none where there is no file. */
  read(name: string, at: number, length: number): Promise<Buffer>;
  /** Makes the file where it is missing. `lasting`: on the medium when it resolves. */
  write(name: string, at: number, bytes: Uint8Array, lasting: boolean): Promise<void>;
  sync(name: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const { O_CREAT, O_NOFOLLOW, O_RDONLY, O_RDWR } = constants;

/** The machine's own, in `folder`, which is made where it is missing. Everything rejects with a `FileError`. */
export function realQueueDisk(folder: string): QueueDisk {
  const path = (name: string) => join(folder, name);
  async function on<T>(what: string, name: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw fileError(`${what} ${path(name)}`, error);
    }
  }
  async function opened<T>(name: string, flags: number, use: (file: FileHandle) => Promise<T>): Promise<T> {
    const file = await open(path(name), flags | O_NOFOLLOW, 0o600);
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }
  return {
    list: () =>
      on('list', '', async () => {
        await makeFolder(folder);
        const names = await readdir(folder);
        return Promise.all(names.map(async (name) => ({ name, size: (await stat(path(name))).size })));
      }),
    read: (name, at, length) =>
      on('read', name, () =>
        opened(name, O_RDONLY, async (file) => {
          const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
          return buffer.subarray(0, bytesRead);
        }).catch((error: unknown) => {
          if (codeOf(error) === 'ENOENT') return Buffer.alloc(0);
          throw error;
        }),
      ),
    write: (name, at, bytes, lasting) =>
      on('write', name, () =>
        opened(name, O_RDWR | O_CREAT, async (file) => {
          for (let done = 0; done < bytes.length; ) {
            const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
            done += bytesWritten;
          }
          if (lasting) await file.datasync();
        }),
      ),
    sync: (name) =>
      on('write', name, async () => {
        await opened(name, O_RDWR, (file) => file.sync());
        // The file's own sync does not cover its name (fsync(2)).
        await opened('.', O_RDONLY, (file) => file.sync());
      }),
    remove: (name) =>
      on('remove', name, () =>
        unlink(path(name)).catch((error: unknown) => {
          if (codeOf(error) !== 'ENOENT') throw error;
        }),
      ),
  };
}

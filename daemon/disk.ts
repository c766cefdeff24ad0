import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, readlink, rename, unlink } from 'node:fs/promises';

/** What writing a file whole needs of the system: few enough to be replaced by a disk that fails on purpose. */
export interface Disk {
  /** `link`: its target, as written in it. */
  look(path: string): Promise<'nothing' | 'file' | 'folder' | 'other' | { readonly link: string }>;
  list(folder: string): Promise<readonly string[]>;
  /** Makes `folder` and what is missing above it; gives those that were made, the outermost first. */
  makeFolder(folder: string, mode: number): Promise<readonly string[]>;
  /** A new file with all of `data`, on the medium (fsync) when this resolves. Fails if something is there. */
  create(path: string, data: Uint8Array, mode: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Puts the folder's list of names on the medium. */
  syncFolder(folder: string): Promise<void>;
  /** Names the process for its own temporary files, and tells whether the maker of such a name still runs. */
  readonly writer: string;
  runs(writer: string): boolean;
}

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/** @param boot tells one boot from another, because process ids come again (`/proc/sys/kernel/random/boot_id`). */
function diskOfBoot(boot: string): Disk {
  return {
    writer: `${boot}-${process.pid}`,
    runs(writer) {
      const [, id] = writer.split('-');
      if (!writer.startsWith(`${boot}-`)) return false;
      try {
        return process.kill(Number(id), 0);
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'EPERM';
      }
    },
    async look(path) {
      const facts = await lstat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (facts === undefined) return 'nothing';
      if (facts.isSymbolicLink()) return { link: await readlink(path) };
      return facts.isFile() ? 'file' : facts.isDirectory() ? 'folder' : 'other';
    },
    list: (folder) => readdir(folder),
    async makeFolder(folder, mode) {
      const first = await mkdir(folder, { recursive: true, mode });
      if (first === undefined) return [];
      const inner = folder.slice(first.length).split('/').filter(Boolean);
      return [first, ...inner.map((_, index) => [first, ...inner.slice(0, index + 1)].join('/'))];
    },
    async create(path, data, mode) {
      const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
      try {
        await file.chmod(mode); // the umask has taken from it
        await file.writeFile(data);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    rename,
    remove: unlink,
    async syncFolder(folder) {
      const handle = await open(folder, O_RDONLY | O_DIRECTORY);
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}

/** The machine's own. Where there is no boot id, files of other processes are always taken for dead ones'. */
export async function realDisk(): Promise<Disk> {
  const id = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => randomUUID());
  return diskOfBoot(id.replaceAll('-', '').trim().slice(0, 12));
}

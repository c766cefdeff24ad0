import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { factsFromStat, type ProcessFacts } from './identity.ts';
import { limits } from './limits.ts';

/** The kernel's table of processes, as far as the supervisor needs it. */
export interface Processes {
  list(): readonly ProcessFacts[];
  /** Asked right before a signal is sent. `undefined`: there is none. */
  find(pid: number): ProcessFacts | undefined;
  /** Its environment when it was started, parted by NUL; empty when it is gone or somebody else's. */
  environ(pid: number): Promise<string>;
  /** False: it is gone, or not ours to signal. */
  signal(pid: number, signal: NodeJS.Signals): boolean;
  readonly self: number;
}

/** @param folder where proc is mounted */
export function linuxProcesses(folder = '/proc'): Processes {
  // One line of about 300 bytes for each process, hundreds of them for each end of a server: no buffer for each.
  const line = Buffer.alloc(4096);
  // At once: unlike environ and cmdline, stat waits for no lock that a stuck process may hold.
  const find = (pid: number): ProcessFacts | undefined => {
    try {
      const file = openSync(`${folder}/${pid}/stat`, 'r');
      try {
        return factsFromStat(line.toString('latin1', 0, readSync(file, line)));
      } finally {
        closeSync(file);
      }
    } catch {
      return undefined;
    }
  };
  return {
    self: process.pid,
    find,
    list() {
      const pids = readdirSync(folder).filter((name) => /^\d+$/.test(name));
      const facts = pids.slice(0, limits.processes).map((pid) => find(Number(pid)));
      return facts.filter((known) => known !== undefined);
    },
    environ: (pid) => beginning(`${folder}/${pid}/environ`, limits.environFileBytes).catch(() => ''),
    signal(pid, signal) {
      try {
        return process.kill(pid, signal);
      } catch {
        return false;
      }
    },
  };
}

/** The first bytes of a file that has no size, as those of proc. */
async function beginning(path: string, most: number): Promise<string> {
  const file = await open(path);
  try {
    let bytes = Buffer.alloc(8192);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length);
      length += bytesRead;
      if (bytesRead === 0 || length >= most) return bytes.toString('latin1', 0, length);
      if (length === bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
    }
  } finally {
    await file.close();
  }
}

import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';

/** Whether the kernel killed processes for lack of memory, seen from before and after. */
export interface MemoryWatch {
  /** To be taken when the server starts. */
  count(): KillCount;
  /** Whether `pid`, which SIGKILL ended, was one of those since `before`. */
  killed(pid: number, before: KillCount): boolean;
}

/** In the whole machine (proc(5), vmstat), and in the control group of the agent and its children. */
export type KillCount = { readonly machine: number; readonly own: number };

type Places = { readonly proc?: string; readonly sys?: string; readonly kernelLog?: string };

/** A record of the kernel's log is at most this long; a ring of 16 MB has no more records than that. */
const recordBytes = 8192;
const mostRecords = 200_000;

/** @returns numbers that never grow where the kernel does not count: then nothing is ever blamed on memory */
export function memoryWatch({
  proc = '/proc',
  sys = '/sys/fs/cgroup',
  kernelLog = '/dev/kmsg',
}: Places = {}): MemoryWatch {
  const count = () => ({ machine: counter(`${proc}/vmstat`), own: counter(`${sys}${ownGroup(proc)}/memory.events`) });
  return {
    count,
    killed(pid, before) {
      const now = count();
      // What shares the agent's control group is the agent's; a kill in there while the server lived is enough.
      if (now.own > before.own) return true;
      // Elsewhere somebody else may have been meant: only the kernel's log names the process.
      return now.machine > before.machine && isNamed(kernelLog, pid);
    },
  };
}

function counter(path: string): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync(path, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function ownGroup(proc: string): string {
  try {
    return /^0::(\/.*)$/m.exec(readFileSync(`${proc}/self/cgroup`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}

/** Looks for `Out of memory: Killed process 4711 (name)…`, or `Memory cgroup out of memory: …`. */
function isNamed(kernelLog: string, pid: number): boolean {
  const named = new RegExp(String.raw`[Oo]ut of memory: Killed process ${pid} \(`);
  try {
    const file = openSync(kernelLog, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const record = Buffer.alloc(recordBytes);
      for (let count = 0; count < mostRecords; count++) {
        const length = next(file, record);
        if (length === 0) return false;
        if (named.test(record.toString('latin1', 0, length))) return true;
      }
    } finally {
      closeSync(file);
    }
  } catch {} // Not permitted in containers and for users: then it is reported as the plain SIGKILL that it was.
  return false;
}

/** One record for each read. 0: there is none any more. */
function next(file: number, record: Buffer): number {
  for (;;) {
    try {
      return readSync(file, record);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EAGAIN') return 0;
      if (code !== 'EPIPE') throw error; // EPIPE: the oldest records were overwritten meanwhile; the next read goes on.
    }
  }
}

import { execa } from 'execa';
import type { Clock } from '../../netplan/clock.ts';
import type { Log } from '../logging.ts';
import type { Announcement } from './announcement.ts';
import { Family, type FamilySurroundings, type Leader } from './family.ts';
import type { MemoryWatch } from './out-of-memory.ts';
import type { Outlets } from './outlets.ts';
import { Output } from './output.ts';
import { spawnProblem } from './program.ts';
import type { Ending } from './state.ts';

/** A server that is there, whoever started it. */
export interface ServerProcess {
  readonly leader: Leader | undefined;
  /** Rejects with a ProgramError when the kernel refused to start it. */
  readonly spawned: Promise<void>;
  /** SIGTERM to the server alone: it ends its modules itself, in its own order. */
  terminate(): void;
  /** SIGKILL to all that belongs to it. */
  kill(): Promise<void>;
  /** Resolves when the server itself has ended; what it left behind may still be there. */
  readonly ended: Promise<Ending>;
  /** Ends what it left behind and reads the last of its output. @returns how many processes are still there */
  clear(): Promise<number>;
}

export type Command = {
  /** The examined file itself. */
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
};

export type ProcessSurroundings = FamilySurroundings & {
  readonly log: Log;
  readonly clock: Clock;
  readonly memory: MemoryWatch;
  readonly outlets: Outlets;
  readonly onAnnouncement: (announcement: Announcement) => void;
};

/** Starts the server as the first process of a session of its own: a signal to that reaches all that did not leave it. */
export function spawnServer(command: Command, around: ProcessSurroundings): ServerProcess {
  const before = around.memory.count();
  const outputs = around.outlets.forServer();
  const sources = around.outlets.read();
  const spawn = () =>
    execa(command.file, command.args, {
      cwd: command.folder,
      env: command.environment,
      extendEnv: false,
      detached: true,
      // execa takes any descriptor; its types know only the first ten.
      stdio: ['ignore', outputs.stdout as 3, outputs.stderr as 3],
      reject: false,
      // It ends when it is told to, or with the next agent: execa's own handler would do it in the middle of our shutdown.
      cleanup: false,
    });
  let subprocess: ReturnType<typeof spawn>;
  try {
    subprocess = around.group === undefined ? spawn() : around.group.enclose(spawn);
  } catch (error) {
    for (const source of Object.values(sources)) source.destroy();
    throw error;
  } finally {
    outputs.close();
  }
  const child = subprocess.nodeChildProcess;
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => {
      if (signal === null) resolve({ kind: 'exited', code: code ?? 0 });
      else if (signal === 'SIGKILL' && around.memory.killed(child.pid ?? 0, before)) resolve({ kind: 'out-of-memory' });
      else resolve({ kind: 'killed', signal });
    });
  });
  const pid = child.pid;
  const output = new Output(sources, around.log, around.clock, around.onAnnouncement);
  if (pid === undefined)
    return neverStarted(
      output,
      subprocess.then((result) => spawnProblem(result.cause, command.file)),
    );
  // Still there even if it has ended already: only we can take a zombie's number away, and not before this turn ends.
  const leader = { pid, startTime: around.processes.find(pid)?.startTime ?? 0 };
  const family = new Family(around, leader);
  return {
    leader,
    spawned: Promise.resolve(),
    ended,
    terminate: () => family.signal(leader, 'SIGTERM'),
    kill: async () => void (await family.kill()),
    async clear() {
      const left = await family.end();
      await output.drain();
      return left;
    },
  };
}

const neverStarted = (output: Output, problem: Promise<Error>): ServerProcess => ({
  leader: undefined,
  spawned: problem.then(async (error) => {
    await output.drain();
    throw error;
  }),
  ended: new Promise(() => {}),
  terminate: () => {},
  kill: async () => {},
  clear: async () => 0,
});

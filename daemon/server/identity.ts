/** A process as /proc shows it. Pid and start time together name it: pids are given out again. */
export type ProcessFacts = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** In clock ticks since boot (proc(5), stat, field 22). */
  readonly startTime: number;
  /** Ended, and only waiting for its parent to notice. */
  readonly dead: boolean;
};

/**
 * In the environment of the server and so of all its children: `<name>=<folder of the agent's running state>`. It is the
 * same for each start, so that there is no moment at which a server runs that a later agent would not know.
 */
export const markName = 'MACHINE_AGENT_SUPERVISED';

/** One line of `/proc/<pid>/stat`; `undefined` when it is not one. The name in it may hold blanks and brackets. */
export function factsFromStat(text: string): ProcessFacts | undefined {
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ');
  const number = (field: number) => Number(fields[field - 3]);
  const facts = {
    pid: Number.parseInt(text, 10),
    parent: number(4),
    group: number(5),
    session: number(6),
    startTime: number(22),
    dead: fields[0] === 'Z' || fields[0] === 'X',
  };
  const whole = Object.values(facts).every((value) => typeof value === 'boolean' || Number.isSafeInteger(value));
  return nameEnd > 0 && whole ? facts : undefined;
}

/** Whether the bytes of `/proc/<pid>/environ`, as latin1, carry our mark. */
export const isMarked = (environ: string, mark: string): boolean =>
  environ !== '' && `\0${environ}\0`.includes(`\0${markName}=${Buffer.from(mark).toString('latin1')}\0`);

/** Whether the process is in the session that the server began (it is the first in it: its pid is the session's). */
export const inSessionOf = (process: ProcessFacts, leader: { readonly pid: number; readonly startTime: number }) =>
  process.session === leader.pid && process.startTime >= leader.startTime;

/** The process itself and all above it: never to be ended, even when a server's shell started the agent by hand. */
export function lineage(pid: number, processes: readonly ProcessFacts[]): ReadonlySet<number> {
  const parents = new Map(processes.map((process) => [process.pid, process.parent]));
  const line = new Set<number>();
  for (
    let next: number | undefined = pid;
    next !== undefined && next > 0 && !line.has(next);
    next = parents.get(next)
  ) {
    line.add(next);
  }
  return line;
}

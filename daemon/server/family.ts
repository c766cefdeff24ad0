import type { Clock } from '../../netplan/clock.ts';
import { type Duration, milliseconds } from '../../netplan/duration.ts';
import type { ControlGroup } from './group.ts';
import { inSessionOf, isMarked, lineage, type ProcessFacts } from './identity.ts';
import { limits } from './limits.ts';
import type { Processes } from './processes.ts';

/** How the server itself is known: pid and start time. */
export type Leader = { readonly pid: number; readonly startTime: number };

export type FamilySurroundings = {
  readonly processes: Processes;
  readonly clock: Clock;
  readonly group: ControlGroup | undefined;
  /** Value of the mark in the environment. */
  readonly mark: string;
};

/**
 * Every process that belongs to a server: in its control group, in the session it began, or carrying the mark. A child that
 * forks twice, begins its own session and outlives its parents is still one of them.
 */
export class Family {
  readonly #around: FamilySurroundings;
  readonly #leader: Leader | undefined;

  constructor(around: FamilySurroundings, leader: Leader | undefined) {
    this.#around = around;
    this.#leader = leader;
  }

  async members(): Promise<readonly ProcessFacts[]> {
    const { processes, group, mark } = this.#around;
    const all = processes.list();
    const own = lineage(processes.self, all);
    const inside = new Set(group?.pids());
    const leader = this.#leader;
    const found: ProcessFacts[] = [];
    const strangers: ProcessFacts[] = [];
    for (const process of all) {
      // Nothing of this server is older than the server: that spares reading most environments.
      if (process.dead || own.has(process.pid) || process.startTime < (leader?.startTime ?? 0)) continue;
      const known = inside.has(process.pid) || (leader !== undefined && inSessionOf(process, leader));
      (known ? found : strangers).push(process);
    }
    while (strangers.length > 0) {
      const some = strangers.splice(0, limits.environsAtOnce);
      const environs = await Promise.all(some.map(({ pid }) => processes.environ(pid)));
      found.push(...some.filter((_, index) => isMarked(environs[index] ?? '', mark)));
    }
    return found;
  }

  /** To one process, if it still is the one that was found. */
  signal(member: Leader, signal: NodeJS.Signals): void {
    const { processes } = this.#around;
    if (processes.find(member.pid)?.startTime === member.startTime) processes.signal(member.pid, signal);
  }

  /** SIGKILL to all that can be found, again until there is none. @returns how many are left at the end of the time */
  async kill(time: Duration = limits.sweep): Promise<number> {
    const { clock, group, processes } = this.#around;
    const end = clock.now() + time;
    for (;;) {
      group?.kill();
      // The kernel kills a process group in one step: a bomb inside cannot fork past it.
      const leader = this.#leader;
      if (leader !== undefined) this.#killGroup(leader);
      const members = await this.members();
      if (members.length === 0) return 0;
      // Stopped first, so that those that multiply outside of it do not do so while the others are killed.
      for (const member of members) this.signal(member, 'SIGSTOP');
      for (const member of members) this.signal(member, 'SIGKILL');
      if (clock.now() >= end) return members.filter(({ pid }) => processes.find(pid)?.dead === false).length;
      await clock.wait(milliseconds(20));
    }
  }

  /** For what a server that has ended left behind: asked to end, killed if it does not. @returns how many are left */
  async end(): Promise<number> {
    const members = await this.members();
    if (members.length === 0) return 0;
    if (members.length <= limits.politeChildren) {
      for (const member of members) this.signal(member, 'SIGTERM');
      if (await this.#gone(limits.childGrace)) return 0;
    }
    return this.kill();
  }

  async #gone(time: Duration): Promise<boolean> {
    const { clock } = this.#around;
    const end = clock.now() + time;
    for (let pause = 10; clock.now() < end; pause = Math.min(pause * 2, 200)) {
      await clock.wait(milliseconds(pause));
      if ((await this.members()).length === 0) return true;
    }
    return false;
  }

  #killGroup(leader: Leader): void {
    const { processes } = this.#around;
    const first = processes.find(leader.pid);
    // Its number can be another's only when the whole group is gone.
    if (first === undefined || first.startTime === leader.startTime) processes.signal(-leader.pid, 'SIGKILL');
  }
}

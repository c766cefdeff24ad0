import { milliseconds } from '../../netplan/duration.ts';
import { Family, type FamilySurroundings, type Leader } from './family.ts';
import type { ProcessFacts } from './identity.ts';
import { Output } from './output.ts';
import type { ProcessSurroundings, ServerProcess } from './process.ts';
import type { ServerRecord } from './record.ts';

/** How often a process that is not our child is looked at: there is nobody who would tell. */
const look = milliseconds(200);

/** What a former agent left. */
export type Former = {
  readonly pids: readonly number[];
  /** The server itself, when there is one; else only children of it are there. */
  readonly leader: Leader | undefined;
  /** It is known with all that it was started with: it can go on under this agent. */
  readonly record: ServerRecord | undefined;
};

/** Looks for it by record, session and mark, never by name. */
export async function findFormer(
  around: FamilySurroundings,
  record: ServerRecord | undefined,
): Promise<Former | undefined> {
  const known = record === undefined ? undefined : around.processes.find(record.pid);
  // A number that was given to another process since: its record says nothing any more.
  const valid = known !== undefined && known.startTime !== record?.startTime ? undefined : record;
  const members = await new Family(around, valid).members();
  if (members.length === 0) return undefined;
  const recorded = members.find((member) => isAlive(member, valid));
  return {
    pids: members.map(({ pid }) => pid),
    leader: recorded ?? oldestFirst(members),
    record: recorded === undefined ? undefined : valid,
  };
}

/** A server of a former agent goes on under this one: its outputs are read on, its end is seen. */
export function adoptFormer(leader: Leader, around: ProcessSurroundings): ServerProcess {
  const output = new Output(around.outlets.read(), around.log, around.clock, around.onAnnouncement);
  return stranger(leader, new Family(around, leader), around, output);
}

/**
 * It is only kept in sight until it has ended; its outputs are not read, whatever they may be. Which one is the server is a
 * guess here, and what belongs to it is not reckoned from that: there may be older ones, children of one that is gone.
 */
export const watchFormer = (guess: Leader | undefined, around: FamilySurroundings): ServerProcess =>
  stranger(guess, new Family(around, undefined), around, undefined);

function stranger(
  leader: Leader | undefined,
  family: Family,
  around: FamilySurroundings,
  output: Output | undefined,
): ServerProcess {
  const { processes, clock } = around;
  return {
    leader,
    spawned: Promise.resolve(),
    ended: (async () => {
      while (leader !== undefined && isAlive(processes.find(leader.pid), leader)) await clock.wait(look);
      return { kind: 'unknown' };
    })(),
    terminate: () => {
      if (leader !== undefined) family.signal(leader, 'SIGTERM');
    },
    kill: async () => void (await family.kill()),
    async clear() {
      const left = await family.end();
      await output?.drain();
      return left;
    },
  };
}

/** If the agent was killed before it could record its server: the oldest that began a session. */
function oldestFirst(members: readonly ProcessFacts[]): ProcessFacts | undefined {
  const firsts = members.filter(({ pid, session }) => pid === session);
  return firsts.sort((a, b) => a.startTime - b.startTime)[0];
}

const isAlive = (found: ProcessFacts | undefined, known: Leader | undefined): boolean =>
  found !== undefined && found.pid === known?.pid && found.startTime === known.startTime && !found.dead;

import { milliseconds } from '../../netplan/duration.ts';
import { Family, type FamilySurroundings } from './family.ts';
import type { ProcessFacts, ServerRecord } from './identity.ts';
import type { ServerProcess } from './process.ts';

/** How often a process that is not our child is looked at: there is nobody who would tell. */
const look = milliseconds(200);

/**
 * What a former agent left: its server, or only children of it. Its outputs lead nowhere any more and its environment is
 * that of another time, so it is not adopted but ended as if it were ours, with all the time it needs.
 */
export async function formerServer(
  around: FamilySurroundings,
  record: ServerRecord | undefined,
): Promise<(ServerProcess & { readonly pids: readonly number[] }) | undefined> {
  const { processes, clock } = around;
  // A number that was given to another process since: the start times differ, and only the mark counts.
  const known = record === undefined ? undefined : processes.find(record.pid);
  const given = known !== undefined && known.startTime !== record?.startTime;
  const family = new Family(around, given ? undefined : record);
  const members = await family.members();
  if (members.length === 0) return undefined;
  const leader = leaderOf(members, record);
  const isThere = () => leader !== undefined && alive(processes.find(leader.pid), leader);
  return {
    leader,
    spawned: Promise.resolve(),
    pids: members.map(({ pid }) => pid),
    ended: (async () => {
      while (isThere()) await clock.wait(look);
      return { kind: 'unknown' };
    })(),
    terminate: () => {
      if (leader !== undefined) family.signal(leader, 'SIGTERM');
    },
    kill: async () => void (await family.kill()),
    clear: () => family.end(),
  };
}

/** The recorded one; if the agent was killed before it could record it, the oldest that began a session. */
function leaderOf(members: readonly ProcessFacts[], record: ServerRecord | undefined): ProcessFacts | undefined {
  const recorded = members.find((member) => alive(member, record));
  const firsts = members.filter(({ pid, session }) => pid === session);
  return recorded ?? firsts.sort((a, b) => a.startTime - b.startTime)[0];
}

const alive = (found: ProcessFacts | undefined, known: { pid: number; startTime: number } | undefined): boolean =>
  found !== undefined &&
  known !== undefined &&
  !found.dead &&
  found.pid === known.pid &&
  found.startTime === known.startTime;

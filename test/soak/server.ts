// node test/soak/server.ts [--kills N] [--seed N]: kills the server, its children and the agent at random moments, N times,
// and looks after each whether exactly one server comes back. A thousand take about a quarter of an hour.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { KilledAgent } from '../support/killed-agent.ts';
import { sleep } from '../support/supervised.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const kills = Number(values.kills);
const random = randomFrom(Number(values.seed));
process.stdout.write(`${kills} kills, seed ${values.seed}\n`);

// Sixty times as fast: the longest pause is a second. The server takes a moment to start, so that kills meet that too.
const agent = new KilledAgent('exclusive.sh', { speed: 60, environment: { START_SECONDS: '0.05' } });
const counts: Record<string, number> = {
  server: 0,
  child: 0,
  agent: 0,
  'agent in order': 0,
  'agent and server': 0,
  nobody: 0,
};
const history: string[] = [];
const begin = performance.now();
try {
  agent.start();
  for (let kill = 1; kill <= kills; kill++) {
    // Not always to the end: a kill may meet the consequences of the one before.
    const settled = random() < 0.7;
    if (settled) await oneServer(kill);
    else await sleep(random() * 300);
    const victim = await strike();
    counts[victim] = (counts[victim] ?? 0) + 1;
    history.push(`${victim}${settled ? '' : ' at once'}`);
    if (kill % 50 === 0) process.stdout.write(`${kill} kills, ${((performance.now() - begin) / 1000).toFixed(0)} s\n`);
  }
  await oneServer(kills);
  const starts = agent.note('starts').trim().split('\n').length;
  process.stdout.write(`one server after ${kills} kills: ${JSON.stringify({ ...counts, starts })}\n`);
  await agent.kill('SIGTERM');
  const left = await agent.processes();
  if (left.length > 0) throw new Error(`${left.length} processes are left behind the last agent`);
} finally {
  await agent.remove();
}

async function oneServer(kill: number): Promise<void> {
  // The server, its sleep, its child and its daemon: all of one life, and nothing of a former one.
  const whole = async () => {
    const processes = await agent.processes();
    // The present agent's own: a former one's is whole as well, until it is found.
    return (
      agent.toPhase('running') && processes.filter(({ isServer }) => isServer).length === 1 && processes.length === 4
    );
  };
  try {
    await agent.until(`one server before kill ${kill}`, whole);
  } catch (error) {
    const lines = (await agent.processes()).map(({ pid }) => `${pid} ${read(pid, 'cmdline')} ${read(pid, 'stat')}`);
    throw new Error(`there are, after ${history.slice(-5).join(', ')}:\n${lines.join('\n')}`, { cause: error });
  }
  const two = agent.note('two');
  if (two !== '') throw new Error(`two servers at once before kill ${kill}: ${two}`);
}

async function strike(): Promise<string> {
  const chance = random();
  const processes = await agent.processes();
  const server = processes.find(({ isServer }) => isServer)?.pid;
  const children = processes.filter(({ isServer }) => !isServer).map(({ pid }) => pid);
  const child = children[Math.floor(random() * children.length)];
  if (chance < 0.35) return end(server, 'server');
  if (chance < 0.5) {
    // Between two servers, or before it has forked, there is none to kill.
    if (child === undefined || server === undefined) return 'nobody';
    // A child that dies is the server's business: this one ends with it, so that all are there again.
    end(child, 'child');
    return end(server, 'child');
  }
  if (chance < 0.6) await agent.kill('SIGTERM');
  else {
    await agent.kill('SIGKILL');
    if (chance > 0.85) end(server, 'server');
  }
  await sleep(random() * 100);
  agent.start();
  return chance < 0.6 ? 'agent in order' : chance > 0.85 ? 'agent and server' : 'agent';
}

function end(pid: number | undefined, name: string): string {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {} // It was faster.
  return name;
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1').replaceAll('\0', ' ').trim().slice(0, 120);
  } catch {
    return 'gone';
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

import { on } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { mallocSettings, nodeFlags } from '../../daemon/footprint.ts';
import { alternate, type BenchOptions, figureOf, type Report } from './figure.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What a device has, and what a developer has. */
const bundle = join(root, 'dist/machine-agent.mjs');
const source = join(root, 'daemon/main.ts');

/** After its start, so that what only starting needs is given back. */
const settle = 10_000;
const startLimit = 60_000;
const memoryRounds = 3;

type Memory = { readonly resident: number; readonly anonymous: number };

/**
 * The agent itself as a process, without NetworkManager: how long from `exec` to ready, and what it then takes. The
 * bundle is what ships; beside it the same from node_modules.
 */
export async function run(report: Report, options: BenchOptions): Promise<void> {
  await execa('node', ['deploy/build.ts'], { cwd: root, preferLocal: true, timeout: 180_000 });
  const started = (program: string) => () => withAgent(program, options.signal, async (_pid, start) => start);
  const used = (program: string) => () => withAgent(program, options.signal, memoryOf);
  const peerName = `from node_modules (Node ${process.versions.node})`;

  const starts = await alternate(started(bundle), started(source), options);
  report(figureOf({ part: 'agent', figure: 'start', unit: 'ms', peerName }, starts));

  const few = { ...options, rounds: Math.min(options.rounds, memoryRounds) };
  const memory = await alternate(used(bundle), used(source), few);
  for (const [figure, member] of [
    ['memory', 'resident'],
    ['memory-anonymous', 'anonymous'],
  ] as const) {
    const values = { ours: memory.ours.map((each) => each[member]), peer: memory.peer.map((each) => each[member]) };
    report(figureOf({ part: 'agent', figure, unit: 'MB', peerName }, values));
  }
}

/** Starts it with everything of its own, hands it to `measure` once it is ready, and ends it. */
async function withAgent<T>(
  program: string,
  signal: AbortSignal,
  measure: (pid: number, start: number) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'machine-agent-bench-'));
  // No NetworkManager of the machine that measures: neither to be disturbed by it, nor to disturb it.
  const noBus = { DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${folder}/no-bus` };
  const env = { ...mallocSettings, ...noBus, PATH: process.env['PATH'] ?? '' };
  const begin = performance.now();
  const agent = execa(process.execPath, [...nodeFlags, program, '--dev-mode', '--root', folder], {
    env,
    extendEnv: false,
    buffer: false,
    all: true,
    reject: false,
    cancelSignal: signal,
    forceKillAfterDelay: 10_000,
  });
  try {
    await ready(agent.all);
    return await measure(agent.pid as number, performance.now() - begin);
  } finally {
    agent.kill('SIGTERM');
    await agent;
    await rm(folder, { recursive: true, force: true });
  }
}

async function ready(output: Readable): Promise<void> {
  let said = '';
  const signal = AbortSignal.timeout(startLimit);
  for await (const [chunk] of on(output, 'data', { close: ['end'], signal })) {
    said = `${said}${chunk}`.slice(-2000);
    if (said.includes('"msg":"ready"')) return;
  }
  throw new Error(`the agent did not become ready; it said last: ${said}`);
}

async function memoryOf(pid: number): Promise<Memory> {
  await setTimeout(settle);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { resident: megabytes('VmRSS'), anonymous: megabytes('RssAnon') };
}

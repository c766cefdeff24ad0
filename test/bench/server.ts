// machine-server's supervisor beside systemd's own Restart=always, and what a flood of output costs it.
import { constants, existsSync, openSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { KilledAgent } from '../support/killed-agent.ts';
import { fixture, sleep } from '../support/supervised.ts';
import { alternate, type BenchOptions, figureOf, type Report } from './figure.ts';

const part = 'server';
const patience = 60_000;
/** Seconds of the flood: before the first look at the memory, and between the looks. */
const flood = { warmUp: 5, lasts: 15 } as const;

/** `server/restart`, `server/flood-memory`, `server/flood-rate`. */
export async function run(report: Report, options: BenchOptions): Promise<void> {
  await restart(report, options);
  if (!options.signal.aborted) await floods(report, options);
}

/** From the end of a server by SIGKILL to the first line of the next one: the first restart, without any pause. */
async function restart(report: Report, options: BenchOptions): Promise<void> {
  // systemd must be the first process: `test/wifi/lab/run -s` boots one.
  const systemd = existsSync('/run/systemd/system') && process.getuid?.() === 0;
  const rounds = await alternate(underAgent, systemd ? underSystemd : undefined, options);
  const peerName = systemd
    ? `${(await execa('systemctl', ['--version'])).stdout.split(' (')[0]}, Restart=always`
    : 'systemd does not run here';
  report(figureOf({ part, figure: 'restart', unit: 'ms', peerName }, rounds));
}

async function underAgent(): Promise<number> {
  const agent = new KilledAgent('reports.sh');
  try {
    return await crash(agent.folder, async () => void agent.start());
  } finally {
    await agent.kill('SIGTERM');
    await agent.remove();
  }
}

async function underSystemd(): Promise<number> {
  // Only its folder is used.
  const { folder, remove } = unused();
  const unit = `bench-server-${process.pid}`;
  try {
    return await crash(folder, async () => {
      const properties = ['--property=Restart=always', `--setenv=NOTES=${folder}`];
      await execa('systemd-run', ['--quiet', '--collect', `--unit=${unit}`, ...properties, fixture('reports.sh')]);
    });
  } finally {
    await execa('systemctl', ['stop', unit], { reject: false });
    await remove();
  }
}

function unused() {
  const agent = new KilledAgent('reports.sh');
  return { folder: agent.folder, remove: () => agent.remove() };
}

/** @returns milliseconds from the kill to the next start */
async function crash(folder: string, start: () => Promise<void>): Promise<number> {
  const up = join(folder, 'up');
  await execa('mkfifo', [up]);
  // Both ends, so that neither side ever waits for the other to open it.
  const reports = new Socket({
    fd: openSync(up, constants.O_RDWR | constants.O_NONBLOCK),
    readable: true,
    writable: false,
  });
  try {
    const first = nextPid(reports);
    await start();
    const pid = await first;
    // It has said that it serves, and systemd has noted its start.
    await sleep(1000);
    const second = nextPid(reports);
    const before = performance.now();
    process.kill(pid, 'SIGKILL');
    await second;
    return performance.now() - before;
  } finally {
    reports.destroy();
  }
}

const nextPid = (reports: Socket): Promise<number> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no start was reported')), patience);
    reports.once('data', (chunk) => {
      clearTimeout(late);
      resolve(Number.parseInt(String(chunk), 10));
    });
  });

/** A server that writes as fast as it can, for as long as it is let: how fast it is read, and what that keeps. */
async function floods(report: Report, { signal }: BenchOptions): Promise<void> {
  const agent = new KilledAgent('floods.sh');
  try {
    const pid = agent.start();
    await agent.until('the flood', () => agent.toPhase('running'));
    await sleep(flood.warmUp * 1000);
    const writer = (await agent.processes())[0]?.pid ?? 0;
    const before = { memory: resident(pid), written: written(writer), at: performance.now() };
    let most = before.memory;
    for (let second = 0; second < flood.lasts && !signal.aborted; second++) {
      await sleep(1000);
      most = Math.max(most, resident(pid));
    }
    const rate = (written(writer) - before.written) / (performance.now() - before.at) / 1000;
    const peerName = null;
    report(
      figureOf({ part, figure: 'flood-memory', unit: 'MB', peerName }, { ours: [most - before.memory], peer: [] }),
    );
    report(figureOf({ part, figure: 'flood-rate', unit: 'MB/s', peerName }, { ours: [rate], peer: [] }));
  } finally {
    await agent.remove();
  }
}

/** Of a process, in MB: proc(5), status. */
const resident = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

/** Bytes that a process has written: proc(5), io. */
const written = (pid: number) => Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);

// What the way of log records to the cloud costs: through the disk and out of it again, and in memory while they wait.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { manyAgents, pollCost } from './cloud/agents.ts';
import { alternate, type BenchOptions, figureOf, type Report } from './figure.ts';

type Step = { readonly rate: number; readonly memory: number };
type Run = { readonly inRate: number; readonly outRate: number; readonly grown: number };

const program = fileURLToPath(new URL('cloud/queue.ts', import.meta.url));
/** As many as a machine that logs much has after weeks without a network. */
const records = 1_000_000;

/** The queue, then calls, then a thousand agents. */
export async function run(report: Report, options: BenchOptions): Promise<void> {
  for (const measure of [queue, pollCost, manyAgents]) {
    if (!options.signal.aborted) await measure(report, options);
  }
}

/**
 * `cloud/log-rate` (to the disk), `cloud/log-out-rate`, and `cloud/log-memory`: what an agent that works with a million
 * records behind it has more than one that does the same with none.
 */
async function queue(report: Report, options: BenchOptions): Promise<void> {
  const step = async (name: 'in' | 'hold' | 'out', folder: string): Promise<Step> => {
    const { stdout } = await execa(process.execPath, ['--expose-gc', program, name, folder, String(records)], {
      timeout: 600_000,
      cancelSignal: options.signal,
      env: { NODE_OPTIONS: '' },
    });
    return JSON.parse(stdout) as Step;
  };
  const measure = async (): Promise<Run> => {
    const folder = await mkdtemp(join(tmpdir(), 'machine-agent-bench-'));
    try {
      const none = await step('hold', join(folder, 'none'));
      const put = await step('in', join(folder, 'queue'));
      const full = await step('hold', join(folder, 'queue'));
      const taken = await step('out', join(folder, 'queue'));
      return { inRate: put.rate, outRate: taken.rate, grown: full.memory - none.memory };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  // One round is a million records in and out: three of them say enough.
  const { ours } = await alternate(measure, undefined, { ...options, rounds: Math.min(options.rounds, 3) });
  if (ours.length === 0) return;
  for (const [figure, member, unit] of [
    ['log-rate', 'inRate', 'records/s'],
    ['log-out-rate', 'outRate', 'records/s'],
    ['log-memory', 'grown', 'MB'],
  ] as const) {
    const values = { ours: ours.map((one) => one[member]), peer: [] };
    report(figureOf({ part: 'cloud', figure, unit, peerName: null }, values));
  }
}

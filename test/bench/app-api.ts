// What the app's API costs: nothing at the agent's start, and this much once when the first hotspot comes up.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { execa } from 'execa';
import { alternate, type BenchOptions, figureOf, type Report } from './figure.ts';

type Cost = {
  readonly agentTime: number;
  readonly agentMemory: number;
  readonly appTime: number;
  readonly appMemory: number;
};

/** Measured in a bundle, as it is shipped: one file, in which a module is still only run when it is asked for. */
async function bundled(folder: string): Promise<string> {
  const outfile = join(folder, 'loading.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('app-api/loading.ts', import.meta.url))],
    outfile,
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node24', external: ['usocket', 'x11'] },
    mainFields: ['module', 'main'],
    banner: { js: "import { createRequire as __make } from 'node:module'; const require = __make(import.meta.url);" },
    logLevel: 'warning',
  });
  return outfile;
}

export async function run(report: Report, options: BenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'machine-agent-bench-'));
  try {
    const file = await bundled(folder);
    const measure = async (): Promise<Cost> => {
      const { stdout } = await execa(process.execPath, ['--expose-gc', file], {
        timeout: 60_000,
        cancelSignal: options.signal,
      });
      return JSON.parse(stdout) as Cost;
    };
    const { ours } = await alternate(measure, undefined, options);
    if (ours.length === 0) return;
    for (const [figure, member, unit] of [
      ['agent-load', 'agentTime', 'ms'],
      ['agent-memory', 'agentMemory', 'MB'],
      ['app-api-load', 'appTime', 'ms'],
      ['app-api-memory', 'appMemory', 'MB'],
    ] as const) {
      const values = { ours: ours.map((cost) => cost[member]), peer: [] };
      report(figureOf({ part: 'app-api', figure, unit, peerName: null }, values));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

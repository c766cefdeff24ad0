// node --expose-gc test/soak/restarts.ts [--restarts N]: a program that ends at once is started N times under one supervisor;
// its memory after each tenth part. Pauses are jumped over.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Health } from '../../daemon/health.ts';
import { linuxProcesses } from '../../daemon/server/processes.ts';
import { serverUnit } from '../../daemon/server/unit.ts';
import { minutes } from '../../netplan/duration.ts';
import { JumpClock } from '../support/jump-clock.ts';
import { fixture, sleep, usualSettings } from '../support/supervised.ts';

const { values } = parseArgs({ options: { restarts: { type: 'string', default: '10000' } } });
const restarts = Number(values.restarts);
const folder = mkdtempSync(join(tmpdir(), 'restarts-'));
const clock = new JumpClock();
const end = new AbortController();
const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent, fatal: silent, child: () => log };
const unit = serverUnit({
  clock,
  log,
  health: new Health(clock),
  settings: () => usualSettings,
  credentials: () => 'mine',
  credentialsFile: join(folder, 'machine.json'),
  program: () => ({ path: fixture('crash-loop.sh'), version: undefined }),
  environment: process.env,
  workFolder: folder,
  runFolder: join(folder, 'run'),
  firstStart: { wait: false, fast: false, fetched: async () => {} },
  timeOfDay: Date.now,
  random: Math.random,
  processes: linuxProcesses(),
});
const running = unit.run(end.signal);
const begin = performance.now();
const found: number[] = [];
for (let part = 1; part <= 10; part++) {
  while (unit.status().tally.crashes < (restarts / 10) * part) {
    if (unit.status().phase === 'stopped') clock.jump(minutes(1));
    await sleep(1);
  }
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  found.push(heapUsed / 1e6);
  const passed = ((performance.now() - begin) / 1000).toFixed(0);
  process.stdout.write(
    `${unit.status().tally.crashes} restarts, ${passed} s: heap ${(heapUsed / 1e6).toFixed(1)} MB, resident ${(rss / 1e6).toFixed(1)} MB\n`,
  );
}
end.abort();
await running;
rmSync(folder, { recursive: true });
const [, second = 0] = found;
const grown = (found.at(-1) ?? 0) - second;
process.stdout.write(`grown since the second part: ${grown.toFixed(2)} MB\n`);
if (globalThis.gc !== undefined && grown > 3) process.exitCode = 1;

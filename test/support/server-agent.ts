// A small agent with nothing but the supervisor in it, as a process of its own that a test may kill.
// node server-agent.ts FOLDER: reads FOLDER/agent.json, again on SIGHUP; SIGTERM ends it in order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { realClock } from '../../daemon/clock.ts';
import { Health } from '../../daemon/health.ts';
import { openLogging } from '../../daemon/logging.ts';
import { linuxProcesses } from '../../daemon/server/processes.ts';
import { serverUnit } from '../../daemon/server/unit.ts';
import { runUnits } from '../../daemon/unit.ts';
import { minutes } from '../../netplan/duration.ts';
import { SteeredClock } from '../../netplan/simulated/steered-clock.ts';

export type ServerAgentSettings = {
  readonly program: string;
  readonly environment: Record<string, string>;
  readonly disabled: boolean;
  /** How many times faster than real time the supervisor's pauses and limits go by. */
  readonly speed: number;
};

const folder = process.argv[2] as string;
const read = (): ServerAgentSettings => JSON.parse(readFileSync(join(folder, 'agent.json'), 'utf8'));
let settings = read();

const clock = new SteeredClock(realClock(), settings.speed);
const { log, flush } = await openLogging('json', 'debug');
const health = new Health(clock);
const end = new AbortController();
const unit = serverUnit({
  clock,
  log,
  health,
  settings: () => ({
    disable_viam_server: settings.disabled,
    viam_server_env: settings.environment,
    viam_server_start_timeout_minutes: minutes(10),
    wait_for_update_check: false,
    maintenance_window: undefined,
  }),
  credentials: () => 'mine',
  credentialsFile: join(folder, 'machine.json'),
  program: () => ({ path: settings.program, version: undefined }),
  environment: process.env,
  workFolder: folder,
  runFolder: join(folder, 'run'),
  firstStart: { wait: false, fast: false, fetched: async () => {} },
  timeOfDay: Date.now,
  random: Math.random,
  processes: linuxProcesses(),
});
process.on('SIGHUP', () => {
  settings = read();
  unit.changed();
});
process.on('SIGTERM', () => end.abort());
await runUnits([unit], { clock, health, log, signal: end.signal });
await flush();

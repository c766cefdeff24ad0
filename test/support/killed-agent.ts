import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { realClock } from '../../daemon/clock.ts';
import { Family } from '../../daemon/server/family.ts';
import { linuxProcesses } from '../../daemon/server/processes.ts';
import type { ServerAgentSettings } from './server-agent.ts';
import { fixture, sleep } from './supervised.ts';

const agentProgram = join(import.meta.dirname, 'server-agent.ts');
/** Long, because a thousand kills meet each stall of a machine that does other things as well. */
const patience = 240_000;

/** A real agent process that can be killed and started again, seen from outside only: by its log and the processes. */
export class KilledAgent {
  readonly folder = mkdtempSync(join(tmpdir(), 'killed-agent-'));
  #settings: ServerAgentSettings;
  #process: ChildProcess | undefined;
  /** What the present agent has said. */
  #said = '';

  constructor(program: string, more: Partial<ServerAgentSettings> = {}) {
    const environment = { NOTES: this.folder, ...more.environment };
    this.#settings = { program: fixture(program), disabled: false, speed: 1, ...more, environment };
    this.#write();
  }

  /** @returns the agent's pid */
  start(): number {
    this.#said = '';
    this.#process = spawn(process.execPath, [agentProgram, this.folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // Most of its start is the reading of its own program; a story starts it a dozen times.
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'machine-agent-test-programs') },
    });
    this.#process.stdout?.on('data', (chunk) => {
      this.#said = (this.#said + chunk).slice(-200_000);
    });
    return this.#process.pid ?? 0;
  }

  set(settings: Partial<ServerAgentSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#write();
    this.#process?.kill('SIGHUP');
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const agent = this.#process;
    if (agent === undefined) return;
    const ended = new Promise<void>((resolve) => agent.once('exit', () => resolve()));
    agent.kill(signal);
    if (agent.exitCode === null && agent.signalCode === null) await ended;
    this.#process = undefined;
  }

  /** Whether the present agent's log says so. */
  says = (text: string): boolean => this.#said.includes(text);

  toPhase = (phase: string): boolean => this.says(`"to":"${phase}"`);

  /** Everything that belongs to servers of this agent, whichever of its lives started them. */
  async processes(): Promise<readonly { readonly pid: number; readonly isServer: boolean }[]> {
    const around = {
      processes: linuxProcesses(),
      clock: realClock(),
      group: undefined,
      mark: join(this.folder, 'run'),
    };
    const members = await new Family(around, undefined).members();
    return members.map(({ pid, session }) => ({ pid, isServer: pid === session && isServer(pid) }));
  }

  async servers(): Promise<readonly number[]> {
    return (await this.processes()).filter(({ isServer }) => isServer).map(({ pid }) => pid);
  }

  note(name: string): string {
    try {
      return readFileSync(join(this.folder, name), 'utf8');
    } catch {
      return '';
    }
  }

  /** @throws Error with the end of the agent's log when it does not come within a minute of real time */
  async until(what: string, reached: () => boolean | Promise<boolean>): Promise<void> {
    const end = performance.now() + patience;
    while (!(await reached())) {
      if (performance.now() > end) throw new Error(`never: ${what}\n${this.#said.slice(-4000)}`);
      await sleep(10);
    }
  }

  /** As if it had been killed in the moment between the start of its server and the record of it. */
  forgetRecord(): void {
    rmSync(join(this.folder, 'run/server.json'), { force: true });
  }

  /** A record that fits this boot, of a server that had the pid before its present owner. */
  forgeRecord(pid: number): void {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    const record = { bootId, pid, startTime: 1, executable: this.#settings.program };
    const rest = { environment: '', credentials: 'mine', serving: true, urls: [] };
    writeFileSync(join(this.folder, 'run/server.json'), JSON.stringify({ ...record, ...rest }));
  }

  async remove(): Promise<void> {
    await this.kill();
    const around = {
      processes: linuxProcesses(),
      clock: realClock(),
      group: undefined,
      mark: join(this.folder, 'run'),
    };
    await new Family(around, undefined).kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #write(): void {
    writeFileSync(join(this.folder, 'agent.json'), JSON.stringify(this.#settings));
  }
}

/** By its arguments: its daemons began sessions of their own as well. */
function isServer(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('\0-config\0');
  } catch {
    return false;
  }
}

/** An agent that is started, and taken away with the test and with all that its servers have started. */
export function killedAgent(t: Test, program: string, settings: Partial<ServerAgentSettings> = {}): KilledAgent {
  const agent = new KilledAgent(program, settings);
  t.teardown(() => agent.remove());
  agent.start();
  return agent;
}

/** One server is there, alone, and the present agent says that it runs. */
export async function oneServer(t: Test, agent: KilledAgent): Promise<void> {
  await agent.until('the server runs', () => agent.toPhase('running'));
  t.equal((await agent.servers()).length, 1);
  t.equal(agent.note('two'), '', 'there were never two');
}

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { Health } from '../../daemon/health.ts';
import type { ServerParts, ServerSettings } from '../../daemon/server/parts.ts';
import { linuxProcesses } from '../../daemon/server/processes.ts';
import { type ServerUnit, serverUnit } from '../../daemon/server/unit.ts';
import { minutes } from '../../netplan/duration.ts';
import { JumpClock } from './jump-clock.ts';
import { type KeptRecord, keptLog } from './kept-log.ts';

export const fixture = (name: string) => join(import.meta.dirname, '../fixtures/servers', name);

export const usualSettings: ServerSettings = {
  disable_viam_server: false,
  viam_server_env: {},
  viam_server_start_timeout_minutes: minutes(10),
  wait_for_update_check: false,
  maintenance_window: undefined,
};

type Options = { readonly settings?: Partial<ServerSettings>; readonly parts?: Partial<ServerParts> };

/** Long enough for a busy machine; what is awaited comes in milliseconds. */
const patience = 30_000;

/** A supervisor with a real program under it, in a folder of its own. Ended with the test, and all it started with it. */
export class Supervised {
  readonly folder = mkdtempSync(join(tmpdir(), 'supervised-'));
  readonly clock = new JumpClock();
  readonly #kept = keptLog();
  readonly lines = this.#kept.records;
  readonly health = new Health(this.clock);
  readonly unit: ServerUnit;
  settings: ServerSettings;
  credentials: string | undefined = 'mine';
  program: string;
  #end = new AbortController();
  #ended = Promise.resolve();

  constructor(t: Test, program: string, { settings = {}, parts = {} }: Options = {}) {
    this.program = fixture(program);
    this.settings = { ...usualSettings, ...settings };
    this.settings = { ...this.settings, viam_server_env: { NOTES: this.folder, ...settings.viam_server_env } };
    this.unit = serverUnit({
      clock: this.clock,
      log: this.#kept.log,
      health: this.health,
      settings: () => this.settings,
      credentials: () => this.credentials,
      credentialsFile: join(this.folder, 'machine.json'),
      program: () => ({ path: this.program, version: '1.2.3' }),
      environment: process.env,
      workFolder: this.folder,
      runFolder: join(this.folder, 'run'),
      firstStart: { wait: false, fast: false, fetched: async () => {} },
      timeOfDay: Date.now,
      random: () => 0.5,
      processes: linuxProcesses(),
      ...parts,
    });
    t.teardown(async () => {
      await this.stop();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  start(): this {
    this.#end = new AbortController();
    this.#ended = this.unit.run(this.#end.signal);
    return this;
  }

  /** As the agent's own end does; a stubborn server is given no time. */
  async stop(): Promise<void> {
    this.#end.abort();
    let over = false;
    const ended = this.#ended.finally(() => {
      over = true;
    });
    for (let turn = 0; !over && turn < 2000; turn++) {
      await sleep(10);
      if (turn % 20 === 19) this.clock.jump(minutes(1));
    }
    await ended;
  }

  /** The agent ends, in its own time. */
  async shutDown(): Promise<void> {
    this.#end.abort();
    await this.#ended;
  }

  set(settings: Partial<ServerSettings>): void {
    this.settings = { ...this.settings, ...settings };
    this.unit.changed();
  }

  /** @throws Error with the log when it does not come within half a minute of real time */
  async until(what: string, reached: () => boolean): Promise<void> {
    const end = performance.now() + patience;
    while (!reached()) {
      if (performance.now() > end) {
        const log = this.lines
          .slice(-20)
          .map(({ level, text, evidence }) => `${level} ${text} ${JSON.stringify(evidence)}`);
        throw new Error(`never: ${what}; ${JSON.stringify(this.unit.status())}\n${log.join('\n')}`);
      }
      await sleep(5);
    }
  }

  async untilPhase(phase: string): Promise<void> {
    await this.until(phase, () => this.unit.status().phase === phase);
  }

  /** A line of the log that says so. */
  said(text: string): KeptRecord | undefined {
    return this.lines.find((line) => line.text.includes(text));
  }

  /** What the server's program wrote down. */
  note(name: string): string {
    const file = join(this.folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  held(): readonly string[] {
    return this.health.list(this.clock.now()).map(({ code }) => code);
  }
}

export const sleep = (length: number) => new Promise<void>((resolve) => setTimeout(resolve, length));

export const isThere = (pid: number): boolean => linuxProcesses().find(pid)?.dead === false;

/** Who is alive in the session that the server with this pid began. */
export const inSession = (pid: number): readonly number[] =>
  linuxProcesses()
    .list()
    .filter(({ session, dead }) => session === pid && !dead)
    .map((process) => process.pid);

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { type QueuedRecord, recordIn } from '../../daemon/cloud/log-lines.ts';

const program = join(import.meta.dirname, '../../daemon/main.ts');
const patience = 120_000;

export async function until(holds: () => boolean, what: string): Promise<void> {
  for (const end = performance.now() + patience; !holds(); await sleep(50)) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`);
  }
}

/** The whole agent as a process, with a folder for its root, no NetworkManager, and a cloud on this computer. */
export class CloudAgent {
  readonly root: string;
  /** What the present life has written. */
  said = '';
  readonly #environment: Readonly<Record<string, string>>;
  #process: ChildProcess | undefined;

  constructor(
    t: Test,
    root: string,
    cloud: { readonly app_address: string; readonly id?: string; readonly secret?: string },
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.root = root;
    this.#environment = environment;
    mkdirSync(join(this.root, 'etc'), { recursive: true });
    const credentials = { cloud: { id: 'part-1', secret: 'the-machine-secret', ...cloud } };
    writeFileSync(join(this.root, 'etc/machine.json'), JSON.stringify(credentials), { mode: 0o600 });
    // Nobody outside is asked whether there is an internet: nothing listens on this port.
    const network = { connectivity_check_urls: [{ url: 'http://127.0.0.1:9/', body: '' }] };
    writeFileSync(join(this.root, 'etc/machine-defaults.json'), JSON.stringify({ network_configuration: network }));
    t.teardown(() => this.end('SIGKILL'));
  }

  start(): void {
    this.said = '';
    this.#process = spawn(process.execPath, [program, '--dev-mode', '--root', this.root], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // No bus: the agent waits for NetworkManager, and stays away from this machine's own.
      env: {
        ...process.env,
        ...{ DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${this.root}/none`, NODE_OPTIONS: '' },
        ...this.#environment,
      },
    });
    this.#process.stdout?.on('data', (chunk) => {
      this.said += chunk;
    });
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const agent = this.#process;
    if (agent === undefined) return;
    this.#process = undefined;
    const ended = new Promise((resolve) => agent.once('exit', resolve));
    agent.kill(signal);
    if (agent.exitCode === null && agent.signalCode === null) await ended;
  }

  get alive(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** The records in the queue's files, whole ones, in their order. */
  get queued(): readonly QueuedRecord[] {
    const folder = join(this.root, 'var/lib/machine-agent/logs');
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.log')) : [];
    const text = files
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');
    return text.split('\n').flatMap((line) => recordIn(line) ?? []);
  }

  read(name: string): string {
    const file = join(this.root, 'var/lib/machine-agent', name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }
}

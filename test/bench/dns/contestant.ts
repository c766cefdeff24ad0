import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { askUdp, query } from '../../support/dns.ts';
import { redirectAll } from '../../support/dnsmasq.ts';

/** The core of whoever serves, and that of whoever asks or attacks. */
export const cores = { server: '0', client: '1' } as const;

/** A name server that runs by itself on one core. */
export type Contestant = {
  readonly port: number;
  /** Milliseconds of CPU since its start; the kernel counts in tens. */
  cpu(): Promise<number>;
  /** Resident memory in MB. */
  memory(): Promise<number>;
  stop(): Promise<void>;
};

const server = fileURLToPath(new URL('server.ts', import.meta.url));

export const startOurs = (port: number, nodeOptions: readonly string[] = []): Promise<Contestant> =>
  start(port, [process.execPath, ...nodeOptions, server, String(port)]);

/** The same answers from dnsmasq, nothing read from the machine's own settings. */
export function startDnsmasq(port: number): Promise<Contestant> {
  const fixed = [
    '--keep-in-foreground',
    '--conf-file=/dev/null',
    '--no-resolv',
    '--no-hosts',
    '--pid-file=',
    '--user=',
  ];
  const place = ['--listen-address=127.0.0.1', '--bind-interfaces', `--port=${port}`];
  return start(port, ['dnsmasq', ...fixed, ...place, ...redirectAll]);
}

async function start(port: number, command: readonly string[]): Promise<Contestant> {
  const running = execa('taskset', ['-c', cores.server, ...command], { reject: false, buffer: false });
  const { pid } = running;
  const contestant: Contestant = {
    port,
    async cpu() {
      // Fields 14 and 15, in hundredths of a second; what stands before ")" may contain blanks.
      const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    async memory() {
      const line = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'));
      return Number(line?.[1]) / 1000;
    },
    async stop() {
      running.kill();
      await running;
    },
  };
  for (let tries = 0; tries < 50; tries++) {
    if ((await askUdp(port, query(), 200)) !== undefined) return contestant;
    await pause(50);
  }
  await contestant.stop();
  throw new Error(`no answer on port ${port} from: ${command.join(' ')}`);
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { cores } from './contestant.ts';

export type Load = {
  readonly port: number;
  readonly seconds: number;
  /** Queries a second; as many as are answered, without it. */
  readonly rate?: number;
};

export type Measured = {
  readonly sent: number;
  readonly completed: number;
  readonly perSecond: number;
  /** Of each completed query, in milliseconds, sorted; only with a rate. */
  readonly latencies: readonly number[];
};

/** Asks for A of a thousand names in turn, with dnsperf (Debian package of that name). */
export class Dnsperf {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `undefined`: it is not installed. */
  static async make(): Promise<Dnsperf | undefined> {
    const { failed } = await execa('which', ['dnsperf', 'taskset'], { reject: false, timeout: 10_000 });
    if (failed) return undefined;
    const folder = await mkdtemp(join(tmpdir(), 'dnsperf-'));
    const names = Array.from({ length: 1000 }, (_, index) => `name${index}.example.com A`);
    await writeFile(join(folder, 'queries'), `${names.join('\n')}\n`);
    return new Dnsperf(folder);
  }

  async end(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async measure({ port, seconds, rate }: Load, signal: AbortSignal): Promise<Measured> {
    const place = ['-s', '127.0.0.1', '-p', String(port), '-d', join(this.#folder, 'queries')];
    const load = ['-T', '1', '-c', '8', '-q', '50', '-l', String(seconds)];
    // A query is lost after a second here, so that a stall costs that, and not dnsperf's 5 s.
    const pace = rate === undefined ? [] : ['-Q', String(rate), '-v'];
    const command = ['-c', cores.client, 'dnsperf', ...place, ...load, '-t', '1', ...pace];
    const options = { cancelSignal: signal, timeout: (seconds + 30) * 1000, maxBuffer: 50e6 };
    const { stdout } = await execa('taskset', command, options);
    const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? Number.NaN);
    const lines = stdout.matchAll(/^> NOERROR \S+ A (\d\.\d+)$/gm);
    return {
      sent: number(/Queries sent:\s+(\d+)/),
      completed: number(/Queries completed:\s+(\d+)/),
      perSecond: number(/Queries per second:\s+([\d.]+)/),
      latencies: [...lines].map((line) => Number(line[1]) * 1000).sort((a, b) => a - b),
    };
  }
}

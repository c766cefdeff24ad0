import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { z } from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Measurement<T> = {
  /** A file of test/wifi, which prints a line of JSON for each figure. */
  readonly program: string;
  readonly args: readonly string[];
  /** For the guest, whole. */
  readonly seconds: number;
  readonly line: z.ZodType<T>;
  readonly signal: AbortSignal;
};

/** What a program measures in a guest of the wifi lab with systemd, beside comitup; installs what is missing first. */
export async function measuredInLab<T>(given: Measurement<T>): Promise<readonly T[]> {
  const { program, args, seconds, line, signal } = given;
  await execa(join(root, 'test/wifi/lab/setup'), ['--peer'], { timeout: 1_800_000, cancelSignal: signal });
  await execa('node', ['deploy/build.ts'], { cwd: root, preferLocal: true, timeout: 180_000 });
  const options = ['-s', '-t', String(seconds), join(root, 'test/wifi', program), ...args];
  const { stdout } = await execa(join(root, 'test/wifi/lab/run'), options, { cancelSignal: signal, stderr: 'inherit' });
  return stdout
    .split('\n')
    .filter((text) => text.startsWith('{'))
    .map((text) => line.parse(JSON.parse(text)));
}

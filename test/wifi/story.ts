// What a story in the wifi lab is written with. A story is a program that runs inside the guest, from top to bottom;
// its first failed check ends it. See README.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';

const began = performance.now();
const clock = () => `[${((performance.now() - began) / 1000).toFixed(2).padStart(7)}s]`;

/** Says what comes next. */
export const step = (text: string): void => console.log(`\n== ${clock()} ${text}`);

/** `text` holds when `test` neither throws nor returns false. */
export async function check(text: string, test: () => unknown): Promise<void> {
  let failure = 'the test returned false';
  try {
    if ((await test()) !== false) {
      console.log(`ok   ${clock()} ${text}`);
      return;
    }
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  console.log(`FAIL ${clock()} ${text}\n     ${failure.replaceAll('\n', '\n     ')}`);
  process.exit(1);
}

/** One function of the lab (see lab/parts). Returns what it printed, and throws when it failed. */
export async function lab(name: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execa('lab', [name, ...args], { stderr: 'inherit', timeout: 150_000 });
  return stdout;
}

/** Whether a function of the lab succeeds. */
export const holds = (name: string, ...args: readonly string[]): Promise<boolean> =>
  lab(name, ...args).then(
    () => true,
    () => false,
  );

/** Asks again until `test` gives something other than false or undefined, at most `seconds` long; then throws. */
export async function until<T>(
  seconds: number,
  test: () => T | false | undefined | Promise<T | false | undefined>,
): Promise<T> {
  for (const end = performance.now() + seconds * 1000; ; await sleep(200)) {
    const value = await test();
    if (value !== false && value !== undefined) return value;
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain`);
  }
}

/** Asks every 2 s, for so many seconds, and throws as soon as `test` gives false. */
export async function staysFor(seconds: number, test: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(2000)) {
    if (!(await test())) throw new Error('it did not stay so');
  }
}

/** Freezes a program that the lab has started, or lets it go on. */
export const signal = (name: 'STOP' | 'CONT', program: string): Promise<string> =>
  printed('sh', '-c', `kill -${name} $(cat /run/lab/${program}.pid)`);

/** What a program prints, failed or not. */
export async function printed(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await execa(program, args, { reject: false, timeout: 60_000 });
  return `${stdout}${stderr}`;
}

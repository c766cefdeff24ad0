import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, open, readlink, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileError } from '../file-error.ts';
import { makeFolder } from '../files.ts';
import { nodeFlags } from '../footprint.ts';
import { InstallError } from './install-error.ts';
import { usualProgram } from './service-file.ts';

/** What runs now: one file, or a Node with a script. */
export type RunningProgram = {
  readonly executable: string;
  /** `undefined`: a single executable application. */
  readonly script: string | undefined;
  readonly version: string;
};

/** Emptied by a reboot, or by whoever cleans up. */
const temporary = ['/tmp', '/var/tmp', '/run', '/dev/shm'];

/**
 * Puts what runs now where it will be found after a reboot, if it is one file; a source tree stays where it is.
 * @param root where the system is that is installed into; `/` for the one that runs
 * @returns the command for the systemd unit, and what was done in words
 */
export async function placeProgram(
  { executable, script, version }: RunningProgram,
  root: string,
): Promise<{ readonly command: readonly string[]; readonly done: readonly string[] }> {
  if (script !== undefined) {
    const [node, main] = await Promise.all([insideRoot(executable, root), insideRoot(script, root)]);
    return { command: [node, ...nodeFlags, main], done: [] };
  }
  const link = join(root, usualProgram);
  const copy = join(dirname(dirname(link)), 'versions', `machine-agent-${version}`);
  const done: string[] = [];
  for (const folder of [dirname(copy), dirname(link)]) await makeFolder(folder, 0o755);
  if (!(await isSame(executable, copy))) {
    await copyWhole(executable, copy);
    done.push(`copied the program to ${copy}`);
  }
  if (await pointTo(link, relative(dirname(link), copy))) done.push(`${link} leads to it`);
  return { command: [usualProgram], done };
}

async function insideRoot(path: string, root: string): Promise<string> {
  const [real, top] = await Promise.all([realpath(path), realpath(root)]);
  const inside = relative(top, real);
  if (inside.startsWith('..'))
    throw new InstallError('outside-root', `${real} is not inside ${top}: the system there could not run it`);
  const there = `/${inside}`;
  const folder = temporary.find((each) => there.startsWith(`${each}/`));
  if (folder !== undefined) {
    throw new InstallError(
      'temporary-program',
      `${there} would be gone after a reboot: put it elsewhere than ${folder} first`,
    );
  }
  return there;
}

async function isSame(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([stat(a), stat(b).catch(() => undefined)]);
  if (other === undefined || one.size !== other.size) return false;
  if (one.dev === other.dev && one.ino === other.ino) return true;
  const [hash, otherHash] = await Promise.all([digest(a), digest(b)]);
  return hash === otherHash;
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Whole or not at all, and on the medium, like `writeWhole`; but never all of it in memory. */
async function copyWhole(from: string, to: string): Promise<void> {
  const beside = join(dirname(to), `.${basename(to)}.part`);
  try {
    await rm(beside, { force: true });
    await copyFile(from, beside, constants.COPYFILE_EXCL);
    await chmod(beside, 0o755);
    await sync(beside);
    await rename(beside, to);
    await sync(dirname(to));
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw fileError(`copy the program to ${to}`, error);
  }
}

/** Makes `link` lead to `target` in one step. @returns whether it did not already */
async function pointTo(link: string, target: string): Promise<boolean> {
  if ((await readlink(link).catch(() => undefined)) === target) return false;
  const beside = `${link}.part`;
  try {
    await rm(beside, { force: true });
    await symlink(target, beside);
    await rename(beside, link);
    await sync(dirname(link));
    return true;
  } catch (error) {
    throw fileError(`make the link ${link}`, error);
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

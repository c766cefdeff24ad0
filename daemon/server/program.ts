import { constants } from 'node:fs';
import { access, open, realpath, stat } from 'node:fs/promises';
import { CodedError } from '../../netplan/errors.ts';
import { architectureProblem, kindOf } from './program-header.ts';
import type { ProgramProblem } from './state.ts';

/** The program cannot be run; the message says which file, and what is wrong with it. */
export class ProgramError extends CodedError<ProgramProblem> {}

/** ELF's header is 64 bytes; a `#!` line is read by the kernel up to 256. */
const headerBytes = 64;

/**
 * Looks at the file before it is run, because a wrong one would not be refused: execvp(3) hands what the kernel does
 * not know to the shell, which would take each line for a command.
 * @returns the file itself, symbolic links followed: it is what runs, even when the link is switched meanwhile
 * @throws ProgramError
 */
export async function examine(path: string): Promise<string> {
  const real = await realpath(path).catch((error) => refuse('missing', path, error));
  const stats = await stat(real).catch((error) => refuse('missing', path, error));
  if (!stats.isFile()) refuse('not-a-file', path);
  await access(real, constants.X_OK).catch((error) => refuse('not-executable', path, error));
  const header = await beginning(real).catch((error) => refuse('refused', path, error));
  const kind = kindOf(header);
  if (kind === 'unknown') refuse('not-a-program', path);
  const problem = kind === 'elf' ? architectureProblem(header, process.arch) : undefined;
  if (problem !== undefined) refuse('wrong-architecture', `${path} is for ${problem}, this machine is ${process.arch}`);
  return real;
}

/** Changes whenever the file that `path` leads to does. */
export async function fingerprint(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = await stat(path);
    return [dev, ino, size, mtimeMs, ctimeMs].join(':');
  } catch {
    return 'missing';
  }
}

/** What the kernel's refusal to start an examined program means. */
export function spawnProblem(error: unknown, path: string): ProgramError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // The file is there, so it is the dynamic loader of its architecture, or the program of its `#!` line, that is not.
  const problem: ProgramProblem =
    code === 'ENOENT' ? 'missing-interpreter' : code === 'EACCES' ? 'not-executable' : 'refused';
  return new ProgramError(problem, `${path}: ${String(code ?? error)}`, { cause: error });
}

async function beginning(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(headerBytes);
    const { bytesRead } = await file.read(bytes, 0, headerBytes, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function refuse(problem: ProgramProblem, text: string, cause?: unknown): never {
  throw new ProgramError(problem, text, cause === undefined ? undefined : { cause });
}

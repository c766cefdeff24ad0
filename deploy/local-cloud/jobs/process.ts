import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { cloudLimits } from '../limits.ts';

export type Command = {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
};

export type Outcome =
  | { readonly kind: 'ended'; readonly exitCode: number }
  | { readonly kind: 'killed'; readonly signal: string }
  /** Ours: told to stop, or out of time. */
  | { readonly kind: 'stopped' | 'timed-out' };

export type ProcessEvents = {
  started(process: number): void;
  line(level: 'info' | 'error', text: string): void;
};

/**
 * Runs a job's process in a group of its own, at a lower priority, and ends the whole group with it, at the latest `limit`
 * milliseconds after its start. @throws Error when it cannot be started
 */
export async function runProcess(
  command: Command,
  events: ProcessEvents,
  signal: AbortSignal,
  limit: number = cloudLimits.jobTime,
): Promise<Outcome> {
  const child = spawn(command.program, [...command.arguments], {
    cwd: command.folder,
    env: command.environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await once(child, 'spawn'); // or its error
  const group = child.pid as number;
  try {
    setPriority(group, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
  events.started(group);
  let ended: Outcome['kind'] = 'ended';
  const stopping = new AbortController();
  const stop = (kind: 'stopped' | 'timed-out') => {
    if (stopping.signal.aborted) return;
    ended = kind;
    stopping.abort();
    kill(group, 'SIGTERM');
    hard = setTimeout(() => kill(group, 'SIGKILL'), cloudLimits.jobStop);
  };
  let hard: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => stop('timed-out'), limit);
  const aborted = () => stop('stopped');
  signal.addEventListener('abort', aborted, { once: true });
  if (signal.aborted) aborted();
  try {
    const over = exitOf(child, group);
    await Promise.all([lines(child.stdout, 'info', events), lines(child.stderr, 'error', events)]);
    const { code, by } = await over;
    if (ended !== 'ended') return { kind: ended };
    return code === null ? { kind: 'killed', signal: by ?? 'a signal' } : { kind: 'ended', exitCode: code };
  } finally {
    clearTimeout(timer);
    clearTimeout(hard);
    signal.removeEventListener('abort', aborted);
  }
}

/** When it ends, what it has left behind ends too: otherwise its pipes might stay open for ever. */
async function exitOf(child: ChildProcess, group: number) {
  const [code, by] = (await once(child, 'exit')) as [number | null, string | null];
  kill(group, 'SIGKILL');
  return { code, by };
}

/** The whole group; nothing happens where it is gone. */
export function kill(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // Gone.
  }
}

/** Each line, cut; a line that never ends is given out in pieces. */
async function lines(stream: Readable, level: 'info' | 'error', { line }: ProcessEvents): Promise<void> {
  let rest = '';
  stream.setEncoding('utf8');
  for await (const part of stream as AsyncIterable<string>) {
    const found = (rest + part).split(/\r?\n|\r/);
    rest = found.pop() ?? '';
    for (const text of found) line(level, text.slice(0, cloudLimits.jobLine));
    if (rest.length > cloudLimits.jobLine) {
      line(level, rest.slice(0, cloudLimits.jobLine));
      rest = '';
    }
  }
  if (rest !== '') line(level, rest);
}

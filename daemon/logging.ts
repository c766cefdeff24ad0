import { fstatSync } from 'node:fs';
import { type Level, pino, stdTimeFunctions } from 'pino';
import { errorFields } from './errors.ts';
import { boundLine, type LogRecord, recordFrom } from './log-record.ts';
import { LogSink } from './log-sink.ts';

export const logLevels = ['debug', 'info', 'warn', 'error', 'fatal'] as const satisfies readonly Level[];
export type LogLevel = (typeof logLevels)[number];

/**
 * What everybody writes to: the evidence first, then a constant sentence (values belong into the evidence, where a
 * search finds them and nothing can be injected). An error goes in as `err`.
 */
export type Log = { readonly [L in LogLevel]: (evidence: object, text: string) => void } & {
  /** The same log with `evidence` in each record. */
  child(evidence: object): Log;
};

/**
 * - `journal`: JSON lines, each with a priority that systemd-journald reads and takes off (sd-daemon(3));
 * - `json`: the same without it, for a pipe or a file;
 * - `terminal`: for eyes.
 */
export type LogFormat = 'journal' | 'json' | 'terminal';

export type Logging = {
  readonly log: Log;
  /** From now on records below `level` are not made; also of every child. */
  setLevel(level: LogLevel): void;
  /** Gives each record made from now on to `listener`, at once; what `listener` logs itself is not given to it. */
  tap(listener: (record: LogRecord) => void): () => void;
  /** When all so far is written, at the latest in a second. The process's exit writes what waits in any case. */
  flush(): Promise<void>;
  /** The same, and lets go of the process. For a log that does not live as long as the process does. */
  close(): Promise<void>;
};

/** sd-daemon(3), which are those of syslog(3). */
const priorities: Record<string, string> = { debug: '<7>', info: '<6>', warn: '<4>', error: '<3>', fatal: '<2>' };

/** @param output a file descriptor; 1 unless it is a test's. */
export async function openLogging(format: LogFormat, level: LogLevel, output = 1): Promise<Logging> {
  const sink = new LogSink(output);
  const writeLast = () => sink.writeLast();
  process.once('exit', writeLast);
  const shape = format === 'terminal' ? (await import('./log-terminal.ts')).terminalShape(output) : shapes[format];
  const listeners = new Set<(record: LogRecord) => void>();
  let tapping = false;

  function write(line: string): void {
    const bounded = boundLine(line);
    sink.write(shape(bounded));
    if (listeners.size === 0 || tapping) return;
    tapping = true;
    try {
      const record = recordFrom(bounded);
      for (const listener of listeners) listener(record);
    } catch (error) {
      root.error({ err: error }, 'a listener of the log failed');
    } finally {
      tapping = false;
    }
  }

  const root = pino(
    {
      base: null,
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields, error: errorFields },
    },
    { write },
  );
  return {
    log: logOver(root, {}),
    setLevel(next) {
      root.level = next;
    },
    tap(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: () => sink.flush(),
    close() {
      process.off('exit', writeLast);
      return sink.flush();
    },
  };
}

const shapes = {
  json: (line: string) => line,
  // The level is the first member: pino writes it there.
  journal: (line: string) => `${priorities[/^\{"level":"(\w+)"/.exec(line)?.[1] ?? 'info'] ?? '<6>'}${line}`,
};

/** A pino child keeps the level of its birth; these ask the one root each time, so that debugging can be switched on. */
function logOver(root: pino.Logger, bound: object): Log {
  const at = (level: LogLevel) => (evidence: object, text: string) => {
    if (root.isLevelEnabled(level)) root[level](freed({ ...bound, ...evidence }), text);
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
    child: (evidence) => logOver(root, { ...bound, ...evidence }),
  };
}

/** pino would write these names twice, and a reader would take the last. */
const reserved = ['level', 'time', 'msg'] as const;

function freed(evidence: Record<string, unknown>): object {
  for (const name of reserved) {
    if (!(name in evidence)) continue;
    evidence[`${name}_`] = evidence[name];
    delete evidence[name];
  }
  return evidence;
}

/**
 * `journal` when our output is the stream that `JOURNAL_STREAM` names (systemd.exec(5): device and inode, because the
 * variable is inherited by children whose output may go elsewhere).
 */
export function logFormatFor(env: NodeJS.ProcessEnv, isTerminal: boolean, output = 1): LogFormat {
  const { dev, ino } = fstatSync(output);
  if (env.JOURNAL_STREAM === `${dev}:${ino}`) return 'journal';
  return isTerminal ? 'terminal' : 'json';
}

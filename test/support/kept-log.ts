import { type Log, type LogLevel, logLevels } from '../../daemon/logging.ts';

export type KeptRecord = {
  readonly level: LogLevel;
  readonly evidence: Record<string, unknown>;
  readonly text: string;
};

/** A log that keeps what it is told. */
export function keptLog(): { readonly log: Log; readonly records: KeptRecord[] } {
  const records: KeptRecord[] = [];
  const logWith = (bound: object): Log => {
    const at = (level: LogLevel) => (evidence: object, text: string) => {
      records.push({ level, evidence: { ...bound, ...evidence }, text });
    };
    const writers = Object.fromEntries(logLevels.map((level) => [level, at(level)])) as Record<LogLevel, Log['info']>;
    return { ...writers, child: (evidence) => logWith({ ...bound, ...evidence }) };
  };
  return { log: logWith({}), records };
}

/** One record as others than the journal get it. Secrets are out of it already: it is made from what was written. */
export type LogRecord = {
  readonly level: string;
  /** RFC 3339, UTC, by the time of day as it was believed then. */
  readonly time: string;
  readonly text: string;
  readonly evidence: Readonly<Record<string, unknown>>;
};

/** journald cuts a line at 48 kB (`LineMax=`) and would make two records of it; ours stay below, in characters. */
export const longestLine = 32 * 1024;
const keptOfText = 1000;

/** `line` (with its newline) as it is, or a shorter record that says how much was left out. */
export function boundLine(line: string): string {
  if (line.length <= longestLine) return line;
  const { level, time, text } = recordFrom(line);
  const short = {
    level,
    time,
    leftOut: line.length,
    beginning: line.slice(0, keptOfText),
    msg: text.slice(0, keptOfText),
  };
  return `${JSON.stringify(short)}\n`;
}

/** @param line a line of JSON as pino writes it */
export function recordFrom(line: string): LogRecord {
  const { level, time, msg, ...evidence } = JSON.parse(line);
  return { level: String(level), time: String(time), text: typeof msg === 'string' ? msg : '', evidence };
}

/** The levels of our log that a line of the server can have. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

const words: Record<string, LineLevel> = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warn: 'warn',
  warning: 'warn',
  err: 'error',
  error: 'error',
  critical: 'error',
  // Two levels of Go's zap on which it panics, and what it calls fatal.
  dpanic: 'error',
  panic: 'fatal',
  fatal: 'fatal',
};

const word = Object.keys(words).join('|');
const forms = [
  // {"level":"warn",…}, as zap, pino and slog write it.
  new RegExp(String.raw`^\{.{0,200}?"(?:level|severity|lvl)"\s*:\s*"(${word})"`, 'i'),
  // 2024-05-01T10:00:00.000Z<tab>WARN<tab>…, zap's form for terminals.
  new RegExp(String.raw`^\S{8,40}(?: \S{8,20})?\t(${word})\t`, 'i'),
  // time=… level=warn msg=…
  new RegExp(String.raw`(?:^|\s)level=(${word})\b`, 'i'),
  // [WARN] …, ERROR: …, 2024-05-01 10:00:00 WARNING …: only capitals, "error" alone is a word of a sentence.
  new RegExp(String.raw`^(?:\[?[\d:.,TZ+/ -]{8,40}\]?\s+)?\[?(${word.toUpperCase()})\]?(?:[:\s]|$)`),
  // What the Go runtime says before it ends.
  /^(panic|fatal)(?:: | error: )/,
] as const;

/** The level a line carries, if it does: the line itself is never changed by it. */
export function levelOf(line: string): LineLevel | undefined {
  for (const form of forms) {
    const found = form.exec(line)?.[1];
    if (found !== undefined) return words[found.toLowerCase()];
  }
  return undefined;
}

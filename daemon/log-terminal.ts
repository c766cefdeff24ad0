import { isatty } from 'node:tty';
import { isColorSupported, prettyFactory } from 'pino-pretty';
import type { ErrorFields } from './errors.ts';

/** Control characters could move the cursor or worse; the sentence is the one part that is not escaped as JSON. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, '·');

/** Records for eyes: time of day, level, sentence, and the evidence behind it on the same line. */
export function terminalShape(output: number): (line: string) => string {
  const pretty = prettyFactory({
    colorize: isColorSupported && isatty(output),
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
    errorLikeObjectKeys: [],
    messageFormat: (record, key) => printable(String(record[key] ?? '')),
  });
  return (line) => {
    const { err, ...record } = JSON.parse(line) as { readonly err?: ErrorFields };
    if (err === undefined) return pretty(line) ?? line;
    // An error is a few words on the line; only an unexpected one has its stack below.
    const stack = err.stack === undefined ? '' : `${err.stack.split('\n').slice(1).join('\n')}\n`;
    return `${pretty({ ...record, err: inWords(err) }) ?? line}${stack}`;
  };
}

const inWords = ({ type, code, message, cause }: ErrorFields): string =>
  `${code ?? type}: ${message}${cause === undefined ? '' : ` <- ${inWords(cause)}`}`;

import { crc32 } from 'node:zlib';
import type { LogRecord } from '../log-record.ts';

/** A record with its place: sequences grow within one queue, and have gaps. */
export type QueuedRecord = { readonly sequence: number; readonly record: LogRecord };

const checksumLength = 8;

/** The record as one line of the queue's files, checksum first: a line that was cut or overwritten is not taken for one. */
export function lineOf({ sequence, record: { level, time, text, evidence } }: QueuedRecord): string {
  const body = JSON.stringify([sequence, level, time, text, evidence]);
  return `${checksum(body)} ${body}\n`;
}

/** As many lines as fit into `longest` bytes, at least one; `last`: the sequence of the last of them. */
export function linesUpTo(
  all: readonly { readonly line: string; readonly sequence: number }[],
  longest: number,
): { readonly lines: string; readonly bytes: number; readonly last: number } {
  let [lines, bytes, last] = ['', 0, 0];
  for (const { line, sequence } of all) {
    const length = Buffer.byteLength(line);
    if (bytes > 0 && bytes + length > longest) break;
    lines += line;
    bytes += length;
    last = sequence;
  }
  return { lines, bytes, last };
}

/** @param line without its newline. `undefined`: it is damaged */
export function recordIn(line: string): QueuedRecord | undefined {
  const body = line.slice(checksumLength + 1);
  if (line.slice(0, checksumLength) !== checksum(body)) return undefined;
  // What the checksum matches was written by us, by this version or another.
  try {
    const [sequence, level, time, text, evidence] = JSON.parse(body) as [number, string, string, string, object];
    if (!Number.isSafeInteger(sequence) || [level, time, text].some((each) => typeof each !== 'string'))
      return undefined;
    return { sequence, record: { level, time, text, evidence: { ...evidence } } };
  } catch {
    return undefined;
  }
}

export const checksum = (text: string): string => crc32(text).toString(16).padStart(checksumLength, '0');

/** Says in their place how many were dropped. @param sequence of the last of them */
export const lossRecord = (records: number, sequence: number): QueuedRecord => ({
  sequence,
  record: {
    level: 'warn',
    time: new Date().toISOString(),
    text: 'log records were dropped: the queue was full',
    evidence: { records },
  },
});

import { setTimeout } from 'node:timers/promises';
import type { TrainingClient } from '../client.ts';
import type { TrainingJob, TrainingLogEntry } from '../job.ts';
import { isOver } from '../words.ts';

/** Between two looks, in milliseconds. */
export const everyMs = 1000;

export async function pause(signal: AbortSignal): Promise<void> {
  await setTimeout(everyMs, undefined, { signal }).catch(() => undefined);
}

/** How far a log was read: the page, and how many of its lines. */
export type Position = { readonly token: string | undefined; readonly lines: number };
export const beginning: Position = { token: undefined, lines: 0 };

/** Takes all that is new behind `from`; where it was read to. Some clouds give the last page no token behind it. */
export async function logsAfter(
  client: TrainingClient,
  id: string,
  from: Position,
  take: (entry: TrainingLogEntry) => void,
  signal: AbortSignal,
): Promise<Position> {
  let at = from;
  while (!signal.aborted) {
    const { logs, nextPageToken } = await client.getTrainingJobLogs(id, at.token, { signal });
    for (const entry of logs.slice(at.lines)) take(entry);
    if (nextPageToken === '' || nextPageToken === at.token) return { token: at.token, lines: logs.length };
    at = { token: nextPageToken, lines: 0 };
  }
  return at;
}

export type Sight = { readonly job: TrainingJob; readonly lastLine: string };

/** Looks at a job until it has ended; each look goes to `see`. `undefined`: it was told to stop before. */
export async function watchJob(
  client: TrainingClient,
  id: string,
  see: (sight: Sight) => void,
  signal: AbortSignal,
): Promise<TrainingJob | undefined> {
  let position = beginning;
  let lastLine = '';
  while (!signal.aborted) {
    const job = await client.getTrainingJob(id, { signal });
    if (job === undefined) return undefined;
    const take = ({ message }: TrainingLogEntry) => {
      lastLine = message;
    };
    // Not every cloud has logs of every job.
    position = await logsAfter(client, id, position, take, signal).catch(() => position);
    see({ job, lastLine });
    if (isOver(job.status)) return job;
    await pause(signal);
  }
  return undefined;
}

/** The last percentage that a line names; progress has no field of its own in the protocol. */
export function percentIn(line: string): number | undefined {
  const found = /(\d{1,3})(?:\.\d+)? ?%/.exec(line)?.[1];
  return found === undefined ? undefined : Math.min(100, Number(found));
}

export const bar = (percent: number): string => `[${'#'.repeat(Math.round(percent / 5)).padEnd(20, '.')}] ${percent} %`;

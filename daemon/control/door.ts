import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { type Duration, minutes, seconds } from '../../netplan/duration.ts';
import { errorText } from '../errors.ts';
import { makeFolder } from '../files.ts';
import type { Log } from '../logging.ts';
import type { Unit } from '../unit.ts';
import { type ControlCalls, ControlError, type ControlErrorCode, controlLimits } from './calls.ts';

export type ControlDoorOptions = {
  /** A Unix socket; its folder is ours. */
  readonly path: string;
  readonly calls: ControlCalls;
  readonly log: Log;
  /** What a call may take: trying a network is the longest. */
  readonly callLimit?: Duration;
};

const statuses: Record<ControlErrorCode, number> = {
  'not-running': 503,
  'not-permitted': 403,
  'unknown-call': 404,
  'bad-input': 400,
  'not-possible': 409,
  'timed-out': 504,
  failed: 500,
};

/**
 * HTTP on a Unix socket that only the agent's own user may open (0600): `POST /NAME` with JSON, so that a technician
 * without our program has curl. Bounded in every way; it never keeps the agent from ending.
 */
export function controlDoor({ path, calls, log, callLimit = minutes(5) }: ControlDoorOptions): Unit {
  return {
    name: 'control',
    async run(signal) {
      const server = createServer((request, response) => {
        void serve(request, response);
      });
      server.maxConnections = controlLimits.connections;
      server.headersTimeout = seconds(5);
      server.requestTimeout = seconds(10);
      // A command of another process may wait for its answer for long; what it sends comes at once.
      server.timeout = callLimit + seconds(10);

      async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
        const gone = new AbortController();
        response.once('close', () => gone.abort());
        try {
          const name = (request.url ?? '/').slice(1);
          const call = request.method === 'POST' && Object.hasOwn(calls, name) ? calls[name] : undefined;
          if (call === undefined) throw new ControlError('unknown-call', 'this agent has no such call');
          const input = await inputOf(request);
          const limit = AbortSignal.timeout(callLimit);
          const work = call(input, AbortSignal.any([signal, gone.signal, limit]));
          reply(response, 200, (await Promise.race([work, timedOut(limit)])) ?? null);
        } catch (error) {
          const code = error instanceof ControlError ? error.code : 'failed';
          if (code === 'failed') log.error({ err: error }, 'a command failed');
          reply(response, statuses[code], { code, text: errorText(error) });
        }
      }

      await makeFolder(dirname(path));
      // Of an agent that was killed. Two agents at once are kept apart by the service manager.
      await rm(path, { force: true });
      // Until the mode is set, the folder (0700) keeps others away.
      try {
        server.listen(path);
        // Also who is told to end while it begins must close it again, or the process would never end.
        await once(server, 'listening', { signal });
        await chmod(path, 0o600);
        await once(server, 'close', { signal }); // also rejects with an error of the server
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        server.close();
        server.closeAllConnections();
        await rm(path, { force: true });
      }
    },
  };
}

/** Rejects when the time is over; a call that does not look at its signal is not waited for. */
async function timedOut(limit: AbortSignal): Promise<never> {
  if (!limit.aborted) await once(limit, 'abort');
  throw new ControlError('timed-out', 'it took too long');
}

async function inputOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > controlLimits.questionBytes) throw new ControlError('bad-input', 'the question is too long');
    parts.push(part);
  }
  if (length === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    throw new ControlError('bad-input', 'the question is no JSON');
  }
}

function reply(response: ServerResponse, status: number, value: unknown): void {
  if (response.destroyed || response.headersSent) return;
  const body = `${JSON.stringify(value)}\n`;
  // A question that was not read to its end must not be taken for the next one.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(body);
}

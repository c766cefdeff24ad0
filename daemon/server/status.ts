import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import * as z from 'zod';
import type { Clock } from '../../netplan/clock.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import type { Permission } from './state.ts';

const restartStatus = z.object({
  /** The server's own rules allow it, and it is not reconfiguring. */
  restart_allowed: z.boolean(),
  /** True: the server leaves it to the agent to ask the cloud whether it should restart. */
  does_not_handle_needs_restart: z.boolean().optional(),
});

export type RestartStatus = z.output<typeof restartStatus>;

/** What one address said, or why nothing usable was had from it. */
export type Answer = {
  readonly endpoint: Endpoint;
  readonly status: RestartStatus | undefined;
  readonly failure: string;
};

/** Asks all of them at the same time, each within `limits.ask`. Never rejects. */
export async function ask(
  endpoints: readonly Endpoint[],
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  const over = new AbortController();
  const limit = AbortSignal.any([signal, over.signal]);
  const late = clock.wait(limits.ask, limit).then(() => over.abort());
  const answers = await Promise.all(
    endpoints.map(async (endpoint): Promise<Answer> => {
      try {
        const status = restartStatus.parse(JSON.parse(await get(endpoint, limit)));
        return { endpoint, status, failure: '' };
      } catch (error) {
        const failure =
          error instanceof z.ZodError || error instanceof SyntaxError ? 'not understood' : reason(error, limit);
        return { endpoint, status: undefined, failure };
      }
    }),
  );
  over.abort();
  await late;
  return answers;
}

/** One explicit no is a no, whatever other addresses say; no answer at all is neither. */
export function permissionFrom(answers: readonly Answer[]): Permission {
  const said = answers.flatMap(({ status }) => (status === undefined ? [] : [status.restart_allowed]));
  if (said.length === 0) return 'unreachable';
  return said.every((allowed) => allowed) ? 'allowed' : 'denied';
}

function get({ scheme, host, port, name }: Endpoint, signal: AbortSignal): Promise<string> {
  const options = {
    ...{ host, port, path: '/restart_status', signal, agent: false },
    headers: { host: `${name}:${port}`, accept: 'application/json' },
  };
  // The certificate is for a name of the cloud's; who answers on this machine's own port is known from the kernel.
  const secure = { ...options, rejectUnauthorized: false, ...(isIP(name) === 0 ? { servername: name } : {}) };
  return new Promise((resolve, reject) => {
    const request = scheme === 'https' ? secureRequest(secure) : plainRequest(options);
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > limits.statusBytes) response.destroy(new Error('too long'));
        else chunks.push(chunk);
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString('utf8'));
        else reject(new Error(`status ${response.statusCode}`));
      });
    });
    request.end();
  });
}

function reason(error: unknown, limit: AbortSignal): string {
  if (limit.aborted) return 'no answer in time';
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

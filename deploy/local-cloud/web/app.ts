import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Log } from '../../../daemon/logging.ts';
import { minutes } from '../../../netplan/duration.ts';
import { CloudError, refusals } from '../errors.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { cloudLimits } from '../limits.ts';
import type { Store } from '../store/store.ts';
import type { Tokens } from '../tokens.ts';
import { cloudDocument } from './document.ts';
import { fileRoutes } from './files.ts';
import { fragmentRoutes } from './fragments.ts';
import type { Guard } from './guard.ts';
import { installRoutes } from './install.ts';
import { keyRoutes } from './keys.ts';
import { machineRoutes } from './machines.ts';
import { overviewRoutes } from './overview.ts';

export type WebParts = {
  readonly store: Store;
  readonly tokens: Tokens;
  readonly runner: JobRunner;
  readonly log: Log;
};

/**
 * The page and its API, behind the calls on the same port. There are no cookies: whoever has no token gets the page, and
 * nothing in it; so a foreign page in the same browser can do nothing.
 */
export async function webApp({ store, tokens, log }: WebParts): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, bodyLimit: cloudLimits.bodyBytes });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  // Files are taken in as they come; each route has its own limit.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error: unknown, request, reply) => refuse(error, request, reply, log));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'There is nothing here.' }));
  app.addHook('onSend', async (_request, reply) => {
    void reply.headers({ 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
    if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', 'no-store');
  });
  const guard: Guard = (request, ...allowed) => {
    const { permission } = tokens.check(request.headers.authorization);
    if (!allowed.includes(permission)) throw new CloudError('forbidden', `This needs the permission ${allowed[0]}.`);
  };

  // For what looks into the database. Programs are fetched by whole fleets behind one address, and calls have their own door.
  await app.register(rateLimit, {
    max: cloudLimits.requestsPerMinute,
    timeWindow: minutes(1),
    allowList: (request) => !request.url.startsWith('/api/'),
  });

  const { html, policy } = await cloudDocument();
  app.get('/', async (_request, reply) =>
    reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(html),
  );
  overviewRoutes(app, store, guard);
  machineRoutes(app, store, guard);
  fragmentRoutes(app, store, guard);
  keyRoutes(app, store, guard);
  fileRoutes(app, store, guard);
  installRoutes(app, store, tokens);
  await app.ready();
  return app;
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  if (error instanceof CloudError) return reply.code(refusals[error.code].http).send({ error: error.message });
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return reply.code(400).send({ error: `${issue?.path.join('.') || 'the request'}: ${issue?.message}` });
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500) log.error({ err: error, path: request.routeOptions.url }, 'a request to the page failed');
  return reply.code(status).send({ error: status < 500 ? (error as Error).message : 'Something failed in the cloud.' });
}

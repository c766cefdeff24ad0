import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { clientOf, probeLog } from './activity.ts';
import { PortalError, statusOf, titleOf } from './errors.ts';
import { form, pageFront } from './form.ts';
import { targetOf } from './hosts.ts';
import { portalLimits } from './limits.ts';
import { logo } from './logo.ts';
import { type Front, frontOf } from './probes.ts';
import { problemReply, toldError } from './problems.ts';
import { routes } from './routes.ts';
import type { AppApi } from './rpc/api.ts';
import { appRoutes } from './rpc/routes.ts';
import { sendPrepared } from './send.ts';
import type { Desk } from './submit.ts';
import { View, type ViewOptions } from './view.ts';

export type PortalOptions = ViewOptions & {
  /** The text of docs/openapi.json, served as it is. */
  readonly openapi: string;
  /** The app's API, loaded with its first call; without it, there is none on this port. */
  readonly appApi?: () => Promise<AppApi>;
};

export type PortalApp = {
  readonly app: FastifyInstance;
  readonly front: Front;
  /** Answers long polls that wait, and forgets the session. */
  readonly end: () => void;
};

/**
 * The portal on our own addresses: page, forms, REST API. Ready to `inject`; a `Door` serves it on real sockets. One for
 * each time that the hotspot is up: `period.renew()` goes before it.
 */
export async function portalApp(options: PortalOptions): Promise<PortalApp> {
  const { session, period, clock, hosts, log } = options;
  const desk: Desk = { session, period, clock };
  const view = new View(options);
  const [probes, opening] = [frontOf(hosts, probeLog(log)), pageFront(desk, view)];
  const front: Front = (request, response) => probes(request, response) || opening(request, response);
  const app = Fastify({
    logger: false,
    bodyLimit: portalLimits.bodyBytes,
    // A request line in absolute form: only its path is for the router.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/') ? url : targetOf(url, undefined).path),
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: false },
    // A path whose escapes are broken never reaches a route.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.code(400).type('text/plain; charset=utf-8').send(titleOf('request-unreadable'));
    },
  });
  // Real sockets ask the front before Fastify sees anything (see door.ts); this is for `inject`.
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.sendDate = false;
    if (front(request.raw, reply.raw)) reply.hijack();
    else done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  // Only `Retry-After` is told: the reply to a submission must fit in one packet.
  const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  const addHeaders = { ...silent, 'retry-after': true };
  await app.register(rateLimit, {
    global: false,
    cache: 512,
    keyGenerator: clientOf,
    addHeaders,
    addHeadersOnExceeding: silent,
  });
  app.setErrorHandler((error, request, reply) => {
    const told = toldError(error, request, log);
    return reply.code(statusOf(told.code)).type('text/plain; charset=utf-8').send(titleOf(told.code));
  });
  app.setNotFoundHandler((request, reply) => {
    const code = otherMethods(app, request).length === 0 ? 'not-found' : 'method-not-allowed';
    if (code === 'method-not-allowed') void reply.header('Allow', otherMethods(app, request).join(', '));
    const language = view.language(request);
    if (request.url.startsWith('/api/')) {
      const problem = problemReply(new PortalError(code), view.sentences(language));
      return reply
        .code(problem.status)
        .header('Cache-Control', 'no-store')
        .type('application/problem+json')
        .send(problem);
    }
    return sendPrepared(request, reply, view.page(language, 'missing'), 'never', statusOf(code));
  });
  await app.register(form, { desk, view, log });
  await app.register(routes, { prefix: '/api/v1', desk, view, log, openapi: options.openapi });
  if (options.appApi !== undefined) await app.register(appRoutes, { api: options.appApi, clock });
  const { logoFile } = session.status();
  if (logoFile !== undefined) await app.register(logo, { file: logoFile });
  await app.ready();
  return { app, front, end: () => view.end() };
}

function otherMethods(app: FastifyInstance, request: FastifyRequest): string[] {
  const path = request.url.split('?')[0] ?? '/';
  return ['GET', 'HEAD', 'POST'].filter((method) =>
    app.hasRoute({ method: method as 'GET' | 'HEAD' | 'POST', url: path }),
  );
}

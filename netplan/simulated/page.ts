import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { act, TownAct } from './page-acts.ts';
import { townDocument } from './page-document.ts';
import type { PageState, TownExtras } from './page-state.ts';
import { PageStream } from './page-stream.ts';
import type { Town } from './town.ts';

export type { ApplianceSnapshot, TownExtras } from './page-state.ts';

const longestBody = 4096;
const ours = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The town's own page, for one person at this computer: it has no password, so it answers only under names of this
 * computer (a foreign page whose name was rebound to 127.0.0.1 gets nothing) and takes only JSON from itself.
 */
export async function townApp(town: Town, extras: TownExtras): Promise<FastifyInstance> {
  const { html, policy } = await townDocument();
  const app = Fastify({ logger: false, bodyLimit: longestBody });
  const state = (): string => JSON.stringify({ town: town.view(), appliance: extras.snapshot() } satisfies PageState);
  const stream = new PageStream(state);
  const stops = [town.onChange(() => stream.changed()), extras.onChange(() => stream.changed())];
  app.addHook('preClose', async () => {
    for (const stop of stops) stop();
    stream.end();
  });
  app.addHook('onRequest', guard);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const code = error.statusCode ?? (error instanceof RangeError ? 409 : 500);
    return reply.code(code).send({ error: code === 500 ? 'something failed in town' : error.message });
  });

  app.get('/', async (_request, reply) => {
    void reply.headers({
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    return reply.type('text/html; charset=utf-8').send(html);
  });
  app.get('/state', async (_request, reply) => reply.type('application/json; charset=utf-8').send(state()));
  app.get('/events', (_request, reply) => {
    if (stream.add(reply.raw)) reply.hijack();
    else void reply.code(503).send({ error: 'too many pages are open' });
  });
  app.post('/act', async (request, reply) => {
    const { data, error } = TownAct.safeParse(request.body);
    if (data === undefined) {
      const [issue] = error.issues;
      return reply.code(400).send({ error: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not an act'}` });
    }
    return act(data, town, extras);
  });
  await app.ready();
  return app;
}

/** Serves the page on this computer alone. @param port 0: any free one; @returns the page's address */
export async function openTownPage(app: FastifyInstance, port: number): Promise<string> {
  await app.listen({ host: '127.0.0.1', port });
  const address = app.server.address();
  return `http://localhost:${typeof address === 'object' && address !== null ? address.port : port}/`;
}

async function guard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { host = '', origin, 'sec-fetch-site': site } = request.headers;
  const name = host.replace(/:\d+$/, '').toLowerCase();
  if (!ours.has(name)) return reply.code(421).send({ error: 'the town is at localhost' });
  const foreign =
    (origin !== undefined && origin !== `http://${host}`) ||
    (site !== undefined && !['same-origin', 'none'].includes(site));
  // A page of another site may still lead a person here, but not act or look.
  const isVisit = request.method === 'GET' && request.url === '/';
  if (foreign && !isVisit) return reply.code(403).send({ error: 'only the page itself may do this' });
}

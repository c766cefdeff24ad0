import Fastify, { type FastifyInstance } from 'fastify';
import { sendPrepared } from './send.ts';
import { View, type ViewOptions } from './view.ts';

/**
 * The result of the last attempt, readable on the joined network: one unguessable path (80 bits, new with each time the
 * hotspot is up) and nothing else. It redirects nobody (P7), and tells nothing that the form would need.
 */
export async function resultApp(options: ViewOptions): Promise<FastifyInstance> {
  const { period } = options;
  const view = new View(options);
  const app = Fastify({ logger: false, bodyLimit: 1024, routerOptions: { maxParamLength: 64 } });
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.sendDate = false;
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain; charset=utf-8').send('Not found.\n'));
  app.setErrorHandler((_error, _request, reply) =>
    reply.code(400).type('text/plain; charset=utf-8').send('Not possible.\n'),
  );
  app.get<{ Params: { key: string } }>('/r/:key', async (request, reply) => {
    if (!period.isResult(request.params.key)) return reply.callNotFound();
    const status = { networks: { rows: [], age: null, rescan: 'impossible' as const }, token: '', extraFields: [] };
    const page = view.personal(view.language(request), { values: {} }, { screen: 'result', status });
    return sendPrepared(request, reply, page, 'never');
  });
  app.addHook('onClose', async () => view.end());
  await app.ready();
  return app;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { CloudError } from '../errors.ts';
import { cloudLimits } from '../limits.ts';
import { channels, filenames, platforms } from '../store/releases.ts';
import type { Store } from '../store/store.ts';
import { type Guard, nameSchema } from './guard.ts';

const params = z.object({ id: z.string().max(200) });
const release = z.object({
  filename: z.enum(filenames),
  version: z.string().regex(/^v?\d+\.\d+\.\d+[\w.+-]{0,60}$/, { error: 'must be a version such as 1.2.3' }),
  platform: z.enum(platforms),
  channel: z.enum(channels),
});
const script = z.object({
  item: z.string().regex(/^[\w.:/-]{1,100}$/, { error: 'must have 1 to 100 letters, digits, or . : / - _' }),
  version: nameSchema,
  // A plain name: it becomes a file beside the data of a job.
  file: z.string().regex(/^[A-Za-z0-9][\w-]{0,60}\.(?:py|sh|ts|mts|js|mjs)$/, {
    error: 'must end in .py, .sh, .ts, .mts, .js or .mjs',
  }),
  content: z.string().min(1).max(cloudLimits.scriptBytes),
});

/** Releases, data sets and training scripts. */
export function fileRoutes(app: FastifyInstance, store: Store, guard: Guard): void {
  app.post('/api/releases', async (request) => {
    guard(request, 'owner', 'operator');
    return store.releases.add(release.parse(request.query), contentOf(request));
  });
  app.delete('/api/releases/:id', async (request) => {
    guard(request, 'owner', 'operator');
    await store.releases.remove(params.parse(request.params).id);
    return {};
  });
  app.post('/api/datasets', async (request) => {
    guard(request, 'owner');
    const { name } = z.object({ name: nameSchema }).parse(request.query);
    return store.datasets.add(name, contentOf(request));
  });
  app.delete('/api/datasets/:id', async (request) => {
    guard(request, 'owner');
    await store.datasets.remove(params.parse(request.params).id);
    return {};
  });
  app.post('/api/scripts', async (request) => {
    guard(request, 'owner');
    store.registry.add(script.parse(request.body));
    return {};
  });
}

function contentOf({ body }: FastifyRequest): AsyncIterable<Uint8Array> {
  if (body === null || typeof body !== 'object' || !(Symbol.asyncIterator in body)) {
    throw new CloudError('invalid', 'The file has to come as application/octet-stream.');
  }
  return body as AsyncIterable<Uint8Array>;
}

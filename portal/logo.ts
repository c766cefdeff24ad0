import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { safeHeaders } from './assets.ts';
import { PortalError } from './errors.ts';
import { portalLimits } from './limits.ts';

/**
 * The maker's picture (`portal_logo_file`) at `/logo`. Loaded only where there is one: most devices have none, and
 * @fastify/static costs 4 MB. Without cookies, scripts or anything else of the page: an SVG may hold script.
 */
export async function logo(app: FastifyInstance, { file }: { readonly file: string }): Promise<void> {
  const { default: fastifyStatic } = await import('@fastify/static');
  await app.register(fastifyStatic, { root: dirname(file), serve: false, cacheControl: false });
  app.get('/logo', async (_request, reply) => {
    const size = await stat(file).then(
      (found) => found.size,
      () => undefined,
    );
    if (size === undefined || size > portalLimits.logoBytes) throw new PortalError('not-found');
    void reply.headers({
      ...safeHeaders,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cache-Control': 'no-cache',
    });
    return reply.sendFile(basename(file));
  });
}

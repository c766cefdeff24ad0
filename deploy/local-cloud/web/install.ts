import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { CloudError, notFound } from '../errors.ts';
import type { Release } from '../store/releases.ts';
import type { Store } from '../store/store.ts';
import type { Tokens } from '../tokens.ts';
import { credentialsFile, originOf } from './machines.ts';

const installScript = new URL('../../install.sh', import.meta.url);

/** What installers and machines fetch without a token: programs are no secret, and credentials need a key. */
export function installRoutes(app: FastifyInstance, store: Store, tokens: Tokens): void {
  // As the public cloud has it: GET /api/json1/config?client=true&id=<part>, with the key in headers.
  app.get('/api/json1/config', async (request) => {
    const { id } = z.object({ id: z.string().max(200) }).parse(request.query);
    const { key_id: entity, key: payload } = request.headers;
    if (typeof entity !== 'string' || typeof payload !== 'string') {
      throw new CloudError('unauthenticated', 'The headers key_id and key are needed.');
    }
    const caller = tokens.check(`Bearer ${tokens.authenticate(entity, { type: 'api-key', payload })}`);
    if (caller.permission === 'machine' && caller.machine !== id) {
      throw new CloudError('forbidden', 'This key is that of another machine.');
    }
    return credentialsFile(store.machines.known(id), originOf(request));
  });

  app.get('/install.sh', async (request, reply) => {
    const script = await readFile(installScript, 'utf8');
    const filled = script.replace(
      /^(\s*ROOT_URL=\$\{ROOT_URL:-)\}$/m,
      (_line, start) => `${start}${originOf(request)}}`,
    );
    return reply.type('text/x-shellscript; charset=utf-8').send(filled);
  });

  const newest = (architecture: string): Release => {
    const release = store.releases.choose('viam-agent', `linux/${architecture}`, 'stable');
    if (release === undefined) throw notFound(`stable release of the agent for linux/${architecture}`);
    return release;
  };
  for (const architecture of ['amd64', 'arm64']) {
    const path = `/install/machine-agent-linux-${architecture}`;
    app.get(path, async (_request, reply) => sendRelease(store, newest(architecture), reply));
    app.get(`${path}.sha256`, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(`${newest(architecture).sha256}  machine-agent\n`),
    );
  }

  app.get('/releases/:id/:file', async (request, reply) => {
    const { id } = z.object({ id: z.string().max(200) }).parse(request.params);
    const release = store.releases.list().find((one) => one.id === id);
    if (release === undefined) throw notFound('such release');
    return sendRelease(store, release, reply);
  });
}

function sendRelease(store: Store, release: Release, reply: FastifyReply): FastifyReply {
  return reply
    .header('Content-Length', release.size)
    .header('ETag', `"${release.sha256}"`)
    .type('application/octet-stream')
    .send(createReadStream(store.releases.file(release)));
}

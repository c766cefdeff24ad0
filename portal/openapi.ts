// Writes docs/openapi.json, from the same schemas that validate requests and replies. Part of `npm run build` only:
// @fastify/swagger takes a quarter of a second to load, and no device needs it. A test keeps the file equal.
import { writeFile } from 'node:fs/promises';
import fastifySwagger from '@fastify/swagger';
import Fastify from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Clock } from '../netplan/clock.ts';
import { Period } from './period.ts';
import { plainPage } from './plain-page.ts';
import { routes } from './routes.ts';
import type { ProvisioningSession } from './session.ts';
import { View } from './view.ts';

const description = `The setup portal of a machine, on its hotspot (http://10.42.0.1/) while the machine is being set up.

The usual way: read \`/status\`; send \`/submit\` with its \`token\`; ask \`/attempt\` until the link drops. The hotspot goes
when the reply has arrived. If the attempt fails, the hotspot is back at the latest after \`hotspotReturnsWithin\` seconds;
join it again and read \`/attempt\`: it says why. If it succeeds, the result can be read for 10 minutes on the joined
network, at one of \`result.urls\`.

All times are whole seconds. Errors are problem details (RFC 9457) with a \`code\` from a closed list. Sentences are in
the language of \`lang\` or Accept-Language. Writes are JSON; a foreign Host or Origin is refused, and there is no CORS.`;

/** The text of docs/openapi.json: OpenAPI 3.1. */
export async function describeApi(version: string): Promise<string> {
  const session = { onChange: () => () => {} } as unknown as ProvisioningSession;
  const clock: Clock = { now: () => 0, wait: async () => {} };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const period = new Period();
  const hosts = () => ({ address: '10.42.0.1', port: 80, names: [], mode: 'redirect' }) as const;
  const result = { port: 80, localNames: () => [] };
  const view = new View({ session, page: plainPage, period, hosts, clock, log, result });
  const app = Fastify();
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'machine-agent portal',
        version,
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: 'http://10.42.0.1', description: 'The hotspot.' }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(routes, { prefix: '/api/v1', desk: { session, period, clock }, view, log, openapi: '' });
  await app.ready();
  return `${JSON.stringify(tidied(app.swagger() as unknown as Description), null, 2)}\n`;
}

type Operation = { readonly summary: string; readonly responses: Record<string, { description: string }> };
type Description = {
  readonly components: { schemas: Record<string, unknown> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** Each schema once: the transform describes all of them as input and as output, under two names. */
function tidied(described: Description): unknown {
  const schemas = Object.entries(described.components.schemas).flatMap(([name, schema]) => {
    if (name.endsWith('RequestInput')) return [[name.slice(0, -'Input'.length), schema] as const];
    return name.endsWith('Input') || name.endsWith('Request') ? [] : [[name, schema] as const];
  });
  described.components.schemas = Object.fromEntries(schemas);
  for (const { summary, responses } of Object.values(described.paths).flatMap((path) => Object.values(path))) {
    for (const reply of Object.values(responses)) {
      if (reply.description === 'Default Response') reply.description = summary;
    }
  }
  return JSON.parse(JSON.stringify(described).replaceAll('RequestInput"', 'Request"'));
}

export const openapiFile = new URL('../docs/openapi.json', import.meta.url);

if (import.meta.main) {
  const { default: product } = await import('../package.json', { with: { type: 'json' } });
  await writeFile(openapiFile, await describeApi(product.version));
}

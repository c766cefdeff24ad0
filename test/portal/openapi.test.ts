import { readFile } from 'node:fs/promises';
import t from 'tap';
import product from '../../package.json' with { type: 'json' };
import { problemCodes } from '../../portal/errors.ts';
import { portalLimits } from '../../portal/limits.ts';
import { describeApi, openapiFile } from '../../portal/openapi.ts';
import { portalInMemory } from '../support/portal.ts';

t.test('docs/openapi.json is what the schemas say (npm run build writes it)', async (t) => {
  t.equal(await readFile(openapiFile, 'utf8'), await describeApi(product.version));
});

t.test('the description is served as it is, from memory', async (t) => {
  const openapi = await readFile(openapiFile, 'utf8');
  const { get } = await portalInMemory({ openapi });
  const reply = await get('/api/v1/openapi.json');
  t.equal(reply.payload, openapi);
  t.match(reply.headers['content-type'], 'application/json');
});

t.test('every path that is described exists, and every reference leads somewhere', async (t) => {
  const description = JSON.parse(await readFile(openapiFile, 'utf8'));
  const { app } = await portalInMemory();
  for (const [url, operations] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(operations as Record<string, { operationId: string }>)) {
      t.ok(app.hasRoute({ url, method: method.toUpperCase() as 'GET' }), `${method} ${url}`);
      t.ok(operation.operationId, `${method} ${url} has a name`);
    }
  }
  const text = JSON.stringify(description);
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    t.ok(description.components.schemas[name], name);
  t.strictSame(description.components.schemas.Problem.properties.code.enum, problemCodes);
});

t.test('docs/portal.md names every limit with its value, and every code', async (t) => {
  const text = await readFile(new URL('../../docs/portal.md', import.meta.url), 'utf8');
  for (const [name, value] of Object.entries(portalLimits)) {
    t.match(text, new RegExp(`^\\| \`${name}\` \\| ${value} \\|`, 'm'), `${name} ${value}`);
  }
  const listed = [...text.matchAll(/^\| `([a-z0-9-]+)` \| ([45]\d\d) \|/gm)].map(([, code]) => code);
  t.strictSame(listed.sort(), [...problemCodes].sort());
});

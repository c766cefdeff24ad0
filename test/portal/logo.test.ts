import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { portalLimits } from '../../portal/limits.ts';
import { portalInMemory } from '../support/portal.ts';
import { MemorySession } from '../support/session.ts';

async function withFile(t: { teardown(end: () => unknown): void }, name: string, content: string | Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'logo-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'secret.txt'), 'not to be seen');
  await writeFile(join(folder, name), content);
  const logoFile = join(folder, name);
  return { folder, logoFile, ...(await portalInMemory({ session: new MemorySession({ logoFile }) })) };
}

t.test('the maker’s picture is served with its type, and nothing else of its folder', async (t) => {
  const { get, folder, logoFile } = await withFile(t, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const reply = await get('/logo');
  t.equal(reply.statusCode, 200);
  t.equal(reply.headers['content-type'], 'image/svg+xml');
  t.match(reply.headers['content-security-policy'], /^default-src 'none'.*sandbox/, 'an SVG may hold a script');
  t.equal(JSON.parse((await get('/api/v1/status')).payload).branding.logo, '/logo');
  for (const path of ['/logo/', '/logo/secret.txt', '/secret.txt', '/logo/../secret.txt', '/logo%2f..%2fsecret.txt']) {
    const other = await get(path);
    t.equal(other.statusCode, 404, path);
    t.notMatch(other.payload, 'not to be seen');
  }
  await rm(logoFile);
  t.equal((await get('/logo')).statusCode, 404, 'a file that went away');
  t.notMatch((await get('/logo')).payload, folder);
});

t.test('a picture that would take too long on the hotspot is not served', async (t) => {
  const { get } = await withFile(t, 'logo.png', Buffer.alloc(portalLimits.logoBytes + 1));
  t.equal((await get('/logo')).statusCode, 404);
});

t.test('without a picture there is no such path', async (t) => {
  const { get } = await portalInMemory();
  t.equal((await get('/logo')).statusCode, 404);
  t.equal(JSON.parse((await get('/api/v1/status')).payload).branding.logo, null);
});

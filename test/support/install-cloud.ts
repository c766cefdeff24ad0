import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an installer asks a cloud for: credentials for those who have the key, and the program with its digest. */
export async function installCloud(program: string) {
  const asked: string[] = [];
  const cloud = {
    asked,
    program,
    digest: createHash('sha256').update(program).digest('hex'),
    keys: new Set(['a-key']),
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://cloud');
    asked.push(url.pathname);
    if (url.pathname === '/api/json1/config') {
      const { key_id, key } = request.headers;
      const known = key_id === 'a-key-id' && cloud.keys.has(String(key)) && url.searchParams.get('client') === 'true';
      if (!known) return response.writeHead(401).end('no');
      const id = url.searchParams.get('id');
      return response.end(JSON.stringify({ cloud: { app_address: 'https://app.example', id, secret: 'part-secret' } }));
    }
    if (/^\/install\/machine-agent-linux-(amd64|arm64)$/.test(url.pathname)) return response.end(cloud.program);
    if (url.pathname.endsWith('.sha256')) return response.end(`${cloud.digest}  machine-agent\n`);
    return response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { ...cloud, cloud, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

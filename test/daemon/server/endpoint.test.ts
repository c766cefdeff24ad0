import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { realClock } from '../../../daemon/clock.ts';
import { endpoints } from '../../../daemon/server/endpoint.ts';
import { listenersFromTable, listenersOf } from '../../../daemon/server/listeners.ts';
import { type Answer, ask, permissionFrom } from '../../../daemon/server/status.ts';

const announced = (...urls: string[]) => ({ urls: urls.map((url) => new URL(url)) });
const where = (each: { scheme: string; host: string; port: number }) => `${each.scheme} ${each.host} ${each.port}`;

t.test('a server is asked where it really listens, by the name and scheme it announced', async (t) => {
  const listeners = [
    { host: '192.168.1.5', port: 8080 },
    { host: '127.0.0.1', port: 9999 },
  ];
  const found = endpoints(announced('https://a.b.cloud:8080', 'https://0.0.0.0:8080'), listeners);
  t.same(found.map(where), ['https 192.168.1.5 8080']);
});

t.test('where that cannot be seen it is asked over loopback, never at the announced name', async (t) => {
  const found = endpoints(announced('https://a.b.cloud', 'http://10.0.0.1'), []);
  t.same(found.map(where), ['https 127.0.0.1 443', 'https ::1 443', 'http 127.0.0.1 80', 'http ::1 80']);
});

t.test('without an announcement every listener is asked in both ways, a bounded number of them', async (t) => {
  t.same(endpoints(undefined, [{ host: '127.0.0.1', port: 1 }]).map(where), ['http 127.0.0.1 1', 'https 127.0.0.1 1']);
  const many = Array.from({ length: 100 }, (_, index) => ({ host: '127.0.0.1', port: index + 1 }));
  t.equal(endpoints(undefined, many).length, 24);
});

t.test("the kernel's table of sockets is read", async (t) => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1 0 100 0 0 10 0',
    '   1: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 12 1 0 100 0 0 10 0',
    '   2: 0100007F:1F90 0100007F:C000 01 00000000:00000000 00:00000000 00000000     0        0 13 1 0 100 0 0 10 0',
    '   3: 00000000000000000000000001000000:0050 0:0 0A 0 0 0 0 0 14 1',
    '   4: 00000000000000000000000000000000:0051 0:0 0A 0:0 0:0 0 0 0 15 1',
    '   5: 0000000000000000FFFF00000201A8C0:0052 0:0 0A 0:0 0:0 0 0 0 16 1',
    '   6: B80D0120000000000000000001000000:0053 0:0 0A 0:0 0:0 0 0 0 17 1',
    'nonsense',
    '',
  ].join('\n');
  const found = listenersFromTable(table);
  t.same(found.get('11'), { host: '127.0.0.1', port: 8080 });
  t.same(found.get('12'), { host: '127.0.0.1', port: 80 });
  t.notOk(found.has('13'), 'a connection is no listener');
  t.same(found.get('15'), { host: '::1', port: 81 });
  t.same(found.get('16'), { host: '192.168.1.2', port: 82 });
  t.same(found.get('17'), { host: '2001:db8:0:0:0:0:0:1', port: 83 });
});

t.test('a process is seen to listen; one that is gone listens nowhere', async (t) => {
  const server = await listening(t, createTcpServer(), '127.0.0.9');
  t.ok((await listenersOf(process.pid)).some(({ host, port }) => host === '127.0.0.9' && port === server));
  t.same(await listenersOf(2 ** 30), []);
});

t.test('an explicit no wins over any number of others, and silence is neither', async (t) => {
  const endpoint = { scheme: 'http', host: '127.0.0.1', port: 1, name: 'x' } as const;
  const answers = (...said: (boolean | undefined)[]): Answer[] =>
    said.map((allowed) => ({
      endpoint,
      failure: '',
      status: allowed === undefined ? undefined : { restart_allowed: allowed },
    }));
  t.equal(permissionFrom(answers(true, false, undefined)), 'denied');
  t.equal(permissionFrom(answers(false, true)), 'denied');
  t.equal(permissionFrom(answers(undefined, true)), 'allowed');
  t.equal(permissionFrom(answers(undefined, undefined)), 'unreachable');
  t.equal(permissionFrom([]), 'unreachable');
});

t.test('each way in which an address can fail is told, and none disturbs the others', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=somewhere.else'];
  execFileSync('openssl', ['req', ...options, '-keyout', `${folder}/key`, '-out', `${folder}/cert`], {
    stdio: 'ignore',
  });
  const said: string[] = [];
  const secure = createSecureServer(
    { key: readFileSync(`${folder}/key`), cert: readFileSync(`${folder}/cert`) },
    (request, response) => {
      said.push(`${request.method} ${request.url} ${request.headers.host}`);
      response.end('{"restart_allowed": true, "module_server_tcp_addr": "127.0.0.1:1", "newer": 1}');
    },
  );
  const long = createServer((_, response) => response.end(Buffer.alloc(1_000_000, 32)));
  const missing = createServer((_, response) => response.writeHead(404).end('{"restart_allowed": true}'));
  const closes = createTcpServer((socket) => socket.destroy());
  const ports = await Promise.all([secure, long, missing, closes].map((server) => listening(t, server, '127.0.0.1')));
  const at = (scheme: 'http' | 'https', port = 0) => ({ scheme, host: '127.0.0.1', port, name: 'a.cloud' });
  const all = [
    at('https', ports[0]),
    at('http', ports[1]),
    at('http', ports[2]),
    at('http', ports[3]),
    at('http', ports[0]),
  ];
  const answers = await ask(all, realClock(), new AbortController().signal);
  t.equal(answers[0]?.status?.restart_allowed, true, 'over TLS, whatever name is in the certificate');
  t.same(said, [`GET /restart_status a.cloud:${ports[0]}`]);
  t.same(
    answers.slice(1).map(({ status }) => status),
    [undefined, undefined, undefined, undefined],
  );
  t.equal(answers[2]?.failure, 'status 404');
  t.ok(answers.slice(1).every(({ failure }) => failure !== ''));
});

async function listening(t: Test, server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  t.teardown(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

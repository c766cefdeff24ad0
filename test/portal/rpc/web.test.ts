import t, { type Test as Tap } from 'tap';
import { portalLimits } from '../../../portal/limits.ts';
import { appApi } from '../../../portal/rpc/api.ts';
import { appApiLimits } from '../../../portal/rpc/limits.ts';
import { appContentTypes, methodNames, servicePath } from '../../../portal/rpc/routes.ts';
import { field, framed } from '../../support/app-door.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { listeningLog, portalInMemory, portalOnSockets } from '../../support/portal.ts';
import { RawConnection } from '../../support/raw-http.ts';
import { MemorySession } from '../../support/session.ts';

const grpcWeb = 'application/grpc-web+proto';
const hall = Buffer.concat([field(1, 'wifi'), field(2, 'Hall')]);

/** The portal with the app's API on its port, asked by a phone. */
async function portal(t: Tap) {
  const session = new MemorySession();
  const clock = new HandClock();
  const api = appApi({ session, clock, log: listeningLog().log });
  const made = await portalInMemory({ session, clock, appApi: async () => api }, { manyClients: true });
  t.teardown(() => api.endPeriod());
  const call = (method: string, payload: string | Buffer, headers: Record<string, string>) =>
    made.ask({ method: 'POST', url: `${servicePath}/${method}`, payload, headers });
  return { ...made, session, call };
}

t.test('Connect: JSON in, JSON out, errors with their HTTP status', async (t) => {
  const { call, session } = await portal(t);
  const json = (method: string, message: object) =>
    call(method, JSON.stringify(message), { 'content-type': 'application/json' });
  const networks = await json('GetNetworkList', {});
  t.equal(networks.statusCode, 200);
  t.equal(networks.headers['content-type'], 'application/json');
  t.match(networks.json(), { networks: [{ type: 'wifi', ssid: 'Home', security: 'WPA2', signal: 60 }, {}] });
  const refused = await json('SetNetworkCredentials', { type: 'wired' });
  t.equal(refused.statusCode, 500, 'UNKNOWN');
  t.equal(refused.payload, '{"code":"unknown","message":"unknown network type: wired, only wifi currently supported"}');
  t.equal(refused.headers['error-code'], 'network-type-unknown');
  t.equal((await json('SetNetworkCredentials', { type: 'wifi', ssid: 'Hall' })).payload, '{}');
  t.equal((await json('SetNetworkCredentials', { type: 7 })).statusCode, 400);
  t.equal((await call('GetNetworkList', '{', { 'content-type': 'application/json' })).statusCode, 400);
  t.strictSame(session.submissions, []);
});

t.test('gRPC-web: messages and trailers in the body, to the byte', async (t) => {
  const { call } = await portal(t);
  const good = await call('SetNetworkCredentials', framed(hall), { 'content-type': grpcWeb });
  t.equal(good.headers['content-type'], grpcWeb);
  const ending = 'grpc-status: 0\r\n';
  t.equal(
    good.rawPayload.toString('latin1'),
    `\0\0\0\0\0\x80\0\0\0${String.fromCharCode(ending.length)}${ending}`,
    'an empty message, and the trailers',
  );
  const refused = await call('SetNetworkCredentials', framed(field(1, 'wired')), { 'content-type': grpcWeb });
  t.equal(refused.statusCode, 200);
  t.equal(refused.rawPayload[0], 0x80);
  const trailers = refused.rawPayload.subarray(5).toString().split('\r\n').filter(Boolean).sort();
  t.equal(refused.rawPayload.readUInt32BE(1), refused.rawPayload.length - 5);
  t.strictSame(trailers, [
    'error-code: network-type-unknown',
    'grpc-message: unknown%20network%20type%3A%20wired%2C%20only%20wifi%20currently%20supported',
    'grpc-status: 2',
  ]);
});

t.test('a page of another site reaches nothing: neither by a form nor by a script', async (t) => {
  const { call, ask, session } = await portal(t);
  const json = JSON.stringify({ type: 'wifi', ssid: 'Hall' });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
    const reply = await call('SetNetworkCredentials', json, type === '' ? {} : { 'content-type': type });
    t.equal(reply.statusCode, 415, type);
  }
  for (const headers of [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { referer: 'https://evil.example/page' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://10.42.0.1:8080' },
  ]) {
    for (const type of appContentTypes) {
      const reply = await call('SetNetworkCredentials', json, { 'content-type': type, ...headers } as never);
      t.equal(reply.statusCode, 403, `${type} ${JSON.stringify(headers)}`);
    }
  }
  for (const host of ['evil.example', '192.0.2.1', 'captive.apple.com']) {
    t.equal((await call('SetNetworkCredentials', json, { 'content-type': 'application/json', host })).statusCode, 421);
  }
  const preflight = await ask({
    method: 'OPTIONS',
    url: `${servicePath}/SetNetworkCredentials`,
    headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
  });
  t.equal(preflight.statusCode, 405);
  t.notOk(
    Object.keys(preflight.headers).some((name) => name.startsWith('access-control')),
    'no CORS',
  );
  t.strictSame([session.acts, session.status().staged.network], [[], false]);
  const own = { 'content-type': 'application/json', origin: 'http://10.42.0.1', 'sec-fetch-site': 'same-origin' };
  t.equal((await call('SetNetworkCredentials', json, own)).statusCode, 200, 'a page of ours may');
});

t.test('reading goes by POST as well, so that no link or picture can call it', async (t) => {
  const { ask, session } = await portal(t);
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'] as const) {
    for (const name of methodNames) {
      t.equal((await ask({ method, url: `${servicePath}/${name}?message={}` })).statusCode, 405, `${method} ${name}`);
    }
  }
  t.equal((await ask({ method: 'POST', url: `${servicePath}/Reboot` })).statusCode, 404);
  t.strictSame(session.acts, []);
});

t.test('bodies beyond the limit, packed ones and broken ones are refused', async (t) => {
  const { call } = await portal(t);
  const large = JSON.stringify({ ssid: 'x'.repeat(appApiLimits.messageBytes) });
  t.equal((await call('SetNetworkCredentials', large, { 'content-type': 'application/json' })).statusCode, 413);
  const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  t.equal((await call('SetNetworkCredentials', '{}', packed)).statusCode, 415);
  for (const body of [Buffer.alloc(0), Buffer.alloc(3), framed(Buffer.from([10]), 100), framed(Buffer.from([0xff]))]) {
    const reply = await call('SetNetworkCredentials', body, { 'content-type': grpcWeb });
    t.equal(reply.statusCode, 200);
    t.match(reply.rawPayload.toString('latin1'), /grpc-status: [1-9]/);
  }
});

t.test('one client may call often, but not without end', async (t) => {
  const { ask } = await portal(t);
  const remoteAddress = '10.42.0.9';
  const call = () =>
    ask({
      ...{ method: 'POST', url: `${servicePath}/GetNetworkList`, payload: '{}', remoteAddress },
      headers: { 'content-type': 'application/json' },
    });
  for (let count = 0; count < portalLimits.readsPerMinute; count++) {
    const { statusCode } = await call();
    if (statusCode !== 200) t.fail(`call ${count} got ${statusCode}`);
  }
  t.equal((await call()).statusCode, 429);
});

t.test('over HTTP/1.1 a commit has arrived when the app closes its side, as its reply asks', async (t) => {
  const session = new MemorySession();
  const clock = new HandClock();
  const api = appApi({ session, clock, log: listeningLog().log });
  const { port, address } = await portalOnSockets(t, { session, clock, appApi: async () => api });
  const connection = await RawConnection.open(port, address);
  const post = (method: string, body: string) =>
    connection.write(
      `POST ${servicePath}/${method} HTTP/1.1\r\nHost: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  post('SetNetworkCredentials', '{"type":"wifi","ssid":"Hall"}');
  t.equal((await connection.reply()).status, 200);
  post('ExitProvisioning', '{}');
  const reply = await connection.reply();
  t.match(
    [reply.status, reply.headers.get('connection'), reply.headers.get('attempt-id')],
    [200, 'close', 'attempt-1'],
  );
  t.strictSame(session.deliveries, [], 'the app has not closed yet');
  connection.end();
  const end = performance.now() + 10_000;
  while (session.deliveries.length === 0 && performance.now() < end) await new Promise(setImmediate);
  t.strictSame(session.deliveries, ['attempt-1']);
  api.endPeriod();
});

t.test('without the API of the app, the portal is as it was', async (t) => {
  const { ask } = await portalInMemory();
  t.equal((await ask({ method: 'POST', url: `${servicePath}/GetNetworkList` })).statusCode, 404);
});

// The routes of the local cloud over HTTP: who may what, what is refused, and how it is said.
import { request } from 'node:http';
import t from 'tap';
import { cloudLimits } from '../../../deploy/local-cloud/limits.ts';
import { localCloud, type TestCloud } from '../../support/local-cloud.ts';

type Reply = { readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers };

/** As the page asks, with a token or without. */
const asking = (cloud: TestCloud, token?: string) =>
  async function ask(method: string, path: string, body?: unknown, headers = {}): Promise<Reply> {
    const reply = await fetch(`${cloud.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.startsWith('application/json');
    return { status: reply.status, body: isJson ? JSON.parse(text) : { text }, headers: reply.headers };
  };

const pageToken = (cloud: TestCloud) => new URL(cloud.pageUrl).hash.replace('#token=', '');

/** By the call that every client makes, in its JSON form. */
async function tokenFor(cloud: TestCloud, { id, key }: { readonly id: string; readonly key: string }): Promise<string> {
  const credentials = { type: 'api-key', payload: key };
  const { body } = await asking(cloud)('POST', '/proto.rpc.v1.AuthService/Authenticate', { entity: id, credentials });
  return String(body['accessToken']);
}

t.test('without a token, or with a foreign one, nothing of the API answers', async (t) => {
  const cloud = await localCloud(t);
  const { id } = cloud.store.machines.create('box');
  const routes = [
    ...[
      ['GET', '/api/overview'],
      ['POST', '/api/machines'],
      ['GET', `/api/machines/${id}`],
      ['POST', '/api/check'],
    ],
    ...[
      ['DELETE', `/api/machines/${id}`],
      ['PUT', `/api/machines/${id}/configuration`],
      ['POST', '/api/keys'],
    ],
    ...[
      ['GET', `/api/machines/${id}/credentials`],
      ['GET', `/api/machines/${id}/logs`],
      ['POST', '/api/fragments'],
    ],
    ...[
      ['POST', `/api/machines/${id}/restart`],
      ['GET', '/api/json1/config?client=true&id=x'],
    ],
  ] as const;
  for (const token of [undefined, 'a.b.c']) {
    const ask = asking(cloud, token);
    for (const [method = '', path = ''] of routes) {
      const { status, body } = await ask(method, path, method === 'GET' || method === 'DELETE' ? undefined : {});
      t.equal(status, 401, `${method} ${path}`);
      t.type(body['error'], 'string');
    }
  }
  t.ok(cloud.store.machines.get(id), 'it is still there');
  t.strictSame(cloud.faults, []);
});

t.test('a key may what its permission says, and ends with what was made with it', async (t) => {
  const cloud = await localCloud(t);
  const { id } = cloud.store.machines.create('box');
  const key = cloud.key('operator');
  const operator = asking(cloud, await tokenFor(cloud, key));
  t.equal((await operator('GET', '/api/overview')).status, 200);
  t.equal((await operator('POST', '/api/keys', { name: 'k', permission: 'owner' })).status, 403);
  const own = asking(cloud, await tokenFor(cloud, cloud.key('machine', id)));
  t.equal((await own('GET', '/api/overview')).status, 403);
  const owner = asking(cloud, pageToken(cloud));
  const made = await owner('POST', '/api/keys', { name: 'another', permission: 'owner' });
  t.match(made.body, { id: /^[0-9a-f-]{36}$/, key: /^\S{20,}$/ });
  t.equal((await owner('POST', '/api/keys', { name: 'k', permission: 'king' })).status, 400);
  t.equal((await owner('DELETE', `/api/keys/${key.id}`)).status, 200);
  t.equal((await operator('GET', '/api/overview')).status, 401);
});

t.test('machines and fragments: made, configured, looked at, removed; what is wrong is named', async (t) => {
  const cloud = await localCloud(t);
  const ask = asking(cloud, pageToken(cloud));
  const { body: made } = await ask('POST', '/api/machines', { name: ' box ' });
  const path = `/api/machines/${made['id']}`;
  t.match((await ask('GET', path)).body, { name: 'box', configuration: '{}', problems: [] });
  t.notOk('secret' in (await ask('GET', path)).body, 'the secret is in its file only');
  const odd = '{ "network_configuration": { "hotspot_password": "short" } }';
  t.match((await ask('POST', '/api/check', { configuration: odd })).body, {
    problems: [{ path: 'network_configuration.hotspot_password' }],
  });
  t.equal((await ask('PUT', `${path}/configuration`, { configuration: odd })).status, 200, 'it costs that field only');
  const torn = await ask('PUT', `${path}/configuration`, { configuration: '{ "network' });
  t.match([torn.status, torn.body['error']], [400, /Nothing was saved/]);
  t.match((await ask('GET', path)).body, { configuration: odd });
  const file = await ask('GET', `${path}/credentials`);
  t.match(file.body, { cloud: { app_address: cloud.url, id: made['id'], secret: /^\S{20,}$/ } });
  t.match(file.headers.get('content-disposition'), /machine\.json/);
  t.equal(file.headers.get('cache-control'), 'no-store');
  for (const query of ['level=loud', 'after=-1', `search=${'x'.repeat(201)}`]) {
    t.equal((await ask('GET', `${path}/logs?${query}`)).status, 400, query);
  }
  t.equal((await ask('POST', `${path}/restart`)).status, 200);
  t.equal(cloud.store.machines.known(String(made['id'])).restart, true);
  for (const name of ['', 'x'.repeat(101), 'two\nlines', 7]) {
    t.equal((await ask('POST', '/api/machines', { name })).status, 400, JSON.stringify(name));
  }

  t.strictSame((await ask('POST', '/api/fragments', { name: 'halls', id: 'halls-1' })).body, { id: 'halls-1' });
  t.equal((await ask('POST', '/api/fragments', { name: 'halls', id: 'halls-1' })).status, 409);
  t.equal((await ask('POST', '/api/fragments', { name: 'halls', id: '../x' })).status, 400);
  t.equal((await ask('PUT', '/api/fragments/halls-1/configuration', { configuration: odd })).status, 200);
  t.equal((await ask('DELETE', '/api/fragments/halls-1')).status, 200);
  t.equal((await ask('DELETE', '/api/fragments/halls-1')).status, 404);
  t.equal((await ask('DELETE', path)).status, 200);
  t.equal((await ask('GET', path)).status, 404);
  t.strictSame(cloud.faults, []);
});

t.test('the installer gets a credentials file with a key in headers, and only that of its own machine', async (t) => {
  const cloud = await localCloud(t);
  const [one, other] = [cloud.store.machines.create('one'), cloud.store.machines.create('other')];
  const ask = asking(cloud);
  const file = (id: string, { id: key_id, key }: { readonly id: string; readonly key: string }) =>
    ask('GET', `/api/json1/config?client=true&id=${id}`, undefined, { key_id, key });
  const own = cloud.key('machine', one.id);
  t.match((await file(one.id, own)).body, { cloud: { app_address: cloud.url, id: one.id } });
  t.equal((await file(other.id, own)).status, 403);
  t.equal((await file(other.id, cloud.key())).status, 200);
  t.equal((await file('nowhere', cloud.key())).status, 404);
  t.equal((await file(one.id, { ...own, key: 'wrong' })).status, 401);
  t.match((await ask('GET', '/install.sh')).body['text'], cloud.url);
  t.equal((await ask('GET', '/install/machine-agent-linux-amd64')).status, 404, 'there is no release yet');
});

t.test('odd requests cost nothing but themselves', async (t) => {
  const cloud = await localCloud(t);
  const ask = asking(cloud, pageToken(cloud));
  t.equal((await ask('POST', '/api/machines', '{ "name": ')).status, 400);
  t.equal((await ask('POST', '/api/machines', 'name=x', { 'content-type': 'text/plain' })).status, 415);
  t.equal((await ask('POST', '/api/check', { configuration: 'x'.repeat(cloudLimits.bodyBytes) })).status, 413);
  t.equal((await ask('GET', '/api/nothing')).status, 404);
  t.equal((await ask('GET', '/..%2f..%2fetc%2fpasswd')).status, 404);
  t.match((await ask('POST', '/api/machines', { name: 'x', __proto__: { a: 1 } })).status, 200);
  // Without a usable Host no address can be written into a file.
  const { id } = cloud.store.machines.create('box');
  const status = await new Promise((resolve, reject) => {
    const headers = { host: 'not a host', authorization: `Bearer ${pageToken(cloud)}` };
    request(`${cloud.url}/api/machines/${id}/credentials`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });
  t.equal(status, 400);
  const page = await ask('GET', '/');
  t.match(page.headers.get('content-security-policy'), /default-src 'none'/);
  t.strictSame(cloud.faults, []);
});

t.test('who asks the API without end is turned away for a moment; programs and calls are not counted', async (t) => {
  const cloud = await localCloud(t);
  const ask = asking(cloud);
  let [last, count] = [401, 0];
  for (; last === 401 && count < cloudLimits.requestsPerMinute * 2; count += 50) {
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask('GET', '/api/overview')));
    last = Math.max(...replies.map(({ status }) => status));
  }
  t.equal(last, 429);
  t.equal((await ask('GET', '/install.sh')).status, 200);
  t.ok(await tokenFor(cloud, cloud.key()));
  t.strictSame(cloud.faults, []);
});

import t from 'tap';
import { Secret } from '../../netplan/secret.ts';
import { portalInMemory, portalOnSockets } from '../support/portal.ts';
import { once } from '../support/raw-http.ts';
import { MemorySession } from '../support/session.ts';

const good = { ssid: 'Home', psk: 'correct horse' };
const codeOf = ({ payload }: { payload: string }): string => JSON.parse(payload).code;

t.test('a write with a foreign host reaches nothing', async (t) => {
  const { post, send, session } = await portalInMemory();
  for (const host of [
    'evil.example',
    'captive.apple.com',
    '192.0.2.1',
    '10.42.0.1.evil.example',
    'box1.local.evil.example',
  ]) {
    t.equal((await post('submit', good, { host })).statusCode, 421, host);
    t.equal((await send('/submit', good, { host, origin: `http://${host}` })).statusCode, 421, host);
  }
  t.equal(session.submissions.length, 0);
});

t.test('a write from a page of another site reaches nothing', async (t) => {
  const { post, send, session } = await portalInMemory({}, { manyClients: true });
  const foreign = [
    ...[{ origin: 'http://evil.example' }, { origin: 'null' }, { origin: 'https://10.42.0.1' }, { origin: 'x' }],
    ...[{ origin: 'http://10.42.0.1:8080' }, { origin: 'http://10.42.0.1.evil.example' }],
    ...[
      { referer: 'http://evil.example/10.42.0.1' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ],
    { origin: 'http://evil.example', referer: 'http://10.42.0.1/', 'sec-fetch-site': 'same-origin' },
  ];
  for (const headers of foreign) {
    const reply = await post('submit', good, headers as Record<string, string>);
    t.equal(reply.statusCode, 403, JSON.stringify(headers));
    t.equal(codeOf(reply), 'foreign-origin');
    const { origin, ...rest } = headers as Record<string, string>;
    if (origin !== undefined) t.equal((await send('/submit', good, { ...rest, origin })).statusCode, 403);
  }
  t.equal(session.submissions.length, 0);
  t.equal((await post('submit', good)).statusCode, 202, 'an app sends none of these headers');
  session.fail('failed');
  const own = { origin: 'http://10.42.0.1', referer: 'http://10.42.0.1/?lang=de', 'sec-fetch-site': 'same-origin' };
  t.equal((await post('submit', good, own)).statusCode, 202);
  session.fail('failed');
  t.equal((await post('submit', good, { host: 'box1.local:80', origin: 'http://box1.local' })).statusCode, 202);
});

t.test('a body that is not what its route takes is refused by its type, before it is read', async (t) => {
  const { ask, period, session } = await portalInMemory({}, { manyClients: true });
  const json = JSON.stringify({ token: period.token, ...good });
  const types = [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json5',
  ];
  for (const type of [...types, 'application/json; charset=utf-16', 'text/json', 'application/json, text/plain']) {
    const reply = await ask({
      method: 'POST',
      url: '/api/v1/submit',
      payload: json,
      headers: { 'content-type': type },
    });
    t.equal(reply.statusCode, 415, type);
    t.equal(codeOf(reply), 'content-type-unsupported');
  }
  const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  t.equal((await ask({ method: 'POST', url: '/api/v1/submit', payload: json, headers: packed })).statusCode, 415);
  t.equal((await ask({ method: 'POST', url: '/api/v1/submit' })).statusCode, 415, 'none at all');
  t.equal(
    (await ask({ method: 'POST', url: '/submit', payload: json, headers: { 'content-type': 'application/json' } }))
      .statusCode,
    415,
  );
  t.equal(session.submissions.length, 0);
  const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
  t.equal((await ask({ method: 'POST', url: '/api/v1/submit', payload: json, headers })).statusCode, 202);
});

t.test('a write needs the form token, and the reply to an old one holds the new one', async (t) => {
  const { post, send, period, session } = await portalInMemory();
  for (const token of ['', 'wrong', `${period.token}x`]) {
    const reply = await post('submit', { ...good, token });
    t.match(JSON.parse(reply.payload), { status: 403, code: 'form-expired', token: period.token });
    const page = await send('/submit', { ...good, token, identity: 'me' });
    t.equal(page.statusCode, 403);
    t.match(page.payload, `name=token value="${period.token}"`, 'the form comes back with the right token');
    t.match(page.payload, 'name="ssid" type=text value="Home"', 'and filled');
    t.notMatch(page.payload, 'correct horse', 'but for the secret');
  }
  const { token: _, ...without } = { token: undefined, ...good };
  t.match(JSON.parse((await post('submit', { ...without, token: undefined })).payload).fields, [
    { field: 'token', problem: 'required' },
  ]);
  const former = period.token;
  period.renew();
  t.not(period.token, former);
  t.equal(
    (await post('submit', { ...good, token: former })).statusCode,
    202,
    'the page from before the hotspot came back',
  );
  session.fail('failed');
  period.renew();
  t.equal((await post('submit', { ...good, token: former })).statusCode, 403, 'but not from long ago');
});

t.test('no reply allows another origin, sets a cookie, or forbids a captive webview', async (t) => {
  const { get, ask, post } = await portalInMemory();
  const preflight = { origin: 'http://evil.example', 'access-control-request-method': 'POST' };
  const replies = [
    ...[await get('/'), await get('/nothing'), await get('/api/v1/status', { origin: 'http://evil.example' })],
    ...[await post('submit', {}), await get('/', { host: 'captive.apple.com' }), await get('/api/v1/nothing')],
    await ask({ method: 'OPTIONS', url: '/api/v1/submit', headers: preflight }),
  ];
  for (const { headers, statusCode } of replies) {
    const names = Object.keys(headers).join(' ');
    t.notMatch(names, /access-control|set-cookie|x-frame-options|x-powered-by|server/, `${statusCode} ${names}`);
    t.notMatch(headers['content-security-policy'] ?? '', /frame-ancestors|upgrade-insecure/);
  }
  t.equal(replies.at(-1)?.statusCode, 405, 'no preflight is answered');
  const page = (await get('/')).headers;
  t.equal(page['x-content-type-options'], 'nosniff');
  t.match(page['content-security-policy'], /^default-src 'none'/);
  t.equal(page['referrer-policy'], 'same-origin', 'without a referrer, forms would post with Origin: null');
});

t.test('two Host headers are one too many for a write', async (t) => {
  const { port, address, host, session } = await portalOnSockets(t);
  const body = 'token=x';
  const reply = await once(
    port,
    address,
    `POST /submit HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  t.equal(reply.status, 421);
  t.equal(session.submissions.length, 0);
});

t.test('no secret comes back, is logged, or is in an error, whatever goes wrong', async (t) => {
  const secrets = {
    psk: 'S3CRET-psk!',
    password: 'S3CRET-pw',
    secret: 'S3CRET-sec',
    apiKey: 'S3CRET-key',
    ownershipCode: 'S3CRET-own',
  };
  const session = new MemorySession();
  const { post, send, get, lines } = await portalInMemory({ session }, { manyClients: true });
  const all = { ssid: 'Home', ...secrets, appAddress: 'https://cloud.example', machineId: 'part-1', apiKeyId: 'key-1' };
  const texts: string[] = [];
  const keep = async (reply: Promise<{ payload: string; headers: object }>) => {
    const { payload, headers } = await reply;
    texts.push(payload, JSON.stringify(headers));
  };
  await keep(post('submit', { ...all, address: 'nonsense' }));
  await keep(send('/submit', { ...all, address: 'nonsense' }));
  await keep(send('/submit', { ...all, unknown: 'S3CRET' }));
  await keep(send('/submit', { ssid: 'Home', credentials: '{"cloud": {"secret": "S3CRET" ' }));
  await keep(post('credentials', { credentials: { cloud: { id: 'S3CRET', secret: 'S3CRET' } } }));
  await keep(post('submit', { psk: ['S3CRET'], credentials: 7 }));
  session.submit = async () => {
    throw new Error('disk full', { cause: new Secret('S3CRET') });
  };
  await keep(post('submit', all));
  await keep(send('/submit', all));
  await keep(get('/'));
  t.notMatch(texts.join('\n'), 'S3CRET');
  t.equal(lines.filter(({ level }) => level === 'error').length, 2, 'a fault of ours is logged');
  t.notMatch(JSON.stringify(lines), 'S3CRET');
});

import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { seconds } from '../../netplan/duration.ts';
import { portalInMemory } from '../support/portal.ts';
import { MemorySession, row } from '../support/session.ts';

t.test('with scripts off a network is joined by a plain form, and the reply says what happens now', async (t) => {
  const { get, send, session, period } = await portalInMemory();
  const page = await get('/');
  t.match(page.payload, /<form method=post action="\/submit">/);
  const id = page.payload.match(/name=network value="([^"]+)"/)?.[1] ?? '';
  const reply = await send('/submit', { network: id, psk: 'correct horse', ssid: '', address: '', credentials: '' });
  t.equal(reply.statusCode, 200);
  t.equal(reply.headers['connection'], 'close');
  t.equal(reply.headers['cache-control'], 'no-store');
  t.match(reply.payload, '“Home”');
  t.match(reply.payload, period.resultPath, 'where the result will be');
  t.match(session.submissions[0], { client: '10.42.0.77', submission: { network: { network: { id } } } });
  t.notMatch((await get('/')).payload, 'correct horse');
});

t.test('a form that cannot be accepted comes back filled, with its errors, and without its secrets', async (t) => {
  const { send, session } = await portalInMemory();
  const typed = {
    ssid: 'Höme <1>',
    psk: 'short',
    identity: '',
    address: '192.168.1.300/24',
    gateway: '10.0.0.1',
    dns: 'x',
  };
  const reply = await send('/submit', {
    ...typed,
    addressing: 'manual',
    machineId: 'part',
    secret: 'hush',
    appAddress: 'no',
  });
  t.equal(reply.statusCode, 422);
  t.match(reply.payload, 'value="Höme &lt;1&gt;"');
  for (const value of ['192.168.1.300/24', '10.0.0.1', 'part', 'no']) t.match(reply.payload, `value="${value}"`);
  t.notMatch(reply.payload, /"short"|hush/);
  t.equal(reply.payload.match(/role=alert/g)?.length, 5, 'psk, address, dns, appAddress, and the whole');
  t.equal(session.submissions.length, 0);
});

t.test('after a failed attempt the phone that returns finds its form filled, another phone does not', async (t) => {
  const { send, session, ask, period } = await portalInMemory();
  await send('/submit', { ssid: 'Hidden', psk: 'wrong password', identity: '', address: '192.168.7.2/24' });
  session.fail('wrong-password');
  period.renew();
  const own = await ask({ method: 'GET', url: '/' });
  t.match(own.payload, 'value="Hidden"');
  t.match(own.payload, 'value="192.168.7.2/24"');
  t.match(own.payload, 'wrong password.', 'the reason');
  t.notMatch(own.payload, 'value="wrong password"');
  t.equal(own.headers['cache-control'], 'no-store');
  const other = await ask({ method: 'GET', url: '/', remoteAddress: '10.42.0.99' });
  t.match(other.payload, 'wrong password.');
  t.notMatch(other.payload, 'value="Hidden"');
  session.change({ attempt: undefined });
  t.notMatch((await ask({ method: 'GET', url: '/' })).payload, 'value="Hidden"');
});

t.test('looking for networks again keeps what was typed, and warns where it drops the hotspot', async (t) => {
  const { send, session } = await portalInMemory();
  const done = await send('/rescan', { ssid: 'Typed', psk: 'hush hush', address: '10.0.0.2/8' });
  t.equal(done.statusCode, 200);
  t.match(done.payload, 'value="Typed"');
  t.notMatch(done.payload, 'hush hush');
  session.rescanOutcome = 'dropping-hotspot';
  const dropping = await send('/rescan', { ssid: 'Typed' });
  t.match(dropping.payload, 'Join it again');
  t.equal(dropping.headers['connection'], 'close');
  t.ok(dropping.payload.length <= 1400);
  session.rescanOutcome = 'impossible';
  t.equal((await send('/rescan', {})).statusCode, 409);
  t.equal((await send('/rescan', { token: 'wrong' })).statusCode, 403);
  t.strictSame(session.acts.filter(({ kind }) => kind === 'act').length, 3, 'each allowed one is a deliberate act');
});

t.test('a reload by the address of a form leads back to the page, in its language', async (t) => {
  const { get } = await portalInMemory();
  for (const path of ['/submit', '/rescan']) {
    t.match((await get(path)).headers, { location: '/' });
    t.match((await get(`${path}?lang=de"<x`)).headers, { location: '/?lang=de%22%3Cx' });
  }
});

t.test('the page comes compressed from memory, and is not sent again while nothing changed', async (t) => {
  const { get, session, clock, period } = await portalInMemory();
  const zipped = await get('/', { 'accept-encoding': 'gzip, deflate' });
  t.equal(zipped.headers['content-encoding'], 'gzip');
  const plain = await get('/', { 'accept-encoding': 'gzip;q=0, br' });
  t.equal(plain.headers['content-encoding'], undefined);
  t.equal(gunzipSync(zipped.rawPayload).toString(), plain.payload);
  const etag = String(zipped.headers['etag']);
  t.not(etag, plain.headers['etag'], 'each form has its own');
  const again = await get('/', { 'accept-encoding': 'gzip', 'if-none-match': `W/"x", ${etag}` });
  t.equal(again.statusCode, 304);
  t.equal(again.payload, '');
  t.equal(zipped.headers['cache-control'], 'no-cache', 'never used unasked');
  session.change({ networks: [row('New')] });
  t.equal((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).statusCode, 200);
  session.change({ conditions: [{ code: 'x', severity: 'info', text: 'Something new', detail: undefined }] });
  t.match((await get('/')).payload, 'Something new', 'a change is shown at once');
  await clock.advance(seconds(6));
  t.equal((await get('/')).statusCode, 200);
  period.renew();
  t.match((await get('/')).payload, period.token, 'the token of the new period');
});

t.test('opening the page is noted, but not when the phone itself looks', async (t) => {
  const { get, session } = await portalInMemory();
  await get('/', { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)' });
  await get('/', { 'user-agent': 'CaptiveNetworkSupport-443.1 wispr' });
  await get('/api/v1/status');
  await get('/hotspot-detect.html', { host: 'captive.apple.com' });
  t.strictSame(
    session.acts.map(({ kind }) => kind),
    ['open', 'poll', 'poll'],
  );
});

t.test('unknown additional fields are refused by name, known ones are checked', async (t) => {
  const field = (name: string, required: boolean, pattern?: string) => ({
    name,
    label: name,
    required,
    pattern,
    maxLength: 8,
  });
  const session = new MemorySession({ extraFields: [field('site', true, '[A-Z]{3}'), field('note', false)] });
  const { send, post } = await portalInMemory({ session });
  const missing = await send('/submit', { ssid: 'Open' });
  t.equal(missing.statusCode, 422);
  t.equal((await send('/submit', { ssid: 'Open', 'extra.site': 'abc' })).statusCode, 422);
  const { fields } = JSON.parse(
    (await post('submit', { ssid: 'Open', extra: { site: 'ABC', other: 'x', note: 'too long a note' } })).payload,
  );
  t.match(fields, [
    { field: 'extra.other', problem: 'unknown-field' },
    { field: 'extra.note', problem: 'too-long', limit: 8 },
  ]);
  t.equal((await send('/submit', { ssid: 'Open', 'extra.site': 'ABC', 'extra.note': '' })).statusCode, 200);
  t.strictSame({ ...session.submissions[0]?.submission.extra }, { site: 'ABC' });
});

t.test('a field given twice, or a name that is none, does no harm', async (t) => {
  const { ask, period, session } = await portalInMemory();
  const send = (payload: string) =>
    ask({ method: 'POST', url: '/submit', payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  for (const body of ['ssid=a&ssid=b', '__proto__=x', 'constructor=x', '&&=&=x', 'ssid']) {
    const reply = await send(`token=${period.token}&${body}`);
    t.equal(reply.statusCode, 422, body);
  }
  t.equal((await send('')).statusCode, 422);
  t.equal(({} as { x?: string }).x, undefined);
  t.equal(session.submissions.length, 0);
  t.equal((await send(`token=${period.token}&extra.__proto__=x&ssid=a`)).statusCode, 200);
  t.strictSame(Object.keys(session.submissions[0]?.submission.extra ?? { x: 1 }), []);
});

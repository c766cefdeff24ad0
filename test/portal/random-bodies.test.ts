import t from 'tap';
import fc from '../support/cases.ts';
import { portalInMemory } from '../support/portal.ts';
import { MemorySession, row } from '../support/session.ts';

const fields = ['network', 'ssid', 'ssidHex', 'psk', 'identity', 'password', 'addressing', 'address', 'gateway', 'dns'];
const names = [
  ...fields,
  'credentials',
  'appAddress',
  'machineId',
  'secret',
  'fragmentId',
  'extra',
  'extra.site',
  '__proto__',
];
const plausible = [
  'home',
  '10.0.0.1/24',
  '10.0.0.1',
  'manual',
  '61',
  '{"cloud":{"id":1}}',
  'https://x',
  '',
  'correct horse',
];
const name = fc.oneof(fc.constantFrom(...names), fc.string());
const value = fc.oneof(fc.constantFrom<unknown>(...plausible, null), fc.string({ unit: 'binary' }), fc.jsonValue());

const session = () =>
  new MemorySession({
    networks: [row('Home', { id: 'home' })],
    extraFields: [{ name: 'site', label: 'Site', required: false, pattern: '[a-z]+', maxLength: 5 }],
  });

t.test('whatever an app sends, it gets a reply of the API, and the device no fault', async (t) => {
  const { post, lines, session: device } = await portalInMemory({ session: session() }, { manyClients: true });
  const route = fc.constantFrom('submit', 'credentials', 'rescan', 'activity', 'exit');
  await fc.assert(
    fc.asyncProperty(route, fc.array(fc.tuple(name, value), { maxLength: 6 }), async (path, pairs) => {
      device.change({ attempt: undefined });
      const reply = await post(path, Object.fromEntries(pairs));
      const isProblem = /^application\/problem\+json/.test(String(reply.headers['content-type']));
      return (
        reply.statusCode < 300 || (reply.statusCode < 500 && isProblem && JSON.parse(reply.payload).code !== undefined)
      );
    }),
    { numRuns: 400 },
  );
  t.strictSame(lines, []);
});

t.test('whatever a browser sends, it gets a page that its content cannot break', async (t) => {
  const { ask, period, lines, session: device } = await portalInMemory({ session: session() }, { manyClients: true });
  const pair = fc.tuple(name, fc.oneof(fc.constantFrom(...plausible), fc.string({ unit: 'binary' })));
  const encoded = fc.array(pair, { maxLength: 6 }).map((pairs) => new URLSearchParams(pairs).toString());
  const payload = fc.oneof(
    encoded,
    fc.string({ unit: 'binary' }),
    encoded.map((body) => `${body}<script>alert(1)</script>`),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('/submit', '/rescan'), payload, async (url, body) => {
      device.change({ attempt: undefined });
      const reply = await ask({
        ...{ method: 'POST', url, payload: `token=${period.token}&${body}` },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      return (
        reply.statusCode < 500 && reply.payload.startsWith('<!doctype html>') && !reply.payload.includes('<script')
      );
    }),
    { numRuns: 400 },
  );
  t.strictSame(lines, []);
});

t.test('whatever is asked for is answered', async (t) => {
  const { app, lines } = await portalInMemory();
  const piece = fc.oneof(
    fc.constantFrom('/', 'api', 'v1', 'status', '..', '%00', '%2f', '?lang=', '&', '#', ':'),
    fc.webPath(),
  );
  const url = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('')}`);
  const method = fc.constantFrom('GET' as const, 'HEAD' as const, 'OPTIONS' as const, 'DELETE' as const);
  const host = fc.constantFrom('10.42.0.1', 'captive.apple.com', 'x.setup', '', '[::1]:80', 'a:b:c');
  await fc.assert(
    fc.asyncProperty(method, url, host, fc.string({ maxLength: 40 }), async (method, url, host, language) => {
      const clean = language.replaceAll(/[^\x20-\x7e]/g, '');
      const reply = await app.inject({ method, url, headers: { host, 'accept-language': clean } });
      return reply.statusCode < 500;
    }),
    { numRuns: 400 },
  );
  t.strictSame(
    lines.filter(({ level }) => level === 'error'),
    [],
  );
});

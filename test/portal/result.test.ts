import t from 'tap';
import { minutes } from '../../netplan/duration.ts';
import { Period } from '../../portal/period.ts';
import { Portal } from '../../portal/portal.ts';
import { resultApp } from '../../portal/result.ts';
import { portalOptions } from '../support/portal.ts';
import { once } from '../support/raw-http.ts';

const joined = { state: 'connected', internet: 'no', addresses: ['192.168.1.20/24'] } as const;

async function joinedDevice() {
  const made = portalOptions();
  const { session } = made;
  const network = { network: { ssid: '486f6d65' as never }, psk: undefined, enterprise: undefined };
  const given = { credentials: undefined, fragmentId: undefined, ownershipCode: undefined, extra: {} };
  await session.submit('10.42.0.2', { network: { ...network, addressing: { method: 'auto', dns: [] } }, ...given });
  session.attempt(joined);
  return made;
}

t.test('the result is readable at its path on the joined network, and nothing else is there', async (t) => {
  const { options } = await joinedDevice();
  const app = await resultApp(options);
  t.teardown(() => app.close());
  const get = (url: string, host = '192.168.1.20') => app.inject({ method: 'GET', url, headers: { host } });
  const result = await get(options.period.resultPath);
  t.equal(result.statusCode, 200);
  t.match(result.payload, '“Home”: connected as 192.168.1.20');
  t.match(result.payload, 'Internet: no');
  t.notMatch(result.payload, /<form|token|name=network/);
  t.notMatch(result.payload, options.period.token);
  t.equal(result.headers['cache-control'], 'no-store');
  const others = [
    '/',
    '/r/',
    '/r/wrong',
    `${options.period.resultPath}x`,
    '/api/v1/status',
    '/submit',
    '/generate_204',
  ];
  for (const url of others) t.equal((await get(url)).statusCode, 404, url);
  t.equal(
    (await get('/generate_204', 'connectivitycheck.gstatic.com')).statusCode,
    404,
    'nobody is redirected any more',
  );
  const post = await app.inject({ method: 'POST', url: options.period.resultPath, payload: 'x' });
  t.ok(post.statusCode >= 400);
});

t.test('each time the hotspot is up has a path and a token of its own', async (t) => {
  const period = new Period();
  const paths = new Set<string>();
  const tokens = new Set<string>();
  for (let count = 0; count < 100; count += 1) {
    period.renew();
    paths.add(period.resultPath);
    tokens.add(period.token);
    t.match(period.resultPath, /^\/r\/[a-z2-7]{16}$/);
  }
  t.equal(paths.size, 100);
  t.equal(tokens.size, 100);
  t.ok(period.accepts(period.token));
  t.ok(period.isResult(period.resultPath.slice(3)));
  t.notOk(period.isResult(''));
});

t.test('only the last forms are remembered, each for its own attempt', async (t) => {
  const period = new Period();
  for (let client = 0; client < 40; client += 1) period.remember(`10.42.0.${client}`, 'a', { ssid: `${client}` });
  t.equal(period.remembered('10.42.0.0', 'a'), undefined);
  t.strictSame(period.remembered('10.42.0.39', 'a'), { ssid: '39' });
  t.equal(period.remembered('10.42.0.39', 'b'), undefined);
});

t.test('it is served for 10 minutes, and ends earlier when it is told to', async (t) => {
  const { options, clock } = await joinedDevice();
  const portal = new Portal(options);
  // A port is chosen beforehand, because serving ends only with time: listen once to learn a free one.
  const [free] = await portal.open({ addresses: ['127.0.0.1'], ports: [0] });
  await portal.close();
  const ports = [free?.port ?? 0];
  const ask = () => once(ports[0] ?? 0, '127.0.0.1', 'GET /r/wrong HTTP/1.1\r\nHost: x\r\n\r\n');

  const served = portal.serveResult({ addresses: ['192.0.2.77', '127.0.0.1'], ports }, new AbortController().signal);
  t.equal(await statusOf(ask), 404, 'in spite of an address that is not there');
  await clock.settle();
  await clock.advance(minutes(10));
  await served;
  await t.rejects(ask(), { code: 'ECONNREFUSED' });

  const end = new AbortController();
  const again = portal.serveResult({ addresses: ['127.0.0.1'], ports }, end.signal);
  t.equal(await statusOf(ask), 404);
  end.abort();
  await again;
  await t.rejects(ask(), { code: 'ECONNREFUSED' });
  await t.rejects(portal.serveResult({ addresses: ['192.0.2.77'], ports }, end.signal), { code: 'address-missing' });
  await t.rejects(portal.serveResult({ addresses: [], ports }, end.signal), { code: 'address-refused' });
});

t.test('a portal that cannot listen leaves nothing behind', async (t) => {
  const { options, session } = portalOptions();
  const portal = new Portal(options);
  await t.rejects(portal.open({ addresses: ['192.0.2.77'], ports: [0] }), { code: 'address-missing' });
  t.equal(session.listeners, 0);
  await portal.open({ addresses: ['127.0.0.1'], ports: [0] });
  await portal.open({ addresses: ['127.0.0.1'], ports: [0] });
  t.equal(session.listeners, 1, 'the one before is closed');
  await portal.close();
  t.equal(session.listeners, 0);
});

/** Asks until somebody listens, at most 5 s. */
async function statusOf(ask: () => ReturnType<typeof once>): Promise<number> {
  for (let count = 0; count < 250; count += 1) {
    const reply = await ask().catch(() => undefined);
    if (reply !== undefined) return reply.status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return 0;
}

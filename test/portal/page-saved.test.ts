import t from 'tap';
import { joinReasons } from '../../netplan/reasons.ts';
import { portalLimits } from '../../portal/limits.ts';
import { languages } from '../../portal/page/languages/index.ts';
import { SavedReply } from '../../portal/schemas.ts';
import { type SavedNetwork, savedStates } from '../../portal/session.ts';
import { builtPage, ParsedPage, textOf } from '../support/page.ts';
import { portalInMemory } from '../support/portal.ts';
import { MemorySession } from '../support/session.ts';

const network = (name: string, more: Partial<SavedNetwork> = {}): SavedNetwork => ({
  ...{ name, kind: 'wifi', source: 'settings', priority: 0, state: 'out-of-sight' },
  ...{ triedAgo: undefined, result: undefined, routeMetric: 600 },
  ...more,
});

const asked = async (...saved: SavedNetwork[]) => {
  const session = new MemorySession();
  session.savedNetworks = saved;
  return portalInMemory({ session, page: builtPage });
};

t.test('an app reads what the device has, with the reason in its language, and never a password', async (t) => {
  const { get } = await asked(
    network('Hall', { state: 'failed', triedAgo: 61_500, result: 'wrong-password', priority: 7 }),
    network('Cable', { kind: 'wired', source: 'other', state: 'not-wifi', routeMetric: undefined }),
  );
  const reply = await get('/api/v1/networks/saved?lang=de');
  const body = JSON.parse(reply.payload);
  t.strictSame(SavedReply.parse(body), body);
  t.match(body.networks, [
    {
      ...{ name: 'Hall', state: 'failed', priority: 7, triedSecondsAgo: 61, result: 'wrong-password' },
      ...{ routeMetric: 600, text: 'Fehlgeschlagen; wartet vor dem nächsten Versuch' },
    },
    { name: 'Cable', kind: 'wired', source: 'other', triedSecondsAgo: null, result: null, routeMetric: null },
  ]);
  t.equal(reply.headers['cache-control'], 'no-store');
});

t.test('a person sees them in their order, with advice where one failed', async (t) => {
  const { get } = await asked(
    network(' Hall <1>', { state: 'in-use', triedAgo: 7_400_000, result: 'joined', priority: -3 }),
    network('Yard', { state: 'failed', triedAgo: 125_000, result: 'wrong-password' }),
  );
  const reply = await get('/networks?lang=en');
  t.match(reply.headers['content-security-policy'], /^default-src 'none'; style-src/, 'without a script');
  const page = new ParsedPage(reply.payload);
  const [hall = '', yard = ''] = page.all('li').map(textOf);
  t.match(hall, /␣Hall <1>.*In use.*2 hours ago.*It worked.*Wi-Fi · Priority -3 · Route metric 600/s);
  t.match(yard, /Yard.*Failed.*2 minutes ago.*The password was refused/s);
  t.match((await get('/networks?lang=de')).payload, /vor 2 Minuten/);
});

t.test('the page leads there and back, and says so when there is none', async (t) => {
  const { get } = await asked();
  t.match((await get('/?lang=fr')).payload, 'href="/networks?lang=fr"');
  const page = (await get('/networks?lang=fr')).payload;
  t.match(page, 'href="/?lang=fr"');
  t.match(page, 'Aucun réseau n’est encore enregistré.');
  t.notMatch(page, '<form');
});

t.test('every state and every result is said in every language', async (t) => {
  const all = savedStates.flatMap((state) =>
    ['joined' as const, ...joinReasons].map((result) => network('x', { state, result, triedAgo: 1 })),
  );
  const { get } = await asked(...all);
  for (const { code, saved } of languages) {
    const { payload } = await get(`/networks?lang=${code}`);
    t.notMatch(payload, /undefined|\{\w+\}/, code);
    for (const state of savedStates) t.match(payload, saved[state], `${code} ${state}`);
  }
});

t.test('without the built page they are listed all the same', async (t) => {
  const session = new MemorySession();
  session.savedNetworks = [network('Hall <1>', { state: 'kept-by-owner' })];
  const { get } = await portalInMemory({ session });
  t.match((await get('/networks')).payload, '<b>Hall &lt;1&gt;</b> (priority 0): kept by owner');
});

t.test('looking is free; it prolongs nobody’s stay like typing does', async (t) => {
  const session = new MemorySession();
  const { get } = await portalInMemory({ session });
  await get('/api/v1/networks/saved');
  t.strictSame(session.acts, [{ client: '10.42.0.77', kind: 'poll' }]);
});

t.test('one client does not keep the device busy with rendering it', async (t) => {
  const { get } = await asked(network('Hall'));
  for (let count = 0; count < portalLimits.readsPerMinute; count++) await get('/networks');
  t.equal((await get('/networks')).statusCode, 429);
  t.equal((await get('/')).statusCode, 200, 'the form is there all the same');
});

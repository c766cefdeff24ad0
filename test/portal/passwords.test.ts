// biome-ignore-all lint/suspicious/noTemplateCurlyInString: passwords are meant as they stand

import t from 'tap';
import fc from '../support/cases.ts';
import { portalInMemory } from '../support/portal.ts';
import { MemorySession, row } from '../support/session.ts';

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
const passwords = [
  ...['+Test-123', 'test!+#2q1', 'a"b"c"d"e"f', 'Admin$12345', '${HOME}xx', '%41%42%43%44', '&amp;&amp;', '        '],
  ...[
    `tick\`tick\` ${'x'.repeat(42)}!`,
    ' leading and trailing ',
    '\\\\\\\\x41\\n',
    '<>"\'&;=,.~^|',
    'a'.repeat(64),
    'A1'.repeat(32),
  ],
  ...[printable.slice(0, 63), printable.slice(32), printable.slice(16, 79)],
];

const pskOf = (session: MemorySession) => session.submissions.at(-1)?.submission.network?.psk?.reveal();
const fresh = (session: MemorySession) => session.change({ attempt: undefined });
const home = () => new MemorySession({ networks: [row('Home', { id: 'home' })] });

t.test('every printable character of a password arrives as it was typed, by form and by JSON', async (t) => {
  const { post, send, session } = await portalInMemory({ session: home() }, { manyClients: true });
  for (const psk of passwords) {
    t.equal((await post('submit', { network: 'home', psk })).statusCode, 202, psk);
    t.equal(pskOf(session), psk);
    fresh(session);
    t.equal((await send('/submit', { network: 'home', psk })).statusCode, 200, psk);
    t.equal(pskOf(session), psk);
    fresh(session);
  }
});

t.test('a form is decoded once: a plus sign is a blank, %2B a plus sign, %2541 stays %41', async (t) => {
  const { ask, session, period } = await portalInMemory({ session: home() });
  const send = (psk: string) =>
    ask({
      ...{ method: 'POST', url: '/submit', payload: `token=${period.token}&network=home&psk=${psk}` },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  for (const [encoded, psk] of [
    ['a+b+c+d+e', 'a b c d e'],
    ['%2BTest-123', '+Test-123'],
    ['%2541%2541%2541', '%41%41%41'],
  ]) {
    fresh(session);
    t.equal((await send(encoded as string)).statusCode, 200);
    t.equal(pskOf(session), psk);
  }
  fresh(session);
  for (const broken of ['%zzabcdefgh', '%', '%c3%28aaaaaa', '%C6aaaaaaaa'])
    t.equal((await send(broken)).statusCode, 400, broken);
});

t.test('any password that the rules allow arrives', async () => {
  const { send, session } = await portalInMemory({ session: home() }, { manyClients: true });
  const character = fc.constantFrom(...printable);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: character, minLength: 8, maxLength: 63 }), async (psk) => {
      fresh(session);
      await send('/submit', { network: 'home', psk });
      return pskOf(session) === psk;
    }),
    { numRuns: 100 },
  );
});

t.test('what is no password is refused with the field and the reason', async (t) => {
  const { post, session } = await portalInMemory({ session: home() });
  const refused = async (psk: unknown) => JSON.parse((await post('submit', { network: 'home', psk })).payload).fields;
  t.match(await refused('1234567'), [{ field: 'psk', problem: 'too-short', limit: 8 }]);
  t.match(await refused('a'.repeat(65)), [{ field: 'psk', problem: 'too-long', limit: 63 }]);
  t.match(await refused(`${'a'.repeat(63)}g`), [{ field: 'psk', problem: 'not-hexadecimal' }]);
  t.match(await refused('pässwörter'), [{ field: 'psk', problem: 'not-printable-ascii' }]);
  t.match(await refused('tab\ttab\ttab'), [{ field: 'psk', problem: 'not-printable-ascii' }]);
  t.match(await refused(12345678), [{ field: 'psk', problem: 'not-text' }]);
  for (const empty of ['', null, undefined]) t.match(await refused(empty), [{ field: 'psk', problem: 'required' }]);
  t.equal(session.submissions.length, 0, 'nothing of it reached the device');
});

t.test('an open network needs no password, and gets none', async (t) => {
  const networks = [row('Open', { id: 'open', security: 'open' }), row('Owe', { id: 'owe', security: 'owe' })];
  const { post, session } = await portalInMemory({ session: new MemorySession({ networks }) });
  for (const network of ['open', 'owe']) {
    for (const psk of ['', null, undefined, 'left over from before']) {
      fresh(session);
      t.equal((await post('submit', { network, psk })).statusCode, 202);
      t.equal(session.submissions.at(-1)?.submission.network?.psk, undefined);
    }
  }
});

t.test('a typed network may be open; a known one may keep its password', async (t) => {
  const networks = [row('Known', { id: 'known', known: true })];
  const { post, session } = await portalInMemory({ session: new MemorySession({ networks }) });
  t.equal((await post('submit', { ssid: 'ARC Guest' })).statusCode, 202);
  fresh(session);
  t.equal((await post('submit', { network: 'known' })).statusCode, 202);
});

t.test('an 802.1X network is asked for a name and its password, and neither is trimmed', async (t) => {
  const networks = [row('eduroam', { id: 'edu', security: 'enterprise' })];
  const { post, session } = await portalInMemory({ session: new MemorySession({ networks }) });
  const refused = JSON.parse((await post('submit', { network: 'edu', psk: 'some password' })).payload);
  t.match(refused.fields, [{ field: 'identity' }, { field: 'password' }]);
  const login = { network: 'edu', identity: 'me@example.org', password: ' ü ' };
  t.equal((await post('submit', { ...login, enterpriseMethod: 'ttls' })).statusCode, 202);
  const given = session.submissions[0]?.submission.network?.enterprise;
  t.match(given, { method: 'ttls', identity: 'me@example.org' });
  t.equal(given?.password.reveal(), ' ü ');
  fresh(session);
  t.equal((await post('submit', { ssid: 'hidden', identity: 'me', password: 'x' })).statusCode, 202);
  t.equal(session.submissions[1]?.submission.network?.enterprise?.method, 'peap');
});

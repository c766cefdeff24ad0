import t from 'tap';
import { loadPage } from '../../portal/assets.ts';
import { portalInMemory, portalOnSockets } from '../support/portal.ts';
import { once } from '../support/raw-http.ts';

const folder = new URL('../../dist/page', import.meta.url).pathname;
const { page, problem } = await loadPage(folder);

t.test('the page that the build made is trusted', async (t) => {
  t.equal(problem, undefined);
  t.ok(page.languages.length > 1);
});

t.test('in every language, the reply to a submission by form fits in one kilobyte, headers included', async (t) => {
  for (const language of page.languages) {
    const { port, address, host, session, portal } = await portalOnSockets(t, { page });
    session.change({ hotspotSsid: '6d616368696e652d73657475702d726f7665722d372d6c6f6e672d6e616d65' as never });
    const token = await tokenOf(port, address, host);
    const body = new URLSearchParams({
      token,
      ssid: 'A name of 32 bytes, and not less',
      psk: 'correct horse',
    }).toString();
    const reply = await once(
      port,
      address,
      `POST /submit?lang=${language} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nAccept-Encoding: gzip, deflate\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    t.equal(reply.status, 200, language);
    t.ok(reply.bytes.length <= 1024, `${language}: ${reply.bytes.length} bytes on the wire`);
    await portal.close();
  }
});

t.test('the page with its script is allowed by its own policy, and is small on the wire', async (t) => {
  const { get } = await portalInMemory({ page });
  const reply = await get('/', { 'accept-encoding': 'gzip' });
  t.match(reply.headers['content-security-policy'], /script-src 'sha256-/);
  t.ok(reply.rawPayload.length <= 14_000);
});

t.test('errors and reasons come in the language of the request', async (t) => {
  const { get, post, session } = await portalInMemory({ page });
  const english = JSON.parse((await post('submit', { ssid: 'x', psk: 'short' }, { 'accept-language': 'en' })).payload);
  const german = JSON.parse(
    (await post('submit', { ssid: 'x', psk: 'short' }, { 'accept-language': 'de-AT' })).payload,
  );
  t.equal(english.code, german.code);
  t.not(english.title, german.title);
  t.not(english.fields[0].text, german.fields[0].text);
  await post('submit', { ssid: 'Home', psk: 'correct horse' });
  session.fail('wrong-password');
  const texts = ['en', 'de', 'fr'].map(
    async (lang) => JSON.parse((await get(`/api/v1/attempt?lang=${lang}`)).payload).attempt.text,
  );
  t.equal(new Set(await Promise.all(texts)).size, 3);
});

async function tokenOf(port: number, address: string, host: string): Promise<string> {
  return JSON.parse((await once(port, address, `GET /api/v1/status HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).body).token;
}

import { createServer, type RequestListener } from 'node:http';
import t, { type Test } from 'tap';
import { clockDoubt, dateOfPages } from '../../../daemon/cloud/time-of-day.ts';

const signal = AbortSignal.timeout(60_000);
const at = Date.parse;
const parts = (now: string, outside?: string, synchronised = false) => ({
  now: () => at(now),
  builtAt: at('2026-03-01'),
  synchronised: () => synchronised,
  dateFromOutside: async () => (outside === undefined ? undefined : at(outside)),
});

t.test('no clock is right that shows a day before the program was built', async (t) => {
  t.match(await clockDoubt(parts('1970-01-01T00:02:00Z'), signal), /it shows 1970-01-01, .* built on 2026-03-01/);
  t.match(await clockDoubt(parts('2026-02-27', undefined, true), signal), /built on/, 'whatever keeps it');
});

t.test('a clock that is kept right is believed; another one where web pages agree, or say nothing', async (t) => {
  t.equal(await clockDoubt(parts('2026-05-01', '2027-01-01', true), signal), undefined);
  t.equal(await clockDoubt(parts('2026-05-01', '2026-05-01T10:00:00Z'), signal), undefined);
  t.equal(await clockDoubt(parts('2026-05-01'), signal), undefined);
  t.equal(await clockDoubt(parts('2026-05-01', '2001-01-01'), signal), undefined, 'a page may be wrong as well');
  t.match(
    await clockDoubt(parts('2026-05-01', '2027-01-01'), signal),
    /shows 2026-05-01, but web pages say 2027-01-01/,
  );
});

async function page(t: Test, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.closeAllConnections());
  t.teardown(() => server.close());
  const { port } = server.address() as { port: number };
  return `http://127.0.0.1:${port}/`;
}

t.test('the date is taken from the first page that has one', async (t) => {
  const none = await page(t, (_, response) => {
    response.sendDate = false;
    response.end();
  });
  const dated = await page(t, (_, response) => {
    response.setHeader('Date', 'Sat, 02 May 2026 10:00:00 GMT');
    response.end('x'.repeat(100_000));
  });
  const urls = [{ url: 'http://127.0.0.1:1/' }, { url: none }, { url: dated }];
  t.equal(await dateOfPages(() => urls)(signal), at('2026-05-02T10:00:00Z'));
  t.equal(await dateOfPages(() => urls.slice(0, 2))(signal), undefined);
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { PageModel } from '../../portal/page-model.ts';
import type { AttemptPart } from '../../portal/schemas.ts';
import { builtPage } from './page.ts';
import { pageModel } from './page-model.ts';

const network = { name: 'Kontor Nord', ssidHex: Buffer.from('Kontor Nord').toString('hex') };
const attempt = (state: AttemptPart['state'], changes: Partial<AttemptPart> = {}): AttemptPart => ({
  ...{ id: 'a1', network, state, reason: null, text: null, internet: null, addresses: [], ...changes },
});
const conditions: PageModel['status']['conditions'] = [
  { code: 'radio-blocked', severity: 'error', text: 'The radio is blocked.' },
  { code: 'built-in-password', severity: 'warning', text: 'The built-in password is in use.' },
  { code: 'country', severity: 'info', text: 'No country is set.' },
];

/** One of each: everything that a person may come to see. */
export const screens: Readonly<Record<string, PageModel>> = {
  form: pageModel({ conditions }),
  first: pageModel({
    ...{ configured: false, replacement: 'free', branding: { color: '#ffe14d', logo: null } },
    extraFields: [{ name: 'site', label: 'Site', required: true, pattern: null, maxLength: 40 }],
  }),
  failed: pageModel({ attempt: attempt('failed', { reason: 'wrong-password' }) }),
  refused: pageModel(
    {},
    { values: { address: '1' }, errors: [{ field: 'address', problem: 'not-an-address' }], problem: 'fields-invalid' },
  ),
  running: pageModel({ attempt: attempt('connecting') }),
  connected: pageModel({ attempt: attempt('connected', { internet: 'yes', addresses: ['192.168.1.23'] }) }),
  accepted: pageModel({ attempt: attempt('waiting') }, {}, 'accepted'),
  rescanning: pageModel({}, {}, 'rescanning'),
  saved: {
    ...pageModel({}, {}, 'saved'),
    saved: {
      networks: (
        [
          ['Kontor Nord', 'in-use', 'In use', 'joined', 50],
          ['Halle 3', 'not-better', 'In reach, but not better than the one in use', null, 10],
          ['Werkstatt-IoT', 'failed', 'Failed; waits before the next try', 'wrong-password', 5],
          ['Kabel', 'not-wifi', 'Connects when its cable is plugged in', null, 0],
        ] as const
      ).map(([name, state, text, result, priority], index) => ({
        ...{ name, kind: state === 'not-wifi' ? 'wired' : 'wifi', source: 'settings', priority, state, text, result },
        ...{ triedSecondsAgo: result === null ? null : 400 * (index + 1), routeMetric: 600 },
      })),
    },
  },
  missing: pageModel({}, {}, 'missing'),
  result: pageModel({ attempt: attempt('connected', { internet: 'yes' }) }, {}, 'result'),
};

/** Serves each screen at its name, without the rest of the portal; `end` stops it. */
export async function serveScreens() {
  const server = createServer(({ url = '/' }, reply) => {
    const { pathname, searchParams } = new URL(url, 'http://portal');
    const model = screens[pathname.slice(1)];
    reply.setHeader('content-type', model === undefined ? 'application/json' : 'text/html; charset=utf-8');
    // Requests of the page's script get no answer that it understands, as when the hotspot is gone.
    reply.end(model === undefined ? '' : builtPage.default(model, searchParams.get('lang') ?? 'en').html);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    open: (page: Page, screen: string, language = 'en') =>
      page.goto(`http://127.0.0.1:${port}/${screen}?lang=${language}`),
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

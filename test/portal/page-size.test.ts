import { gzipSync } from 'node:zlib';
import t from 'tap';
import { type ConditionWords, conditions } from '../../daemon/conditions.ts';
import type { PageModel } from '../../portal/page-model.ts';
import type { AttemptPart } from '../../portal/schemas.ts';
import { attribute, builtPage, rendered } from '../support/page.ts';
import { pageModel } from '../support/page-model.ts';

const network = { name: 'Kontor Nord', ssidHex: Buffer.from('Kontor Nord').toString('hex') };
const attempt = (state: AttemptPart['state'], changes: Partial<AttemptPart> = {}): AttemptPart => ({
  ...{ id: 'a1', network, state, reason: null, text: null, internet: null, addresses: [], ...changes },
});

/** As the server compresses it (portal/assets.ts). */
const onTheWire = (html: string): number => gzipSync(html, { level: 9 }).length;

const pages = {
  'a configured machine': pageModel(),
  'a first start, with questions and warnings': pageModel({
    ...{ configured: false, replacement: 'free', fragmentId: 'b5c6d7e8-1111-4222-8333-123456789abc' },
    extraFields: [
      { name: 'site', label: 'Site', required: true, pattern: null, maxLength: 40 },
      { name: 'note', label: 'Note', required: false, pattern: '[a-z]+', maxLength: 40 },
    ],
    branding: { color: '#ffcc00', logo: '/logo' },
    conditions: [
      { code: 'built-in-hotspot-password', severity: 'warning', text: '' },
      { code: 'not-configured', severity: 'info', text: '' },
    ],
  }),
  'a failure, with the longest reason': pageModel({ attempt: attempt('failed', { reason: 'sign-in-upstream' }) }),
  'a success, with its QR code': pageModel({
    attempt: attempt('connected', { internet: 'yes', addresses: ['192.168.100.123'] }),
    result: { path: '/r/abcdefgh234567yz', urls: ['http://192.168.100.123/r/abcdefgh234567yz'] },
  }),
};

/** With the conditions in the words of that language, as the status brings them. */
const said = (model: PageModel, language: string): PageModel => ({
  ...model,
  status: {
    ...model.status,
    conditions: model.status.conditions.map((condition) => {
      const { text }: ConditionWords = conditions[condition.code as keyof typeof conditions];
      const sentence = builtPage.sentences(language).condition({ code: condition.code, text, detail: undefined });
      return { ...condition, text: sentence };
    }),
  },
});

for (const language of builtPage.languages) {
  t.test(`the page has at most 14,000 bytes on the wire, with 20 networks (${language})`, async (t) => {
    for (const [name, model] of Object.entries(pages)) {
      const size = onTheWire(builtPage.default(said(model, language), language).html);
      t.ok(size <= 14_000, `${name}: ${size}`);
    }
  });

  t.test(`short replies fit in one packet (${language})`, async (t) => {
    for (const screen of ['accepted', 'rescanning', 'missing'] as const) {
      const { html } = builtPage.default(pageModel({ attempt: attempt('waiting') }, {}, screen), language);
      t.ok(Buffer.byteLength(html) <= 1400, `${screen}: ${Buffer.byteLength(html)}`);
      t.ok(onTheWire(html) <= 600, `${screen}: ${onTheWire(html)} compressed`);
    }
  });
}

t.test('nothing is loaded but the maker’s picture, and nothing leads outside', async (t) => {
  for (const model of Object.values(pages)) {
    const page = rendered(model);
    for (const element of page.elements) {
      for (const name of ['src', 'href', 'action', 'formaction', 'srcset', 'data', 'poster']) {
        const value = attribute(element, name);
        if (value !== undefined) t.match(value, /^(\/(?!\/)|\?lang=|data:,$)/, `${element.tagName} ${name}="${value}"`);
      }
    }
    t.notMatch(page.html, /@import|url\(|http-equiv/i);
  }
});

t.test('the script needs no storage, cookie, dialog, or anything that only a secure page has', async (t) => {
  t.equal(builtPage.scripts.length, 1);
  for (const script of builtPage.scripts) {
    t.notMatch(
      script,
      /localStorage|sessionStorage|indexedDB|\.cookie|\balert\(|\bconfirm\(|\bprompt\(|serviceWorker|clipboard|crypto|caches|eval\(|new Function/,
    );
  }
  t.match(rendered(pageModel()).html, builtPage.scripts[0] ?? 'no script', 'what is hashed is what runs');
});

t.test('only the language shown is in the page', async (t) => {
  const { html } = builtPage.default(pageModel(), 'de');
  t.match(html, 'Netzwerk auswählen');
  t.notMatch(html, 'Choose a network');
  t.notMatch(html, 'Choisissez un réseau');
});

import t from 'tap';
import { type ConditionWords, conditions } from '../../daemon/conditions.ts';
import { conditionSentences } from '../../portal/page/languages/conditions/index.ts';
import { languages } from '../../portal/page/languages/index.ts';
import type { StatusReply } from '../../portal/schemas.ts';
import type { Condition } from '../../portal/session.ts';
import { attribute, builtPage, type Element, ParsedPage, textOf } from '../support/page.ts';
import { portalInMemory } from '../support/portal.ts';
import { MemorySession } from '../support/session.ts';

const english = Object.entries<ConditionWords>(conditions);
const german = conditionSentences['de'] ?? {};

/** As the daemon shows it: English, with the detail behind it. */
const shown = (code: keyof typeof conditions, detail?: string): Condition => {
  const { severity, text }: ConditionWords = conditions[code];
  return { code, severity, text: detail === undefined ? text : `${text} (${detail})`, detail };
};

const held: readonly Condition[] = [
  shown('http-port-in-use', 'held by nginx'),
  shown('not-configured'),
  { code: 'of-a-newer-agent', severity: 'warning', text: 'Something new is wrong. (a detail)', detail: 'a detail' },
];

const portal = () => portalInMemory({ page: builtPage, session: new MemorySession({ conditions: held }) });

/** The sentence of each condition on a page. */
const spansOf = (page: ParsedPage): Element[] =>
  page
    .all('li')
    .flatMap((item) =>
      ['info', 'warning', 'error'].includes(attribute(item, 'class') ?? '')
        ? item.childNodes.filter((node): node is Element => 'tagName' in node && node.tagName === 'span')
        : [],
    );

t.test('each language but English, whose sentences are the daemon’s, has the conditions', async (t) => {
  const codes = languages.map(({ code }) => code).filter((code) => code !== 'en');
  t.same(Object.keys(conditionSentences).sort(), codes.sort());
});

for (const [language, sentences] of Object.entries(conditionSentences)) {
  t.test(`every condition of the daemon has its sentence, and no other (${language})`, async (t) => {
    t.same(Object.keys(sentences).sort(), english.map(([code]) => code).sort());
  });

  t.test(`no condition is left in English, unfinished, or much longer than there (${language})`, async (t) => {
    for (const [code, { text }] of english) {
      const sentence = sentences[code] ?? '';
      t.not(sentence, text, code);
      t.match(sentence, /^\S[^{}]{10,170}[.。]$/, code);
    }
    t.equal(new Set(Object.values(sentences)).size, english.length, 'each is another one');
  });

  t.test(`names of settings, programs and packages stay as they are (${language})`, async (t) => {
    const names = /\b(hotspot_\w+|wifi_country|machine-agent --check|machine-server|wireless-regdb|[\d.]{9}|rfkill)/g;
    const packages = /(?<=package )[\w-]+/g;
    for (const [code, { text }] of english) {
      for (const [name] of [...text.matchAll(names), ...text.matchAll(packages)]) {
        t.ok(sentences[code]?.includes(name), `${code}: ${name}`);
      }
    }
  });
}

t.test('a German phone reads the conditions in German, with the detail behind them', async (t) => {
  const { get } = await portal();
  const { body } = await get('/', { 'accept-language': 'de-DE' });
  const spans = spansOf(new ParsedPage(body));
  t.strictSame(spans.map(textOf), [
    `${german['http-port-in-use']} (held by nginx)`,
    german['not-configured'],
    'Something new is wrong. (a detail)',
  ]);
  t.strictSame(
    spans.map((span) => attribute(span, 'lang')),
    [undefined, undefined, 'en'],
    'only what is in another language than the page says so',
  );
});

t.test('replies carry the same sentences, in the language that was asked for', async (t) => {
  const { get } = await portal();
  const textsOf = async (url: string, headers = {}) => {
    const reply = (await get(url, headers)).json<Pick<StatusReply, 'conditions'>>();
    return reply.conditions.map(({ text }) => text);
  };
  const wanted = [
    `${german['http-port-in-use']} (held by nginx)`,
    german['not-configured'],
    'Something new is wrong. (a detail)',
  ];
  t.strictSame(await textsOf('/api/v1/status', { 'accept-language': 'de' }), wanted);
  t.strictSame(await textsOf('/api/v1/health?lang=de'), wanted);
  const own = held.map(({ text }) => text);
  t.strictSame(await textsOf('/api/v1/status'), own);
  t.strictSame(await textsOf('/api/v1/status', { 'accept-language': 'sv' }), own, 'a language that nobody has written');
});

t.test('an English page says of none of its conditions that it is in another language', async (t) => {
  const { get } = await portal();
  const spans = spansOf(new ParsedPage((await get('/?lang=en')).body));
  t.strictSame(
    spans.map(textOf),
    held.map(({ text }) => text),
  );
  for (const span of spans) t.equal(attribute(span, 'lang'), undefined);
});

t.test('where one of them reads from right to left, the detail cannot reorder the sentence', async (t) => {
  for (const [language, detail] of [
    ['ar', 'held by nginx'],
    ['de', 'held by عربي'],
  ] as const) {
    const said = builtPage.sentences(language).condition(shown('http-port-in-use', detail));
    t.ok(said.endsWith(`(\u2068${detail}\u2069)`), said);
  }
});

t.test('what is no language and no code of ours is English, whatever its name', async (t) => {
  for (const code of ['constructor', '__proto__', 'toString']) {
    t.equal(builtPage.sentences('de').condition({ code, text: 'As it is.', detail: undefined }), 'As it is.');
  }
  t.equal(builtPage.sentences('xx').condition(shown('radio-blocked')), conditions['radio-blocked'].text);
});

t.test('the page’s script carries none of these sentences', async (t) => {
  for (const sentences of Object.values(conditionSentences)) {
    for (const sentence of Object.values(sentences)) {
      for (const script of builtPage.scripts) t.notOk(script.includes(sentence.slice(0, 30)), sentence);
    }
  }
});

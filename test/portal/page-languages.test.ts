import { globSync, readFileSync } from 'node:fs';
import t from 'tap';
import { joinReasons } from '../../netplan/reasons.ts';
import { fieldProblems, problemCodes } from '../../portal/errors.ts';
import { en } from '../../portal/page/languages/en.ts';
import { languages } from '../../portal/page/languages/index.ts';
import type { Language } from '../../portal/page/texts.ts';
import { savedStates } from '../../portal/session.ts';
import { attribute, builtPage, rendered } from '../support/page.ts';
import { pageModel } from '../support/page-model.ts';

const groups = ['page', 'saved', 'reasons', 'problems', 'fields'] as const;

/** Every text with its path, `page.title`. */
function textsOf(language: Language): Map<string, string> {
  return new Map(
    groups.flatMap((group) =>
      Object.entries(language[group]).map(([name, text]) => [`${group}.${name}`, text] as const),
    ),
  );
}

const gapsOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
const english = textsOf(en);

t.test('there are at least twelve languages, each file among them, English first', async (t) => {
  const files = globSync('portal/page/languages/*.ts').map((file) => file.split('/').at(-1)?.replace('.ts', ''));
  t.same(languages.map(({ code }) => code).sort(), files.filter((file) => file !== 'index').sort());
  t.ok(languages.length >= 12);
  t.same(
    builtPage.languages,
    languages.map(({ code }) => code),
    'as built',
  );
  t.equal(builtPage.languages[0], 'en');
});

t.test('every reason, refusal and field problem has its sentence', async (t) => {
  t.same(Object.keys(en.reasons).sort(), [...joinReasons].sort());
  for (const state of savedStates) t.ok(en.saved[state], state);
  t.same(Object.keys(en.problems).sort(), [...problemCodes].sort());
  t.same(Object.keys(en.fields).sort(), [...fieldProblems].sort());
});

t.test('every text of the page is used, and no other', async (t) => {
  const sources = globSync('portal/page/**/*.{ts,tsx}')
    .filter((file) => !file.includes('/languages/'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  // Texts are reached as `texts.name`, or by a name in quotes where one of several is chosen.
  const dynamic = new Set(['info', 'warning', 'error', 'appAddress', 'machineId', 'secret', 'apiKeyId', 'apiKey']);
  for (const name of Object.keys(en.page)) {
    const isUsed = new RegExp(`(texts|page)\\.${name}\\b|'${name}'`).test(sources);
    t.ok(isUsed || dynamic.has(name), name);
  }
});

for (const language of languages.slice(1)) {
  const texts = textsOf(language);

  t.test(`nothing is missing, empty or left in English (${language.code})`, async (t) => {
    t.same([...texts.keys()].sort(), [...english.keys()].sort());
    const sameAsEnglish = [...texts].filter(([path, text]) => text === english.get(path)).map(([path]) => path);
    t.ok(sameAsEnglish.length <= 5, sameAsEnglish.join(' '));
    for (const [path, text] of texts) t.ok(text.trim().length > 0 && text === text.trim(), path);
  });

  t.test(`every gap of a text is there, and no other (${language.code})`, async (t) => {
    for (const [path, text] of texts) t.same(gapsOf(text), gapsOf(english.get(path) ?? ''), path);
  });

  t.test(`sentences end as sentences do (${language.code})`, async (t) => {
    for (const group of ['reasons', 'problems', 'fields'] as const) {
      for (const [name, text] of Object.entries(language[group])) t.match(text, /[.?。؟]$/, `${group}.${name}`);
    }
  });
}

t.test('the page says in which language it is, and in which direction that is read', async (t) => {
  for (const { code } of languages) {
    const html = rendered(pageModel(), code).one('html');
    t.equal(attribute(html, 'lang'), code);
    t.equal(attribute(html, 'dir'), code === 'ar' ? 'rtl' : 'ltr');
  }
});

t.test('each language is offered by its own name, and the present one is marked', async (t) => {
  const page = rendered(pageModel(), 'ko');
  for (const { code, language } of languages) {
    const link = page.one('a', { href: `?lang=${code}` });
    t.equal(attribute(link, 'lang'), code);
    t.match(page.html, language);
    t.equal(attribute(link, 'aria-current'), code === 'ko' ? 'true' : undefined);
  }
});

t.test('replies get whole sentences, with names and limits in them', async (t) => {
  for (const { code } of languages) {
    const { reason, problem, field } = builtPage.sentences(code);
    for (const one of joinReasons) t.notMatch(reason(one, 'Home'), /[{}]/);
    for (const one of problemCodes) t.notMatch(problem(one), /[{}]/);
    for (const one of fieldProblems) if (one !== 'not-json') t.notMatch(field(one, 8), /[{}]/, one);
    t.match(field('too-short', 8), '8');
  }
  t.equal(builtPage.sentences('xx').problem('not-found'), en.problems['not-found'], 'an unknown language is English');
});

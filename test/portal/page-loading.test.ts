import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { checkedPage, loadPage, preparer } from '../../portal/assets.ts';
import type { PageModule } from '../../portal/page-model.ts';
import { plainPage } from '../../portal/plain-page.ts';
import { sampleModel } from '../../portal/sample.ts';
import { portalInMemory } from '../support/portal.ts';

const page = (render: PageModule['default'], more: Partial<PageModule> = {}): PageModule => ({
  ...plainPage,
  default: render,
  ...more,
});

t.test('a page that was not built is replaced by a plain one with a working form, and said', async (t) => {
  const { page: loaded, problem } = await loadPage('/nowhere/at/all');
  t.equal(loaded, plainPage);
  t.match(problem?.message, '/nowhere/at/all');
  const { get, send, session } = await portalInMemory({ page: loaded });
  t.match((await get('/')).payload, '<form method=post');
  t.equal((await send('/submit', { ssid: 'Home', psk: 'correct horse' })).statusCode, 200);
  t.equal(session.submissions.length, 1);
});

t.test('a built page is loaded, whatever the working directory is', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'page-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const source = `export default (model) => ({ html: '<!doctype html><form method="post">' + model.status.token });
    export const languages = ['en', 'de']; export const scripts = ['1'];
    export const sentences = () => ({ problem: String, reason: String, field: String });`;
  await writeFile(join(folder, 'render.js'), source);
  const before = process.cwd();
  process.chdir('/');
  t.teardown(() => process.chdir(before));
  const { page: loaded, problem } = await loadPage(folder);
  t.equal(problem, undefined);
  t.strictSame([...loaded.languages], ['en', 'de']);
});

t.test('a page that is blank, throws, or has no form in one language is not trusted', async (t) => {
  const works = plainPage.default;
  const broken: Readonly<Record<string, PageModule>> = {
    blank: page(() => ({ html: '' })),
    throwing: page(() => {
      throw new Error('x is undefined');
    }),
    'without a form in German': page(
      (model, language) => (language === 'de' ? { html: '<!doctype html>' } : works(model, 'en')),
      {
        languages: ['en', 'de'],
      },
    ),
    'with a broken short screen': page((model) => (model.screen === 'accepted' ? { html: '' } : works(model, 'en'))),
    'without languages': page(works, { languages: [] }),
  };
  for (const [name, module] of Object.entries(broken)) {
    const { page: loaded, problem } = checkedPage(module);
    t.equal(loaded, plainPage, name);
    t.ok(problem, name);
  }
  t.strictSame(checkedPage(plainPage), { page: plainPage, problem: undefined });
});

t.test('a status that the built page cannot render gets the plain page, and the fault is logged', async (t) => {
  const fragile = page((model) => {
    if (model.status.networks.rows.length > 0) throw new Error('no rows, please');
    return plainPage.default(model, 'en');
  });
  const { get, lines } = await portalInMemory({ page: fragile });
  const reply = await get('/');
  t.equal(reply.statusCode, 200);
  t.match(reply.payload, '<form');
  t.equal(lines.filter(({ level }) => level === 'error').length, 1);
});

t.test('only the scripts that the page says it has may run', async (t) => {
  const prepared = preparer(page(plainPage.default, { scripts: ['alert(1)'] }), () => {})(sampleModel, 'en');
  t.match(prepared.policy, "script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
  t.notMatch(prepared.policy, "'unsafe-inline' 'sha256");
  t.notMatch(preparer(plainPage, () => {})(sampleModel, 'en').policy, 'script-src', 'none: not even that word');
});

t.test('the short screens of the plain page fit in one packet', async (t) => {
  const prepare = preparer(plainPage, () => {});
  for (const screen of ['accepted', 'rescanning', 'missing'] as const) {
    const { body, gzip } = prepare({ ...sampleModel, screen }, 'en');
    t.ok(body.length <= 1400 && gzip.length <= 600, `${screen}: ${body.length}, ${gzip.length}`);
  }
});

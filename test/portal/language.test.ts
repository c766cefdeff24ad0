import t from 'tap';
import { negotiate } from '../../portal/language.ts';

const available = ['en', 'de', 'pt', 'zh', 'ar'];

t.test('the language that a phone prefers is found, also by its beginning', async (t) => {
  t.equal(negotiate(available, undefined, 'de'), 'de');
  t.equal(negotiate(available, undefined, 'DE-at'), 'de');
  t.equal(negotiate(available, undefined, 'pt-BR,pt;q=0.9,en;q=0.8'), 'pt');
  t.equal(negotiate(available, undefined, 'zh-Hans-CN, en;q=0.5'), 'zh');
  t.equal(negotiate(available, undefined, 'fr;q=0.9, ar;q=0.4, de;q=0.7'), 'de');
  t.equal(negotiate(available, undefined, 'fr, en;q=0, de;q=0.1'), 'de');
  t.equal(negotiate(['en', 'zh-Hant', 'zh'], undefined, 'zh-Hant-TW'), 'zh-Hant');
});

t.test('what a person chose on the page goes before', async (t) => {
  t.equal(negotiate(available, 'ar', 'de'), 'ar');
  t.equal(negotiate(available, 'xx', 'de'), 'de');
});

t.test('anything else gets the first language', async (t) => {
  for (const header of [undefined, '', '*', 'fr', ',,;q=', 'de;q=x', `${'x'.repeat(600)},de`, '*;q=0.5, fr']) {
    t.equal(negotiate(available, undefined, header), 'en', header ?? 'none');
  }
  t.equal(negotiate([], undefined, 'de'), 'en');
});

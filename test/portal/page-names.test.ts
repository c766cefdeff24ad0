import t from 'tap';
import { shownName } from '../../portal/page/names.ts';
import type { PageModel } from '../../portal/page-model.ts';
import fc from '../support/cases.ts';
import { attribute, builtPage, type ParsedPage, rendered, textOf } from '../support/page.ts';
import { networkRow, pageModel } from '../support/page-model.ts';
import { tortureNames } from '../support/torture-names.ts';

const listOf = (names: readonly string[]): PageModel =>
  pageModel({
    networks: { rows: names.map((name, id) => networkRow(name, { id: `n${id}` })), age: 1, rescan: 'free' },
  });

/** What markup in a name would change: the elements, the names of their attributes, and the script that runs. */
function skeleton(page: ParsedPage): string {
  const elements = page.elements.map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name)].join(' '));
  const scripts = page.all('script').filter((script) => attribute(script, 'type') === undefined);
  return [...elements, ...scripts.map(textOf)].join('\n');
}

t.test('every name that broke another portal is one row here, with its own text', async (t) => {
  const page = rendered(listOf(tortureNames));
  const shown = page.all('bdi').map(textOf);
  t.same(
    tortureNames.filter((name) => !shown.includes(shownName(name))),
    [],
  );
  t.equal(skeleton(page), skeleton(rendered(listOf(tortureNames.map(() => 'Home')))));
});

t.test('no name, wherever it stands, adds an element, an attribute or a script', async () => {
  const plain = skeleton(rendered(everywhere('Home')));
  const names = fc.oneof(fc.constantFrom(...tortureNames), fc.string({ unit: 'binary', minLength: 1, maxLength: 32 }));
  fc.assert(
    fc.property(names, (name) => {
      const page = rendered(everywhere(name));
      const data: unknown = JSON.parse(textOf(page.one('script', { id: 'data' })));
      return skeleton(page) === plain && typeof data === 'object';
    }),
    { numRuns: 60 },
  );
});

/** A failed attempt at `name`, in the list as well, from a machine and a hotspot of that name. */
function everywhere(name: string): PageModel {
  const model = listOf([name]);
  const network = { name, ssidHex: 'ff' };
  const failed = {
    id: 'a',
    network,
    state: 'failed',
    reason: 'failed',
    text: null,
    internet: null,
    addresses: [],
  } as const;
  const device = { hostName: name, manufacturer: name, model: name, agentVersion: name, hotspotName: name };
  const conditions = [{ code: name, severity: 'info', text: name } as const];
  return { ...model, status: { ...model.status, attempt: { ...failed, addresses: [] }, device, conditions } };
}

t.test('blanks at the ends and control characters are drawn, all else is left alone', async (t) => {
  t.equal(shownName('  a b '), '␣␣a b␣');
  t.equal(shownName('   '), '␣␣␣');
  t.equal(shownName('a\u0000b\n'), 'a␀b␊');
  t.equal(shownName('Café 🇩🇰'), 'Café 🇩🇰');
});

t.test('a name in another direction cannot reorder the sentence around it', async (t) => {
  const { reason } = builtPage.sentences('ar');
  t.type(reason('wrong-password', 'x'), 'string');
  const page = rendered(pageModel({ device: { ...pageModel().status.device, hostName: 'بيت' } }));
  t.match(textOf(page.one('h1')), '\u2068بيت\u2069');
});

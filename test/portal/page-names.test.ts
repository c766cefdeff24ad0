import fc from 'fast-check';
import t from 'tap';
import { shownName } from '../../portal/page/names.ts';
import type { PageModel } from '../../portal/page-model.ts';
import { attribute, builtPage, rendered, textOf } from '../support/page.ts';
import { networkRow, pageModel } from '../support/page-model.ts';
import { tortureNames } from '../support/torture-names.ts';

const listOf = (names: readonly string[]): PageModel =>
  pageModel({
    networks: { rows: names.map((name, id) => networkRow(name, { id: `n${id}` })), age: 1, rescan: 'free' },
  });

/** The elements of a page by kind: markup in a name would add one. */
const census = (model: PageModel): string =>
  rendered(model)
    .elements.map(({ tagName }) => tagName)
    .join(' ');

t.test('every name that broke another portal is one row here, with its own text', async (t) => {
  const page = rendered(listOf(tortureNames));
  const shown = page.all('bdi').map(textOf);
  for (const name of tortureNames) t.ok(shown.includes(shownName(name)), JSON.stringify(name));
  t.equal(census(listOf(tortureNames)), census(listOf(tortureNames.map(() => 'Home'))));
});

t.test('no name, wherever it stands, adds an element, an attribute or a script', async () => {
  const plain = everywhere('Home');
  const before = [census(plain), scriptsOf(plain)];
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...tortureNames), fc.string({ unit: 'binary', minLength: 1, maxLength: 32 })),
      (name) => {
        const model = everywhere(name);
        const page = rendered(model);
        const attributes = page.elements.flatMap((element) => element.attrs.map((one) => one.name));
        const isSame = [census(model), scriptsOf(model)].join() === before.join();
        return isSame && !attributes.some((one) => one.startsWith('on')) && dataOf(model) !== undefined;
      },
    ),
    { numRuns: 200 },
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

const scriptsOf = (model: PageModel): string =>
  rendered(model)
    .all('script')
    .filter((script) => attribute(script, 'type') === undefined)
    .map(textOf)
    .join();

const dataOf = (model: PageModel): unknown => JSON.parse(textOf(rendered(model).one('script', { id: 'data' })));

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

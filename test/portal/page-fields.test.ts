import t from 'tap';
import { attribute, type Element, type ParsedPage, rendered, textOf } from '../support/page.ts';
import { pageModel } from '../support/page-model.ts';

const full = () =>
  pageModel({
    replacement: 'free',
    configured: false,
    extraFields: [
      { name: 'site', label: 'Site', required: true, pattern: '[A-Z]{3}', maxLength: 3 },
      { name: 'note', label: 'Note <b>', required: false, pattern: null, maxLength: 40 },
    ],
  });

const inputs = (page: ParsedPage): Element[] =>
  [...page.all('input'), ...page.all('textarea'), ...page.all('select')].filter(
    (input) => !['hidden', 'radio', 'checkbox'].includes(attribute(input, 'type') ?? ''),
  );

t.test('no phone corrects, capitalizes, completes or checks the spelling of anything', async (t) => {
  for (const input of inputs(rendered(full())).filter(({ tagName }) => tagName !== 'select')) {
    const name = attribute(input, 'name') ?? '';
    t.match(
      Object.fromEntries(input.attrs.map((one) => [one.name, one.value])),
      { autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false', autocomplete: 'off' },
      name,
    );
  }
});

t.test('every field has a label, and a place for its error that it names', async (t) => {
  const page = rendered(full());
  for (const input of inputs(page)) {
    const id = attribute(input, 'id') ?? '';
    t.equal(attribute(input, 'name'), id);
    t.equal(page.all('label', { for: id }).length, 1, `label of ${id}`);
    for (const described of (attribute(input, 'aria-describedby') ?? '').split(' ').filter(Boolean)) {
      t.ok(page.byId(described), `${id} is described by ${described}`);
    }
  }
});

t.test('no id stands twice', async (t) => {
  const ids = rendered(full()).elements.flatMap((element) => attribute(element, 'id') ?? []);
  t.same(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
});

t.test('secrets are hidden, can be shown, and never come back', async (t) => {
  const values = {
    psk: 'correct horse',
    password: 'x',
    secret: 'hush',
    apiKey: 'k',
    ownershipCode: 'o',
    credentials: '{',
  };
  const page = rendered({ ...full(), form: { values, errors: [], problem: 'fields-invalid' } });
  for (const name of ['psk', 'password', 'secret', 'apiKey']) {
    const input = page.byId(name) as Element;
    t.equal(attribute(input, 'type'), 'password', name);
    t.equal(attribute(input, 'value'), undefined, name);
    t.equal(page.all('input', { type: 'checkbox', 'data-show': name }).length, 1, `${name} can be shown`);
  }
  t.equal(textOf(page.byId('credentials') as Element), '');
  t.notMatch(page.html, 'correct horse');
});

t.test('an error stands at its field, in words, and opens what hides it', async (t) => {
  const page = rendered(
    pageModel(
      {},
      {
        values: { address: '1.2' },
        errors: [
          { field: 'address', problem: 'not-a-network-address' },
          { field: 'psk', problem: 'too-short', limit: 8 },
          { field: 'ownershipCode', problem: 'wrong' },
        ],
        problem: 'fields-invalid',
      },
    ),
  );
  t.equal(textOf(page.byId('e-psk') as Element), 'At least 8 characters are needed.');
  t.equal(attribute(page.byId('psk') as Element, 'aria-invalid'), 'true');
  t.equal(attribute(page.byId('gateway') as Element, 'aria-invalid'), 'false');
  t.equal(textOf(page.byId('problem') as Element), 'Some fields need attention.');
  const open = page.all('details', { open: true }).map(textOf);
  t.ok(open.some((text) => text.startsWith('Fixed IP address')));
  t.ok(open.some((text) => text.startsWith('Replace the machine credentials')));
});

t.test(
  'machine credentials are asked for when missing, need the code when replaced, and are absent when refused',
  async (t) => {
    t.match(rendered(full()).html, 'This machine still needs its credentials');
    t.notOk(rendered(full()).byId('ownershipCode'));
    const replaceable = rendered(pageModel({ replacement: 'with-code' }));
    t.ok(replaceable.byId('ownershipCode'));
    t.ok(replaceable.byId('credentials'));
    const refused = rendered(pageModel({ replacement: 'refused' }));
    t.notOk(refused.byId('credentials'));
    const staged = pageModel({ replacement: 'free', staged: { network: false, credentials: true, fragment: false } });
    t.match(rendered(staged).html, 'Credentials have been received already.');
  },
);

t.test('the questions of the maker stand in the form, with their rules', async (t) => {
  const page = rendered(full());
  const site = page.byId('extra.site') as Element;
  t.match(Object.fromEntries(site.attrs.map((one) => [one.name, one.value])), {
    required: '',
    pattern: '[A-Z]{3}',
    maxlength: '3',
  });
  t.equal(attribute(page.byId('extra.note') as Element, 'required'), undefined);
  t.match(textOf(page.one('label', { for: 'extra.note' })), 'Note <b> (optional)');
  t.ok(page.byId('fragmentId'), 'a fragment is asked for where there is none');
  t.notOk(rendered({ ...full(), status: { ...full().status, fragmentId: 'f' } }).byId('fragmentId'));
});

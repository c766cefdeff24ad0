import t from 'tap';
import { codes, readOne } from '../support/settings.ts';

const urls = 'network_configuration.connectivity_check_urls';
const fields = 'network_configuration.portal_extra_fields';
const network = (path: string, value: unknown) => {
  const { settings, problems } = readOne(path, value);
  return { network: settings.network_configuration, problems, codes: codes(problems) };
};

t.test('check addresses are plain http, and may leave the body out', async (t) => {
  const { network: settled, problems } = network(urls, [{ url: 'http://check.example:8080/x?y' }]);
  t.same(settled.connectivity_check_urls, [{ url: 'http://check.example:8080/x?y', body: '' }]);
  t.same(problems, []);
});

t.test('a bad check address is named by its place in the list, and the built-in list holds', async (t) => {
  for (const url of ['https://a.example', 'http://user:pw@a.example', 'ftp://a.example', 'a.example', 'http://', 5]) {
    const { network: settled, codes: found } = network(urls, [{ url: 'http://a.example' }, { url }]);
    t.match(found, [/connectivity_check_urls\[1\]\.url: (malformed|wrong-type)/]);
    t.equal(settled.connectivity_check_urls.length, 3);
  }
});

t.test('the list of check addresses is neither empty nor endless', async (t) => {
  t.same(network(urls, []).codes, [`${urls}: too-short`]);
  t.same(network(urls, Array(9).fill({ url: 'http://a.example' })).codes, [`${urls}: too-long`]);
  t.same(network(urls, 'http://a.example').codes, [`${urls}: wrong-type`]);
  t.same(network(urls, [{ body: 'x' }]).codes, [`${urls}[0].url: missing`]);
});

t.test('an unknown member of an item is a warning, and the item is used', async (t) => {
  const { network: settled, problems } = network(urls, [{ url: 'http://a.example', bdy: 'ok' }]);
  t.match(problems, [{ path: `${urls}[0].bdy`, code: 'unknown-key', severity: 'warning', message: /"body"/ }]);
  t.equal(settled.connectivity_check_urls.length, 1);
});

t.test('an extra field is completed', async (t) => {
  const { network: settled, problems } = network(fields, [
    { name: 'site', label: 'Site' },
    { name: 'room', label: 'Room', required: true, pattern: '[0-9]{3}', max_length: 3 },
  ]);
  t.same(settled.portal_extra_fields, [
    { name: 'site', label: 'Site', required: false, pattern: undefined, max_length: 100 },
    { name: 'room', label: 'Room', required: true, pattern: '[0-9]{3}', max_length: 3 },
  ]);
  t.same(problems, []);
});

t.test('an extra field is refused with the member that is wrong', async (t) => {
  const good = { name: 'site', label: 'Site' };
  for (const [change, code] of [
    [{ name: '' }, 'name: malformed'],
    [{ name: '__proto__' }, 'name: malformed'],
    [{ name: 'x'.repeat(41) }, 'name: malformed'],
    [{ name: undefined }, 'name: missing'],
    [{ label: '' }, 'label: too-short'],
    [{ label: 'x'.repeat(101) }, 'label: too-long'],
    [{ required: 'yes' }, 'required: wrong-type'],
    [{ pattern: '(a+)+' }, 'pattern: malformed'],
    [{ pattern: '[' }, 'pattern: malformed'],
    [{ pattern: 'x'.repeat(201) }, 'pattern: too-long'],
    [{ max_length: 0 }, 'max_length: out-of-range'],
    [{ max_length: 201 }, 'max_length: out-of-range'],
    [{ max_length: 2.5 }, 'max_length: wrong-type'],
  ] as const) {
    const { network: settled, codes: found } = network(fields, [{ ...good, ...change }]);
    t.same(found, [`${fields}[0].${code}`]);
    t.same(settled.portal_extra_fields, []);
  }
});

t.test('extra fields have names of their own, and there are at most twenty', async (t) => {
  const named = (name: string) => ({ name, label: name });
  t.same(network(fields, [named('a'), named('a')]).codes, [`${fields}: conflict`]);
  const many = Array.from({ length: 21 }, (_, index) => named(`n${index}`));
  t.same(network(fields, many).codes, [`${fields}: too-long`]);
  t.same(network(fields, many.slice(1)).codes, []);
});

t.test('a pattern that is safe for short answers is refused for long ones', async (t) => {
  const email = { name: 'mail', label: 'Mail', pattern: '[^@]+@[^@]+\\.[a-z]{2,}' };
  t.same(network(fields, [{ ...email, max_length: 80 }]).codes, []);
  t.same(network(fields, [{ ...email, max_length: 200 }]).codes, [`${fields}[0].pattern: malformed`]);
});

import t from 'tap';
import { pathText } from '../../../daemon/problems.ts';
import { merged, readConfiguration } from '../../../deploy/local-cloud/merging.ts';
import { partsOf } from '../../../deploy/local-cloud/paths.ts';
import fc from '../../support/cases.ts';

const over = (fragment: object, own: object) =>
  merged(readConfiguration(JSON.stringify(fragment)), readConfiguration(JSON.stringify(own)));

t.test('fields are joined one by one, the machine’s own first', async (t) => {
  const fragment = { network_configuration: { model: 'f', manufacturer: 'f' }, advanced_settings: { debug: true } };
  const own = { network_configuration: { model: 'own' }, advanced_settings: { debug: false } };
  t.strictSame(over(fragment, own), {
    network_configuration: { model: 'own', manufacturer: 'f' },
    advanced_settings: { debug: false },
  });
});

t.test('networks and environment variables are joined name by name, an entry as a whole', async (t) => {
  const network = (psk: string, more = {}) => ({ type: 'wifi', ssid: 'Hall', psk, ...more });
  const fragment = {
    additional_networks: { a: network('from-fragment', { priority: 5 }), b: network('from-fragment') },
    advanced_settings: { viam_server_env: { ONE: '1', TWO: '2' } },
  };
  const own = {
    additional_networks: { a: network('from-machine') },
    advanced_settings: { viam_server_env: { TWO: 'two' } },
  };
  t.strictSame(over(fragment, own), {
    additional_networks: { a: network('from-machine'), b: network('from-fragment') },
    advanced_settings: { viam_server_env: { ONE: '1', TWO: 'two' } },
  });
});

t.test('null means unset, and a field that is not valid costs that field only', async (t) => {
  const fragment = { network_configuration: { hotspot_password: 'long enough', model: 'f' } };
  t.strictSame(over(fragment, { network_configuration: { hotspot_password: 'short', model: null } }), fragment);
  const net = { type: 'wifi', ssid: 'Hall', psk: 'long enough' };
  t.strictSame(
    over({ additional_networks: { a: net } }, { additional_networks: { a: { type: 'wifi', priority: 7000 } } }),
    { additional_networks: { a: net } },
    'nothing is left of a bad entry',
  );
});

t.test('what is no JSON is one problem, and the fragment holds', async (t) => {
  const own = readConfiguration('{ "network_configuration": ');
  t.equal(own.problems[0]?.path, '(all)');
  t.strictSame(merged(readConfiguration('{"advanced_settings":{"debug":true}}'), own), {
    advanced_settings: { debug: true },
  });
});

t.test('a path in a problem leads back to its parts', async (t) => {
  const name = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.nat(20));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (parts) => {
      t.strictSame(partsOf(pathText(parts)), parts.map(String));
    }),
    { numRuns: 300 },
  );
});

t.test('of any two configurations each section is there, and nothing of the upper one is lost', async (t) => {
  const sections = fc.dictionary(
    fc.constantFrom('network_configuration', 'advanced_settings', 'additional_networks', 'x'),
    fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue())),
  );
  fc.assert(
    fc.property(sections, sections, (lower, upper) => {
      const problem = { value: upper, problems: [] };
      const result = merged({ value: lower, problems: [] }, problem) as Record<string, unknown>;
      for (const name of Object.keys({ ...lower, ...upper })) t.ok(Object.hasOwn(result, name));
      for (const [name, value] of Object.entries(upper)) {
        if (value === null || typeof value !== 'object') t.ok(value === null || result[name] === value);
      }
    }),
    { numRuns: 200 },
  );
});

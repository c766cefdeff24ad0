import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { layerFromText } from '../../daemon/layers.ts';
import { layerNames, problemCodes } from '../../daemon/problems.ts';
import { agentSettings, readSettings } from '../../daemon/settings.ts';
import fc from '../support/cases.ts';
import { incomplete } from '../support/complete-settings.ts';

const paths = Object.entries(agentSettings.shape).flatMap(([section, schema]) => {
  const inner = schema.unwrap();
  return 'shape' in inner ? Object.keys(inner.shape).map((name) => [section, name]) : [[section, 'hall']];
});

const value = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.constantFrom('1m', '90s', '10.0.0.2/24', 'stable', 'all', '12345678', 'wlan0', '/x', '#fff', 'DE'),
  fc.record(
    {
      type: fc.constantFrom('wifi', 'wired', 'x'),
      ssid: fc.string({ maxLength: 40 }),
      psk: fc.string({ maxLength: 70 }),
      priority: fc.integer({ min: -1100, max: 1100 }),
      ipv4_address: fc.oneof(fc.ipV4Extended(), fc.constantFrom('auto', '10.0.0.2/24')),
      ipv4_gateway: fc.ipV4(),
      ipv4_dns: fc.array(fc.oneof(fc.ipV4(), fc.ipV6()), { maxLength: 3 }),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
);

/** Some members of some sections with anything in them. */
const settings = fc.array(fc.tuple(fc.constantFrom(...paths), value), { maxLength: 8 }).map((members) => {
  const whole: Record<string, Record<string, unknown>> = {};
  for (const [[section = '', name = ''], given] of members) whole[section] = { ...whole[section], [name]: given };
  return whole;
});

const layer = fc.record(
  { name: fc.constantFrom(...layerNames), value: fc.oneof(settings, fc.jsonValue(), settings) },
  { noNullPrototype: true },
);
const layers = fc.array(layer, { maxLength: 4 });

t.test('whatever the layers hold, the settings are complete and the problems well formed', async () => {
  fc.assert(
    fc.property(layers, (given) => {
      const { settings: settled, problems, origins } = readSettings(given);
      const names = new Set(given.map(({ name }) => name));
      return (
        incomplete(settled).length === 0 &&
        problems.every(
          (problem) => problemCodes.includes(problem.code) && problem.path !== '' && names.has(problem.layer),
        ) &&
        [...origins.values()].every((name) => names.has(name))
      );
    }),
    { numRuns: 2000 },
  );
});

t.test('reading changes none of its layers, and gives the same again', async () => {
  fc.assert(
    fc.property(layers, (given) => {
      const before = structuredClone(given);
      const first = readSettings(given);
      const second = readSettings(given);
      return (
        isDeepStrictEqual(given, before) &&
        JSON.stringify(first) === JSON.stringify(second) &&
        first.problems.length === second.problems.length
      );
    }),
    { numRuns: 200 },
  );
});

t.test('a layer without errors leaves nothing of what lies below it in the fields that it sets', async () => {
  fc.assert(
    fc.property(settings, layers, (top, below) => {
      const alone = readSettings([{ name: 'cloud', value: top }]);
      const together = readSettings([...below, { name: 'cloud', value: top }]);
      return [...alone.origins.keys()]
        .filter((path) => !path.endsWith('device_reboot_after_offline_minutes')) // has a rule with other fields
        .every((path) => together.origins.get(path) === 'cloud');
    }),
    { numRuns: 500 },
  );
});

t.test('any text at all gives a layer, and a text that is not JSON gives exactly one problem', async () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.uint8Array()), (text) => {
      const { value: read, problems = [] } = layerFromText('defaults', text);
      return read !== undefined || problems.length === 1;
    }),
    { numRuns: 2000 },
  );
});

t.test('what JSON.parse reads, readJsonc reads the same', async () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'small', maxDepth: 20 }), (given) => {
      const json = JSON.stringify(given, null, 1);
      return isDeepStrictEqual(layerFromText('cloud', json).value, JSON.parse(json));
    }),
    { numRuns: 300 },
  );
});

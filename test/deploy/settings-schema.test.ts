import { readFileSync } from 'node:fs';
import t from 'tap';
import * as z from 'zod';
import { layerFromText } from '../../daemon/layers.ts';
import { agentSettings, readSettings } from '../../daemon/settings.ts';
import { type JsonSchema, settingsSchema, settingsSchemaText } from '../../deploy/settings-schema.ts';

const file = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
const published = z.fromJSONSchema(JSON.parse(file('agent.schema.json')));

t.test('the published schema is made out of the code: else run `node deploy/schema.ts`', async (t) => {
  t.equal(file('agent.schema.json'), settingsSchemaText());
});

t.test('every member stands in it, described, with its default and its limits', async (t) => {
  const described = (schema: JsonSchema, path: string): void => {
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (typeof member !== 'object' || name === '$schema') continue;
      t.ok(member.description, `${path}${name} is described`);
      const required = schema.required?.includes(name);
      t.ok(required || 'default' in member, `${path}${name} has a default`);
      described(member, `${path}${name}.`);
      if (typeof member.additionalProperties === 'object') described(member.additionalProperties, `${path}${name}.*.`);
    }
  };
  const schema = settingsSchema();
  described(schema, '');
  const sections = Object.keys(schema.properties ?? {}).filter((name) => name !== '$schema');
  t.same(sections, Object.keys(agentSettings.shape));
});

t.test('editors are told of unknown names, extensions and ranges', async (t) => {
  const schema = JSON.parse(file('agent.schema.json'));
  const network = schema.properties.network_configuration;
  t.equal(network.additionalProperties, false);
  t.match(network.properties.state_hook.description, /^Extension\. /);
  t.notMatch(network.properties.model.description, /^Extension/);
  t.match(network.properties.user_idle_minutes, {
    default: 5,
    anyOf: [{ minimum: 1, maximum: 43_200 }, { type: 'string' }],
  });
  t.match(schema.properties.additional_networks, { maxProperties: 1000 });
  const entry = schema.properties.additional_networks.additionalProperties;
  t.match(entry.properties.priority, { type: 'integer', minimum: -999, maximum: 999, default: 0 });
  t.same(entry.required, ['type']);
});

t.test('expressions in it are those of every language', async (t) => {
  const patterns = [...file('agent.schema.json').matchAll(/"pattern": (".*")/g)].map(([, text]) =>
    JSON.parse(text ?? ''),
  );
  t.ok(patterns.length > 5);
  for (const pattern of patterns) t.notMatch(pattern, /\\[pPuk]|\(\?[^:]/, pattern);
});

t.test('the example for makers is good, by the schema and by the code', async (t) => {
  const layer = layerFromText('defaults', file('machine-defaults.example.json'));
  const { settings, problems } = readSettings([layer]);
  t.same(problems, []);
  t.equal(settings.network_configuration.manufacturer, 'Acme Robotics');
  t.same(published.safeParse(layer.value).error?.issues ?? [], []);
});

t.test('what the schema refuses, the code reports as well', async (t) => {
  for (const bad of [
    { network_configuration: { user_idle_minutes: 0 } },
    { network_configuration: { user_idle_minutes: '5' } },
    { network_configuration: { hotspot_password: 'test123' } },
    { network_configuration: { hotspot_prefx: 'acme' } },
    { network_configuration: 5 },
    { additional_networks: { hall: { ssid: 'Hall' } } },
    { additional_networks: { hall: { type: 'wifi', ssid: 'Hall', priority: 1000 } } },
    { advanced_settings: { viam_server_env: { A: 1 } } },
    { system_configuration: { os_auto_upgrade_type: 'everything' } },
  ]) {
    t.notOk(published.safeParse(bad).success, JSON.stringify(bad));
    t.equal(readSettings([{ name: 'cloud', value: bad }]).problems.length, 1, JSON.stringify(bad));
  }
});

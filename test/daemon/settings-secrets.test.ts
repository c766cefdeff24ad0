import { inspect } from 'node:util';
import t from 'tap';
import { layerFromText } from '../../daemon/layers.ts';
import { readSettings } from '../../daemon/settings.ts';
import { at, split } from '../support/settings.ts';

const needle = 'S3cr3t';

/** Everything that a log, the cloud or a person might be shown of a reading. */
const shown = (text: string): string => {
  const { settings, problems, origins } = readSettings([layerFromText('cloud', text)]);
  return JSON.stringify([settings, problems, [...origins]]) + inspect([settings, problems, origins], { depth: null });
};

const places = [
  'network_configuration.hotspot_password',
  'network_configuration.ownership_code',
  'additional_networks.hall.psk',
  'additional_networks.hall',
  'additional_networks',
  'network_configuration',
  // Under a misspelt or misplaced name:
  'network_configuration.hotspot_pasword',
  'network_configuration.psk',
  'additional_networks.hall.password',
  'hotspot_password',
  'password',
];

// Too short, too long, with bad characters, of the wrong kind.
const values = [
  needle,
  `${needle}${'x'.repeat(80)}`,
  `${needle}\u00e9é`,
  [needle],
  { value: needle },
  [[{ a: needle }]],
];

t.test('a secret that is refused, misplaced or misspelt is not shown anywhere', async (t) => {
  for (const place of places) {
    for (const value of values) {
      const text = JSON.stringify(at(split(place), value)).replace('"hall":{', '"hall":{"type":"wifi","ssid":"Hall",');
      const whole = shown(text);
      if (whole.includes(needle)) t.fail(`${place}: ${JSON.stringify(value)}`, { whole });
    }
  }
  t.notMatch(shown('{"additional_networks":{"hall":{"type":"wifi","ssid":"Hall","psk":12345678}}}'), /12345678/);
});

t.test('a secret that is accepted is not shown either', async (t) => {
  const text = `{
    "network_configuration": { "hotspot_password": "${needle} is long", "ownership_code": "${needle}" },
    "additional_networks": { "hall": { "type": "wifi", "ssid": "Hall", "psk": "${needle} is long" } }
  }`;
  t.notMatch(shown(text), new RegExp(needle));
  t.match(shown(text), /\[redacted\]/);
});

t.test('variables of the environment may hold tokens: what is wrong with them is told without them', async (t) => {
  for (const value of [`"${needle}\\u0000"`, `["${needle}"]`]) {
    t.notMatch(shown(`{"advanced_settings":{"viam_server_env":{"TOKEN":${value}}}}`), new RegExp(needle));
  }
});

t.test('a URL with a password in it is not shown, wherever it is refused', async (t) => {
  const url = `https://user:${needle}@example.com/ x`;
  t.notMatch(shown(JSON.stringify({ version_control: { agent: url } })), new RegExp(needle));
  const check = [{ url: `http://user:${needle}@example.com/` }];
  t.notMatch(shown(JSON.stringify({ network_configuration: { connectivity_check_urls: check } })), new RegExp(needle));
});

t.test('the text of a file that cannot be read is not shown', async (t) => {
  t.notMatch(shown(`{"network_configuration":{"hotspot_password":"${needle}`), new RegExp(needle));
  t.notMatch(shown(`{"hotspot_password":"${needle}" "x"}`), new RegExp(needle));
  t.notMatch(shown(`${needle}`), new RegExp(needle));
});

t.test('the length of a secret is told, because it is the usual mistake', async (t) => {
  const { problems } = readSettings([
    { name: 'cloud', value: { network_configuration: { hotspot_password: 'test123' } } },
  ]);
  t.match(problems, [
    { code: 'too-short', found: 'a text of 7 characters (not shown)', expected: /^8 to 63 printable/ },
  ]);
});

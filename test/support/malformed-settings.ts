import { at, split } from './settings.ts';

const sections = [
  'version_control',
  'advanced_settings',
  'network_configuration',
  'additional_networks',
  'system_configuration',
];
const words = ['version_control.agent', 'version_control.machine-server', 'system_configuration.forward_system_logs'];
const flags = ['debug', 'disable_viam_server', 'wait_for_update_check', 'disable_network_configuration'];
const delays = ['user_idle_minutes', 'retry_connection_timeout_minutes', 'offline_before_starting_hotspot_minutes'];
const texts = ['hotspot_password', 'hotspot_prefix', 'manufacturer', 'model', 'hotspot_interface', 'wifi_country'];

const members = [
  ...words,
  ...flags.map((name) => `advanced_settings.${name}`),
  ...[...delays, ...texts, 'connectivity_check_urls', 'portal_extra_fields'].map((n) => `network_configuration.${n}`),
  'additional_networks.hall',
  'additional_networks.hall.type',
  'system_configuration.os_auto_upgrade_type',
  'system_configuration.logging_journald_system_max_use_megabytes',
];

/** Values as JSON text, of which none fits any of the members above. */
const values: Readonly<Record<string, string>> = {
  'a deep object': `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`,
  'a deep list': `${'['.repeat(20)}${']'.repeat(20)}`,
  'a huge number': '1e400',
  'a negative number': '-7',
  'a long text': JSON.stringify('x'.repeat(900_000)),
  'a NUL': '"\\u0000"',
  'half a character': '"\\ud800"',
  'an object with a prototype': '{"__proto__":{"type":"wifi"}}',
};

export type Malformed = { readonly name: string; readonly text: string; readonly path: RegExp };

const literally = (text: string) => text.replaceAll(/[.[\]"()]/g, String.raw`\$&`);
const place = '"@"';

/** Texts of settings that are wrong in one place each, which `path` names. */
export function* malformedSettings(): Generator<Malformed> {
  for (const member of members) {
    const text = JSON.stringify(at(split(member), '@'));
    for (const [name, value] of Object.entries(values)) {
      yield { name: `${member} is ${name}`, text: text.replace(place, () => value), path: RegExp(literally(member)) };
    }
    // Duplicates: the last one counts, and both places are named once.
    const key = split(member).at(-1) ?? '';
    const twice = text.replace(`"${key}":${place}`, `"${key}":null,"${key}":null`);
    yield { name: `${member} stands twice`, text: twice, path: RegExp(`^${literally(member)}$`) };
  }
  for (const section of sections) {
    for (const value of ['5', '"text"', 'true', '[]', '[{}]', '1e999', JSON.stringify('x'.repeat(900_000))]) {
      yield {
        name: `${section} is ${value.slice(0, 9)}`,
        text: `{"${section}":${value}}`,
        path: RegExp(`^${section}$`),
      };
    }
    yield { name: `${section} has __proto__`, text: `{"${section}":{"__proto__":{"debug":true}}}`, path: /__proto__/ };
  }
  for (const text of [
    '',
    '5',
    '"text"',
    '[]',
    '{',
    '{]',
    '{"a":1}{"b":2}',
    '\0',
    '{"debug"\0:true}',
    '['.repeat(900_000),
    '{"a":'.repeat(100_000),
    JSON.stringify('x'.repeat(1_000_000)),
    `${' '.repeat(1_000_000)}{}`,
  ]) {
    yield { name: `the whole is ${text.slice(0, 12)} (${text.length})`, text, path: /^\(all\)$/ };
  }
}

import t from 'tap';
import * as z from 'zod';
import { agentSettings, readSettings } from '../../daemon/settings.ts';
import { Secret } from '../../netplan/secret.ts';
import { wordings } from '../../netplan/setting.ts';
import { split, valueAt } from '../support/settings.ts';

// The specification's members and ours, with what holds when nobody says anything. Durations are in milliseconds.
const defaults: Readonly<Record<string, unknown>> = {
  'version_control.agent': 'stable',
  'version_control.machine-server': 'stable',
  'advanced_settings.debug': false,
  'advanced_settings.disable_network_configuration': false,
  'advanced_settings.disable_system_configuration': false,
  'advanced_settings.disable_viam_server': false,
  'advanced_settings.viam_server_env': {},
  'advanced_settings.viam_server_start_timeout_minutes': 600_000,
  'advanced_settings.wait_for_update_check': false,
  'advanced_settings.disable_log_deduplication': false,
  'advanced_settings.log_queue_megabytes': 64,
  'advanced_settings.maintenance_window': undefined,
  'network_configuration.device_reboot_after_offline_minutes': 0,
  'network_configuration.disable_captive_portal_redirect': false,
  'network_configuration.fragment_id': undefined,
  'network_configuration.hotspot_interface': undefined,
  'network_configuration.hotspot_password': 'machinesetup',
  'network_configuration.hotspot_prefix': 'machine-setup',
  'network_configuration.manufacturer': 'machine',
  'network_configuration.model': 'custom',
  'network_configuration.offline_before_starting_hotspot_minutes': 120_000,
  'network_configuration.retry_connection_timeout_minutes': 600_000,
  'network_configuration.turn_on_hotspot_if_wifi_has_no_internet': false,
  'network_configuration.user_idle_minutes': 300_000,
  'network_configuration.wifi_power_save': undefined,
  'network_configuration.hotspot_ssid': undefined,
  'network_configuration.captive_portal_answer_address': '192.0.2.1',
  'network_configuration.connectivity_check_urls': [
    { url: 'http://nmcheck.gnome.org/check_network_status.txt', body: 'NetworkManager is online' },
    { url: 'http://detectportal.firefox.com/success.txt', body: 'success' },
    { url: 'http://connectivitycheck.gstatic.com/generate_204', body: '' },
  ],
  'network_configuration.ownership_code': undefined,
  'network_configuration.wifi_country': undefined,
  'network_configuration.portal_color': undefined,
  'network_configuration.portal_logo_file': undefined,
  'network_configuration.portal_extra_fields': [],
  'network_configuration.state_hook': undefined,
  additional_networks: {},
  'system_configuration.forward_system_logs': undefined,
  'system_configuration.logging_journald_runtime_max_use_megabytes': 512,
  'system_configuration.logging_journald_system_max_use_megabytes': 512,
  'system_configuration.os_auto_upgrade_type': undefined,
};

const extensions = [
  'advanced_settings.disable_log_deduplication',
  'advanced_settings.log_queue_megabytes',
  'advanced_settings.maintenance_window',
  'network_configuration.hotspot_ssid',
  'network_configuration.captive_portal_answer_address',
  'network_configuration.connectivity_check_urls',
  'network_configuration.ownership_code',
  'network_configuration.wifi_country',
  'network_configuration.portal_color',
  'network_configuration.portal_logo_file',
  'network_configuration.portal_extra_fields',
  'network_configuration.state_hook',
];

const secrets = [
  'advanced_settings.viam_server_env',
  'network_configuration.hotspot_password',
  'network_configuration.connectivity_check_urls',
  'network_configuration.ownership_code',
];

const members = Object.entries(agentSettings.shape).flatMap(([section, schema]) => {
  const inner = schema.unwrap();
  return inner instanceof z.ZodObject
    ? Object.entries(inner.shape).map(([name, member]) => [`${section}.${name}`, member as z.ZodType] as const)
    : [[section, schema as z.ZodType] as const];
});

t.test('the schema has exactly the members that are listed here', async (t) => {
  t.same(members.map(([path]) => path).toSorted(), Object.keys(defaults).toSorted());
});

t.test('each member has its default when no layer says anything, and without a problem', async (t) => {
  const { settings, problems, origins } = readSettings([]);
  for (const [path, expected] of Object.entries(defaults)) {
    const value = valueAt(settings, split(path));
    t.strictSame(value instanceof Secret ? value.reveal() : structuredClone(value), expected, path);
  }
  t.same(problems, []);
  t.equal(origins.size, 0);
});

t.test('each member that is there is there in the type as well, even when its value is "none"', async (t) => {
  const { settings } = readSettings([]);
  for (const path of Object.keys(defaults)) {
    const [section = '', name] = split(path);
    const holder: object = name === undefined ? settings : (valueAt(settings, [section]) as object);
    t.ok(Object.hasOwn(holder, name ?? section), path);
  }
});

t.test('each member is described, says what it expects, and is marked when it is ours or secret', async (t) => {
  for (const [path, schema] of members) {
    const wording = wordings.get(schema);
    t.ok((schema.description?.length ?? 0) > 20, `${path} is described`);
    t.ok((wording?.expected.length ?? 0) > 3, `${path} says what it expects`);
    t.equal(wording?.extension, extensions.includes(path), `${path} is an extension or not`);
    t.equal(wording?.secret, secrets.includes(path), `${path} is secret or not`);
  }
});

t.test('what holds by default is allowed by the schema in its written form as well', async (t) => {
  for (const [path, schema] of members) {
    const written = (schema as z.ZodPrefault<z.ZodType>)._zod.def.defaultValue;
    t.ok(schema.safeParse(written).success, path);
  }
});

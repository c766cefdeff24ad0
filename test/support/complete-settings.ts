import type { Settings } from '../../daemon/settings.ts';
import { Secret } from '../../netplan/secret.ts';

type Kind = (value: unknown) => boolean;

const flag: Kind = (value) => typeof value === 'boolean';
const word: Kind = (value) => typeof value === 'string' && value !== '';
const secret: Kind = (value) => value instanceof Secret;
const list: Kind = Array.isArray;
const none: Kind = (value) => value === undefined;
const object: Kind = (value) => typeof value === 'object' && value !== null;
const between =
  (from: number, to: number): Kind =>
  (value) =>
    typeof value === 'number' && value >= from && value <= to;
const either =
  (...kinds: readonly Kind[]): Kind =>
  (value) =>
    kinds.some((kind) => kind(value));

const delay = between(60_000, 30 * 86_400_000);
const megabytes = either(none, between(1, 1_000_000));

// Written by hand, not derived from the schema, so that it can disagree with it.
const kinds: Readonly<Record<keyof Settings, Readonly<Record<string, Kind>>>> = {
  version_control: { agent: word, 'machine-server': word },
  advanced_settings: {
    debug: flag,
    disable_network_configuration: flag,
    disable_system_configuration: flag,
    disable_viam_server: flag,
    viam_server_env: object,
    viam_server_start_timeout_minutes: delay,
    wait_for_update_check: flag,
    disable_log_deduplication: flag,
    log_queue_megabytes: between(1, 10_000),
    maintenance_window: either(none, object),
  },
  network_configuration: {
    device_reboot_after_offline_minutes: either(delay, between(0, 0)),
    disable_captive_portal_redirect: flag,
    fragment_id: either(none, word),
    hotspot_interface: either(none, word),
    hotspot_password: secret,
    hotspot_prefix: word,
    manufacturer: word,
    model: word,
    offline_before_starting_hotspot_minutes: delay,
    retry_connection_timeout_minutes: delay,
    turn_on_hotspot_if_wifi_has_no_internet: flag,
    user_idle_minutes: delay,
    wifi_power_save: either(none, flag),
    hotspot_ssid: either(none, word),
    captive_portal_answer_address: word,
    connectivity_check_urls: list,
    ownership_code: either(none, secret),
    wifi_country: either(none, word),
    portal_color: either(none, word),
    portal_logo_file: either(none, word),
    portal_extra_fields: list,
    state_hook: either(none, word),
  },
  additional_networks: {},
  system_configuration: {
    forward_system_logs: either(none, object),
    logging_journald_runtime_max_use_megabytes: megabytes,
    logging_journald_system_max_use_megabytes: megabytes,
    os_auto_upgrade_type: either(none, word),
  },
};

const entry: Readonly<Record<string, Kind>> = {
  type: word,
  interface: either(none, word),
  ssid: either(none, word),
  psk: either(none, secret),
  hidden: flag,
  priority: between(-999, 999),
  ipv4_address: word,
  ipv4_gateway: either(none, word),
  ipv4_dns: list,
  ipv4_route_metric: between(0, 4_294_967_295),
};

/** Paths in `settings` that lack their value, or hold one of another kind than code relies on. */
export function incomplete(settings: Settings): string[] {
  const check = (value: object, members: Readonly<Record<string, Kind>>, path: string): string[] =>
    [...new Set([...Object.keys(members), ...Object.keys(value)])]
      .filter((key) => !Object.hasOwn(value, key) || !members[key]?.((value as Record<string, unknown>)[key]))
      .map((key) => `${path}.${key}`);
  return [
    ...Object.entries(kinds).flatMap(([section, members]) =>
      section === 'additional_networks' ? [] : check(settings[section as keyof Settings], members, section),
    ),
    ...Object.entries(settings.additional_networks).flatMap(([name, value]) => check(value, entry, name)),
    ...Object.entries(settings.advanced_settings.viam_server_env)
      .filter(([, value]) => typeof value !== 'string')
      .map(([name]) => `viam_server_env.${name}`),
  ];
}

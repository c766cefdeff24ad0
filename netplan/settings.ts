import * as z from 'zod';
import type { AdditionalNetwork } from './additional-network.ts';
import { addressField } from './addresses.ts';
import { days, formatDuration, minutes } from './duration.ts';
import {
  expectedInterface,
  expectedPassphrase,
  expectedPath,
  interfaceField,
  line,
  orNone,
  passphraseField,
  pathField,
  ssidField,
  triState,
} from './fields.ts';
import { settingLimits } from './limits.ts';
import { expectedMinutes, minutesSchema } from './minutes.ts';
import { checkUrlsField, extraFieldsField } from './portal-fields.ts';
import { Secret } from './secret.ts';
import { setting } from './setting.ts';

export { type AdditionalNetwork, additionalNetwork } from './additional-network.ts';

const delay = { from: minutes(1), to: days(30), zero: false };
const reboot = { ...delay, zero: true };
const expectedLine = `1 to ${settingLimits.nameLength} characters on one line`;

export const networkConfiguration = z.object({
  device_reboot_after_offline_minutes: setting(minutesSchema(reboot), {
    default: 0,
    describe:
      'Minutes offline after which the device reboots; 0 never. Else 1 minute to 30 days, and not below `offline_before_starting_hotspot_minutes` or `user_idle_minutes`.',
    expected: expectedMinutes(reboot),
  }),
  disable_captive_portal_redirect: setting(z.boolean(), {
    default: false,
    describe:
      '`false`: every name asked for on the hotspot leads to the device, so that phones show their sign-in screen. `true`: only names ending in `.setup` do.',
    expected: 'true or false',
  }),
  fragment_id: setting(orNone(line(1, settingLimits.nameLength)), {
    default: '',
    describe: 'Fragment from which new machines are configured; the mobile app needs it. Empty: none.',
    expected: expectedLine,
  }),
  hotspot_interface: setting(interfaceField, {
    default: '',
    describe:
      'Interface for the hotspot and for joining wifi, for example `wlan0`; at most 15 characters. Empty: the first wifi device.',
    expected: expectedInterface,
  }),
  hotspot_password: setting(passphraseField, {
    default: 'machinesetup',
    describe:
      'Password of the hotspot: 8 to 63 printable ASCII characters, or 64 hexadecimal digits. The built-in one is known to everybody; set your own.',
    expected: expectedPassphrase,
    secret: true,
  }),
  hotspot_prefix: setting(line(1, 32), {
    default: 'machine-setup',
    describe:
      'Begins the name of the hotspot: `<prefix>-<host name>`, cut to 32 bytes in a way that keeps the end of the host name.',
    expected: '1 to 32 characters on one line',
  }),
  manufacturer: setting(line(1, settingLimits.nameLength), {
    default: 'machine',
    describe: `Shown on the portal and in the app; at most ${settingLimits.nameLength} characters.`,
    expected: expectedLine,
  }),
  model: setting(line(1, settingLimits.nameLength), {
    default: 'custom',
    describe: `Shown on the portal and in the app; at most ${settingLimits.nameLength} characters.`,
    expected: expectedLine,
  }),
  offline_before_starting_hotspot_minutes: setting(minutesSchema(delay), {
    default: 2,
    describe: 'Minutes offline before the hotspot starts; 1 minute to 30 days.',
    expected: expectedMinutes(delay),
  }),
  retry_connection_timeout_minutes: setting(minutesSchema(delay), {
    default: 10,
    describe:
      'Minutes after which the hotspot ends for a while, if nobody uses it, so that known networks can be tried; 1 minute to 30 days.',
    expected: expectedMinutes(delay),
  }),
  turn_on_hotspot_if_wifi_has_no_internet: setting(z.boolean(), {
    default: false,
    describe:
      '`true`: wifi without internet counts as offline, and the wifi networks of `additional_networks` are tried.',
    expected: 'true or false',
  }),
  user_idle_minutes: setting(minutesSchema(delay), {
    default: 5,
    describe:
      'Minutes after which somebody who does nothing on the portal no longer counts as active; 1 minute to 30 days.',
    expected: expectedMinutes(delay),
  }),
  wifi_power_save: setting(triState, {
    default: null,
    describe:
      '`true` or `false` switches power saving of wifi on or off in the profiles we make. `null`: left to the system.',
    expected: 'true, false or null',
  }),
  hotspot_ssid: setting(orNone(ssidField), {
    default: '',
    describe: 'Whole name of the hotspot, 1 to 32 bytes, instead of prefix and host name. Empty: prefix and host name.',
    expected: '1 to 32 bytes of text',
    extension: true,
  }),
  captive_portal_answer_address: setting(z.union([z.literal('hotspot'), addressField]), {
    default: '192.0.2.1',
    describe:
      'IPv4 address answered to foreign names on the hotspot; it is ours as well. Some phones show no sign-in screen for a private one. `hotspot`: the address of the hotspot itself.',
    expected: 'an IPv4 address, or "hotspot"',
    extension: true,
  }),
  connectivity_check_urls: setting(checkUrlsField, {
    default: [
      { url: 'http://nmcheck.gnome.org/check_network_status.txt', body: 'NetworkManager is online' },
      { url: 'http://detectportal.firefox.com/success.txt', body: 'success' },
      { url: 'http://connectivitycheck.gstatic.com/generate_204', body: '' },
    ],
    describe: `Plain HTTP addresses, at most ${settingLimits.checkUrls}, that tell whether there is internet; one that answers as expected is enough. \`body\`: how the answer begins; empty: an answer without a body.`,
    expected: `a list of 1 to ${settingLimits.checkUrls} objects with "url" (plain http, no user name) and "body" (text)`,
    secret: true,
    extension: true,
  }),
  ownership_code: setting(orNone(line(1, 200).transform((text) => new Secret(text))), {
    default: '',
    describe:
      'Secret that must be given to replace the credentials of a machine that has some; at most 200 characters. Empty: they cannot be replaced on the spot.',
    expected: '1 to 200 characters on one line',
    secret: true,
    extension: true,
  }),
  wifi_country: setting(
    orNone(
      z
        .string()
        .regex(/^[A-Za-z]{2}$/)
        .transform((text) => text.toUpperCase()),
    ),
    {
      default: '',
      describe: 'Country whose radio rules apply, two letters (ISO 3166-1), for example `DE`. Empty: left as it is.',
      expected: 'two letters',
      extension: true,
    },
  ),
  portal_color: setting(orNone(z.string().regex(/^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/)), {
    default: '',
    describe: 'Main colour of the portal, as `#rrggbb` or `#rgb`. Empty: ours.',
    expected: 'a colour such as "#1a6b3c"',
    extension: true,
  }),
  portal_logo_file: setting(pathField, {
    default: '',
    describe: 'Absolute path of the picture shown on the portal. Empty: none.',
    expected: expectedPath,
    extension: true,
  }),
  portal_extra_fields: setting(extraFieldsField, {
    default: [],
    describe: `Further questions on the portal, at most ${settingLimits.extraFields}. The pattern is a regular expression that the whole answer must match.`,
    expected: `a list of at most ${settingLimits.extraFields} objects with "name", "label", "required", "pattern" and "max_length"`,
    extension: true,
  }),
  state_hook: setting(pathField, {
    default: '',
    describe:
      'Absolute path of a program that is run at each change of mode or attempt, for a light or a sound. Empty: none.',
    expected: expectedPath,
    extension: true,
  }),
});

export type NetworkConfiguration = Readonly<z.output<typeof networkConfiguration>>;

/** The part of the settings that networking needs. */
export type NetworkSettings = {
  readonly network_configuration: NetworkConfiguration;
  readonly additional_networks: Readonly<Record<string, AdditionalNetwork>>;
};

/** Rules between fields: a sentence about what is wrong, or `undefined`. The other fields are settled already. */
export const networkRules = {
  device_reboot_after_offline_minutes(
    value: NetworkConfiguration['device_reboot_after_offline_minutes'],
    others: Pick<NetworkConfiguration, 'offline_before_starting_hotspot_minutes' | 'user_idle_minutes'>,
  ): string | undefined {
    for (const name of ['offline_before_starting_hotspot_minutes', 'user_idle_minutes'] as const) {
      if (value !== 0 && value < others[name]) return `not below ${name}, which is ${formatDuration(others[name])}`;
    }
    return undefined;
  },
};

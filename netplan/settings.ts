import * as z from 'zod';
import type { AdditionalNetwork } from './additional-network.ts';
import { days, formatDuration, minutes } from './duration.ts';
import { settingLimits } from './limits.ts';
import { checkUrlsField } from './list-fields.ts';
import { expectedMinutes, minutesSchema } from './minutes.ts';
import { setting } from './setting.ts';
import { hotspotMembers } from './settings-hotspot.ts';
import { portalMembers } from './settings-portal.ts';

export { type AdditionalNetwork, additionalNetwork } from './additional-network.ts';

const delay = { from: minutes(1), to: days(30), zero: false };
const reboot = { ...delay, zero: true };

export const networkConfiguration = z.object({
  ...hotspotMembers,
  ...portalMembers,
  device_reboot_after_offline_minutes: setting(minutesSchema(reboot), {
    default: 0,
    describe:
      'Minutes offline after which the device reboots; 0 never. Else 1 minute to 30 days, and not below `offline_before_starting_hotspot_minutes` or `user_idle_minutes`.',
    expected: expectedMinutes(reboot),
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

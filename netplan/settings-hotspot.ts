import * as z from 'zod';
import { addressField } from './addresses.ts';
import {
  expectedInterface,
  expectedPassphrase,
  interfaceField,
  line,
  orNone,
  passphraseField,
  ssidField,
  triState,
} from './fields.ts';
import { setting } from './setting.ts';

/** The members of `network_configuration` that are about the radio and the hotspot. */
export const hotspotMembers = {
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
  hotspot_ssid: setting(orNone(ssidField), {
    default: '',
    describe: 'Whole name of the hotspot, 1 to 32 bytes, instead of prefix and host name. Empty: prefix and host name.',
    expected: '1 to 32 bytes of text',
    extension: true,
  }),
  disable_captive_portal_redirect: setting(z.boolean(), {
    default: false,
    describe:
      '`false`: every name asked for on the hotspot leads to the device, so that phones show their sign-in screen. `true`: only names ending in `.setup` do.',
    expected: 'true or false',
  }),
  captive_portal_answer_address: setting(z.union([z.literal('hotspot'), addressField]), {
    default: '192.0.2.1',
    describe:
      'IPv4 address answered to foreign names on the hotspot; it is ours as well. Some phones show no sign-in screen for a private one. `hotspot`: the address of the hotspot itself.',
    expected: 'an IPv4 address, or "hotspot"',
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
  wifi_power_save: setting(triState, {
    default: null,
    describe:
      '`true` or `false` switches power saving of wifi on or off in the profiles we make. `null`: left to the system.',
    expected: 'true, false or null',
  }),
};

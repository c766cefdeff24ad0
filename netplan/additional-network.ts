import * as z from 'zod';
import { addressField, dnsField, inNetwork, interfaceAddressField } from './addresses.ts';
import { expectedInterface, expectedPassphrase, interfaceField, orNone, passphraseField, ssidField } from './fields.ts';
import type { Secret } from './secret.ts';
import { type Doubt, setting, worded } from './setting.ts';
import type { Ssid } from './ssid.ts';

const members = z.object({
  type: worded(z.enum(['wifi', 'wired']).describe('`wifi` or `wired`. Required.'), { expected: '"wifi" or "wired"' }),
  interface: setting(interfaceField, {
    default: '',
    describe: 'Interface to use, for example `wlan0`; at most 15 characters. Empty: any that fits.',
    expected: expectedInterface,
  }),
  ssid: setting(orNone(ssidField), {
    default: '',
    describe:
      'Name of the wifi network: 1 to 32 bytes of UTF-8, blanks count. Required for `wifi`, unused for `wired`.',
    expected: '1 to 32 bytes of text',
  }),
  psk: setting(orNone(passphraseField), {
    default: '',
    describe: 'Password: 8 to 63 printable ASCII characters, or 64 hexadecimal digits. Empty: an open network.',
    expected: `${expectedPassphrase}; empty for an open network`,
    secret: true,
  }),
  hidden: setting(z.boolean(), {
    default: false,
    describe:
      '`true`: the wifi network does not announce its name, so it is asked for by name. Not for others: whoever listens learns the names that are asked for.',
    expected: 'true or false',
    extension: true,
  }),
  priority: setting(z.int().min(-999).max(999), {
    default: 0,
    describe: 'Order in which networks are tried, −999 to 999; the highest first.',
    expected: 'a whole number from -999 to 999',
  }),
  ipv4_address: setting(interfaceAddressField, {
    default: 'auto',
    describe: 'Address in CIDR form, for example `192.168.1.20/24`. `auto` or empty: DHCP.',
    expected: '"auto", or the IPv4 address of a host with its prefix length, such as "192.168.1.20/24"',
  }),
  ipv4_gateway: setting(orNone(addressField), {
    default: '',
    describe: 'Gateway; used only with an address of its own in `ipv4_address`. Empty: none.',
    expected: 'an IPv4 address',
  }),
  ipv4_dns: setting(dnsField, {
    default: [],
    describe: 'DNS servers, at most 16, used beside those that DHCP gives.',
    expected: 'a list of at most 16 IPv4 addresses',
  }),
  ipv4_route_metric: setting(z.int().min(0).max(4_294_967_295), {
    default: 0,
    describe: 'Lower is preferred. 0: the usual one, 100 for wired and 600 for wifi.',
    expected: 'a whole number from 0 to 4294967295',
  }),
});

type Members = Readonly<Omit<z.output<typeof members>, 'type' | 'ssid' | 'psk'>>;

/** An entry of `additional_networks`, complete. `ipv4_address` is `auto` or an address in CIDR form. */
export type AdditionalNetwork = Members &
  (
    | { readonly type: 'wifi'; readonly ssid: Ssid; readonly psk: Secret | undefined }
    | { readonly type: 'wired'; readonly ssid: undefined; readonly psk: undefined }
  );

export const additionalNetwork = worded(
  members.transform((entry, context): AdditionalNetwork => {
    const { type, ssid, psk, ...rest } = entry;
    if (type === 'wired') return { ...rest, type, ssid: undefined, psk: undefined };
    if (ssid !== undefined) return { ...rest, type, ssid, psk };
    context.issues.push({ code: 'custom', path: ['ssid'], input: '', params: { code: 'missing' } });
    return z.NEVER;
  }),
  {
    expected: 'an object that describes a network',
    secret: true,
    doubts: (given, value) => doubtsAbout(given as Readonly<Record<string, unknown>>, value as AdditionalNetwork),
  },
);

function doubtsAbout(given: Readonly<Record<string, unknown>>, entry: AdditionalNetwork): Doubt[] {
  const doubts: Doubt[] = [];
  for (const member of ['ssid', 'psk', 'hidden'] as const) {
    if (entry.type === 'wired' && (given[member] || '') !== '') {
      doubts.push({ member, code: 'not-used', expected: 'nothing: the network is wired' });
    }
  }
  const { ipv4_address, ipv4_gateway: gateway } = entry;
  if (gateway !== undefined && ipv4_address === 'auto') {
    doubts.push({ member: 'ipv4_gateway', code: 'not-used', expected: 'nothing: DHCP gives the gateway' });
  } else if (gateway !== undefined && !inNetwork(gateway, ipv4_address)) {
    // NetworkManager then adds a route to the gateway itself, which some providers do ask for.
    doubts.push({ member: 'ipv4_gateway', code: 'conflict', expected: `an address in the network of ${ipv4_address}` });
  }
  return doubts;
}

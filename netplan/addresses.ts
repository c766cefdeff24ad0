import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { settingLimits } from './limits.ts';

const unusable = new Set(['multicast', 'broadcast', 'unspecified', 'loopback']);

/** Four decimal parts and nothing else: `ipaddr.IPv4` alone would also read `0x7f.1` and `010.0.0.1`. */
const isHost = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) && !unusable.has(ipaddr.IPv4.parse(text).range());

/** An address with its prefix length that a host may have: neither the network's own nor its broadcast address. */
function isHostInNetwork(text: string): boolean {
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return false;
  const [address, prefix] = ipaddr.IPv4.parseCIDR(text);
  if (prefix === 0 || !isHost(address.toString())) return false;
  if (prefix >= 31) return true; // RFC 3021: both addresses of a /31 are hosts
  return ![ipaddr.IPv4.networkAddressFromCIDR(text), ipaddr.IPv4.broadcastAddressFromCIDR(text)]
    .map(String)
    .includes(address.toString());
}

/** Whether `address` lies in the network of `cidr`. Both are valid already. */
export function inNetwork(address: string, cidr: string): boolean {
  return ipaddr.IPv4.parse(address).match(ipaddr.IPv4.parseCIDR(cidr));
}

export const addressField = z.string().max(15).refine(isHost);

/** `auto` and empty mean DHCP. */
export const interfaceAddressField = z
  .string()
  .max(18)
  .refine((text) => text === '' || text === 'auto' || isHostInNetwork(text))
  .transform((text) => text || 'auto');

/** A list; one text with commas or blanks between is taken as well, because the field is documented as a string. */
export const dnsField = z
  .union([
    z.array(addressField).max(settingLimits.dnsServers),
    z
      .string()
      .max(16 * settingLimits.dnsServers)
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .pipe(z.array(addressField).max(settingLimits.dnsServers)),
  ])
  .transform((list): readonly string[] => list);

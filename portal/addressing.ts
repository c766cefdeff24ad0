import ipaddr from 'ipaddr.js';
import type { Addressing } from '../netplan/profile.ts';
import type { FieldError, FieldProblem } from './errors.ts';
import { addressesFlaw, addressFlaw, type Flaw } from './page/validation.ts';
import type { SubmitRequest } from './requests.ts';

/** Collects what is wrong; the first problem of each field counts. */
export class Flaws {
  readonly errors: FieldError[] = [];

  add(field: string, flaw: Flaw | FieldProblem): void {
    if (flaw === undefined || this.errors.some((error) => error.field === field)) return;
    this.errors.push(typeof flaw === 'string' ? { field, problem: flaw } : { field, ...flaw });
  }
}

/** A value, where there is one: empty text and null mean that nothing was given. */
export const given = (value: string | null | undefined): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : value;

/** The addressing that was asked for; what is wrong with it goes to `flaws`. */
export function readAddressing(request: SubmitRequest, flaws: Flaws): Addressing {
  const dnsText = typeof request.dns === 'object' && request.dns !== null ? request.dns.join(' ') : (request.dns ?? '');
  const [address, gateway] = [given(request.address?.trim()), given(request.gateway?.trim())];
  // With addressing left out, an address that was given decides. `auto` leaves it alone: hidden inputs keep old values.
  const chosen = given(request.addressing) ?? (address === undefined ? 'auto' : 'manual');
  const dns = dnsText.split(/[\s,]+/).filter((server) => server !== '');
  flaws.add('dns', addressesFlaw(dnsText));
  if (dns.length > 4) flaws.add('dns', { problem: 'too-long', limit: 4 });
  if (chosen !== 'manual') return { method: 'auto', dns };
  if (address === undefined) flaws.add('address', 'required');
  else flaws.add('address', addressFlaw(address) ?? hostFlaw(address));
  if (gateway !== undefined) {
    flaws.add('gateway', addressesFlaw(gateway));
    if (flaws.errors.length === 0 && address !== undefined) flaws.add('gateway', gatewayFlaw(gateway, address));
  }
  return { method: 'manual', address: address ?? '', gateway, dns };
}

/** An address that names the whole network or everybody in it cannot be a machine's (but RFC 3021: /31 has neither). */
function hostFlaw(cidr: string): Flaw {
  const [address, prefix] = ipaddr.IPv4.parseCIDR(cidr);
  const reserved = ['multicast', 'loopback', 'unspecified', 'broadcast'].includes(address.range());
  const isWhole =
    prefix < 31 &&
    [ipaddr.IPv4.networkAddressFromCIDR(cidr), ipaddr.IPv4.broadcastAddressFromCIDR(cidr)].some(
      (whole) => whole.toString() === address.toString(),
    );
  return reserved || isWhole ? { problem: 'not-a-network-address' } : undefined;
}

function gatewayFlaw(gateway: string, cidr: string): Flaw {
  const [address, prefix] = ipaddr.IPv4.parseCIDR(cidr);
  const other = ipaddr.IPv4.parse(gateway);
  return other.match(address, prefix) && other.toString() !== address.toString()
    ? undefined
    : { problem: 'not-in-subnet' };
}

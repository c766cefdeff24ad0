import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { parseJson } from './address.ts';
import type { RunProgram } from './program.ts';

/** The apps have 10.42.0.1 built in: any other is used only when this one is taken, and then said. */
export const usualAddress = '10.42.0.1/24';

const candidates = [
  ...Array.from({ length: 256 }, (_, third) => `10.42.${third}.1/24`),
  '172.30.42.1/24',
  '192.168.242.1/24',
];

/** Routes wider than this (a VPN's 10.0.0.0/8) give way to the hotspot's narrower one without harm. */
const widestInTheWay = 16;

export type Route = { readonly destination: string; readonly interface: string | undefined };

/**
 * An address for the hotspot whose network no route of the machine overlaps, but for those of the hotspot's own
 * interface, which go when it starts.
 */
export function freeSubnet(routes: readonly Route[], hotspotInterface: string): string {
  const taken = routes
    .filter((route) => route.interface !== hotspotInterface)
    .map(({ destination }) => parseDestination(destination))
    .filter((network) => network !== undefined && network[1] >= widestInTheWay);
  const free = candidates.find((cidr) => !taken.some((network) => network !== undefined && overlap(network, cidr)));
  return free ?? usualAddress;
}

type Network = readonly [ipaddr.IPv4, number];

function parseDestination(text: string): Network | undefined {
  const cidr = text.includes('/') ? text : `${text}/32`;
  return ipaddr.IPv4.isValidCIDR(cidr) ? ipaddr.IPv4.parseCIDR(cidr) : undefined;
}

function overlap([address, prefix]: Network, cidr: string): boolean {
  const [own, ownPrefix] = ipaddr.IPv4.parseCIDR(cidr);
  return address.match(own, Math.min(prefix, ownPrefix));
}

const listing = z.array(z.object({ dst: z.string(), dev: z.string().optional() }));

/** Every IPv4 route, of every table; none where they cannot be read. */
export async function readRoutes(run: RunProgram): Promise<readonly Route[]> {
  const { output } = await run('ip', ['-json', '-4', 'route', 'show', 'table', 'all']);
  const checked = listing.safeParse(parseJson(output));
  return checked.success ? checked.data.map(({ dst, dev }) => ({ destination: dst, interface: dev })) : [];
}

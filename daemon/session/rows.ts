import { createHash } from 'node:crypto';
import type { Observation, Security, VisibleNetwork } from '../../netplan/network.ts';
import type { Ssid } from '../../netplan/ssid.ts';
import type { NetworkRow } from '../../portal/session.ts';

/** What the page sends back instead of a name: says nothing, needs no escaping, and is the same after a reload. */
export const rowId = (ssid: Ssid): string =>
  createHash('sha256').update(`row ${ssid}`).digest('base64url').slice(0, 12);

/**
 * The one way in which a network with several kinds of access points is joined: WPA2/WPA3 mixed networks as WPA2, which
 * every one of their access points takes; an open one only if there is nothing better.
 */
export function bestSecurity(offered: readonly Security[]): Security {
  const order: readonly Security[] = ['wpa-psk', 'sae', 'enterprise', 'owe', 'open', 'wep'];
  return order.find((kind) => offered.includes(kind)) ?? 'unknown';
}

export const isSupported = (security: Security): boolean => security !== 'wep' && security !== 'unknown';

/** The list that people see: strongest first, never our own hotspot. */
export function rowsFrom(observation: Observation, hotspot: Ssid): readonly NetworkRow[] {
  const known = new Set(observation.profiles.filter(({ source }) => source !== 'hotspot').map(({ ssid }) => ssid));
  const connected = new Set(observation.links.filter(({ state }) => state === 'active').map(({ ssid }) => ssid));
  const row = ({ ssid, security, signal }: VisibleNetwork): NetworkRow => {
    const best = bestSecurity(security);
    return {
      id: rowId(ssid),
      ssid,
      security: best,
      supported: isSupported(best),
      signal,
      known: known.has(ssid),
      connected: connected.has(ssid),
    };
  };
  return observation.visible
    .filter(({ ssid }) => ssid !== hotspot)
    .map(row)
    .sort((a, b) => b.signal - a.signal || (a.ssid < b.ssid ? -1 : 1));
}

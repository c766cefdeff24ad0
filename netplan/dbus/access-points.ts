import type { Security, VisibleNetwork } from '../network.ts';
import type { Ssid } from '../ssid.ts';
import { ssidOf } from './reading.ts';

/** An access point (BSS) as NetworkManager shows it. */
export type AccessPoint = {
  readonly Ssid: Uint8Array;
  /** `NM80211ApFlags` */
  readonly Flags: number;
  /** `NM80211ApSecurityFlags`, from its WPA and from its RSN element. */
  readonly WpaFlags: number;
  readonly RsnFlags: number;
  /** `NM80211Mode`; 3 is our own access point. */
  readonly Mode: number;
  /** MHz */
  readonly Frequency: number;
  /** 0 to 100 */
  readonly Strength: number;
  /** BSSID */
  readonly HwAddress: string;
  /** Seconds of CLOCK_BOOTTIME; -1: never in a scan. */
  readonly LastSeen: number;
};

const infrastructure = 2;
const privacy = 0x1;
const keyManagement = { psk: 0x100, eap: 0x200, sae: 0x400, owe: 0x800, oweTransition: 0x1000, suiteB: 0x2000 };

/** Each kind of security that this access point offers. */
export function securityOf(point: Pick<AccessPoint, 'Flags' | 'WpaFlags' | 'RsnFlags'>): readonly Security[] {
  const flags = point.WpaFlags | point.RsnFlags;
  const offers = (bit: number) => (flags & bit) !== 0;
  const kinds: Security[] = [];
  if (offers(keyManagement.psk)) kinds.push('wpa-psk');
  if (offers(keyManagement.sae)) kinds.push('sae');
  if (offers(keyManagement.eap)) kinds.push('enterprise');
  if (offers(keyManagement.owe)) kinds.push('owe');
  // The open half of an OWE transition pair: it leads to a twin of another, hidden name, which joining finds by itself.
  if (offers(keyManagement.oweTransition)) kinds.push('owe', 'open');
  if (kinds.length > 0) return kinds;
  // WPA3-Enterprise 192 bit asks for client certificates; other bits say something that this list does not know.
  if (flags !== 0) return ['unknown'];
  return (point.Flags & privacy) === 0 ? ['open'] : ['wep'];
}

const order: readonly Security[] = ['open', 'owe', 'wpa-psk', 'sae', 'enterprise', 'wep', 'unknown'];

/**
 * One entry for each name, strongest first: people choose a name, and the radio chooses the access point. Left out are
 * hidden ones (no name), those of other kinds (ad-hoc, mesh), and every sighting of `own`, the hotspot's names.
 */
export function visibleNetworks(
  points: readonly AccessPoint[],
  own: { readonly ssids: ReadonlySet<Ssid>; readonly address: string },
): readonly VisibleNetwork[] {
  const networks = new Map<Ssid, { security: Set<Security>; signal: number; frequencies: Set<number> }>();
  for (const point of points) {
    const ssid = ssidOf(point.Ssid);
    if (ssid === undefined || isBlank(point.Ssid) || point.Mode !== infrastructure || own.ssids.has(ssid)) continue;
    if (point.HwAddress.toLowerCase() === own.address.toLowerCase()) continue;
    const network = networks.get(ssid) ?? { security: new Set(), signal: 0, frequencies: new Set() };
    networks.set(ssid, network);
    for (const kind of securityOf(point)) network.security.add(kind);
    network.signal = Math.max(network.signal, Math.min(100, point.Strength));
    network.frequencies.add(point.Frequency);
  }
  return [...networks]
    .map(([ssid, { security, signal, frequencies }]) => ({
      ssid,
      security: order.filter((kind) => security.has(kind)),
      signal,
      frequencies: [...frequencies].sort((a, b) => a - b),
    }))
    .sort((a, b) => b.signal - a.signal || (a.ssid < b.ssid ? -1 : 1));
}

/** Some access points hide their name behind zeros of the same length. */
const isBlank = (ssid: Uint8Array): boolean => ssid.every((byte) => byte === 0);

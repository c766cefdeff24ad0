import type { Hotspot } from './profile.ts';
import type { NetworkConfiguration } from './settings.ts';
import { cutToBytes, maximumSsidBytes, type Ssid, ssidFromText } from './ssid.ts';

/** At least so much of the host name stays in the hotspot's, where there is so much: a short serial number. */
const keptOfHost = 8;

/** The hotspot of this device. `hostName` may be a full domain name; only its first label is used. */
export function hotspotFrom(network: NetworkConfiguration, hostName: string): Hotspot {
  return {
    interface: network.hotspot_interface,
    ssid: network.hotspot_ssid ?? hotspotSsid(network.hotspot_prefix, hostName),
    password: network.hotspot_password,
    answerAddress: network.captive_portal_answer_address,
    country: network.wifi_country,
  };
}

/**
 * `<prefix>-<host>` in 32 bytes. Of a host name that is too long the end stays: machines of one kind have names that
 * begin alike and end in a number. A prefix that leaves no room for that is cut at its end. Characters stay whole.
 */
export function hotspotSsid(prefix: string, hostName: string): Ssid {
  const host = hostName.split('.', 1)[0] ?? '';
  if (host === '') return ssidFromText(cutToBytes(prefix, maximumSsidBytes));
  const kept = Math.min(Buffer.byteLength(host), keptOfHost);
  const start = cutToBytes(prefix, maximumSsidBytes - 1 - kept);
  return ssidFromText(`${start}-${endOf(host, maximumSsidBytes - 1 - Buffer.byteLength(start))}`);
}

/** As much of the end of `text` as fits in `limit` bytes of UTF-8, without splitting a character. */
function endOf(text: string, limit: number): string {
  let end = '';
  for (const { segment } of [...new Intl.Segmenter().segment(text)].toReversed()) {
    if (Buffer.byteLength(segment) + Buffer.byteLength(end) > limit) break;
    end = segment + end;
  }
  return end;
}

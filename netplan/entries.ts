import type { Addressing, Profile, WifiPart } from './profile.ts';
import type { AdditionalNetwork, NetworkSettings } from './settings.ts';
import { uuidFromName } from './uuid.ts';

/**
 * The profiles that `additional_networks` ask for, in the order of the settings. Wired ones connect by themselves;
 * wifi ones only with `turn_on_hotspot_if_wifi_has_no_internet`, but exist either way, so that they can be joined.
 */
export function profilesFrom(settings: NetworkSettings): Profile[] {
  const entries = Object.entries(settings.additional_networks);
  const ports = new Set(entries.flatMap(([, { type, interface: port }]) => (type === 'wired' && port ? [port] : [])));
  return entries.map(([name, entry]) => profileFrom(name, entry, settings, [...ports].sort()));
}

function profileFrom(
  name: string,
  entry: AdditionalNetwork,
  settings: NetworkSettings,
  ports: readonly string[],
): Profile {
  const { turn_on_hotspot_if_wifi_has_no_internet, wifi_power_save } = settings.network_configuration;
  return {
    // Of the name, not of the SSID: two entries may name one network, with another address or priority.
    id: uuidFromName(`settings/${name}`),
    name,
    source: 'settings',
    interface: entry.interface,
    // NetworkManager would prefer whichever worked last, and never give the other one its turn.
    ...(entry.type === 'wired' && entry.interface === undefined && ports.length > 0 ? { notOn: ports } : {}),
    wifi: entry.type === 'wifi' ? wifiFrom(entry, wifi_power_save) : undefined,
    addressing: addressingFrom(entry),
    priority: entry.priority,
    routeMetric: entry.ipv4_route_metric,
    autoconnect: entry.type === 'wired' || turn_on_hotspot_if_wifi_has_no_internet,
  };
}

/** An entry does not say whether its password is for WPA2 or WPA3: `unknown` tries wpa-psk first, then sae. */
function wifiFrom(entry: AdditionalNetwork & { readonly type: 'wifi' }, powerSave: boolean | undefined): WifiPart {
  return {
    ssid: entry.ssid,
    hidden: entry.hidden,
    security: entry.psk === undefined ? 'open' : 'unknown',
    psk: entry.psk,
    enterprise: undefined,
    powerSave,
  };
}

/** Without an address of its own NetworkManager refuses a gateway; the settings have warned of that already. */
function addressingFrom({ ipv4_address, ipv4_gateway, ipv4_dns }: AdditionalNetwork): Addressing {
  return ipv4_address === 'auto'
    ? { method: 'auto', dns: ipv4_dns }
    : { method: 'manual', address: ipv4_address, gateway: ipv4_gateway, dns: ipv4_dns };
}

import { hotspotFrom } from '../netplan/hotspot.ts';
import type { Rules } from './provisioning/state.ts';
import type { Settings } from './settings.ts';

/** What the settings mean for the provisioning machine on this device. */
export function rulesFrom(
  settings: Settings,
  device: { readonly hostName: string; readonly mayReboot: boolean },
): Omit<Rules, 'wished'> {
  const network = settings.network_configuration;
  return {
    enabled: !settings.advanced_settings.disable_network_configuration,
    internetRequired: network.turn_on_hotspot_if_wifi_has_no_internet,
    beforeHotspot: network.offline_before_starting_hotspot_minutes,
    retry: network.retry_connection_timeout_minutes,
    userIdle: network.user_idle_minutes,
    beforeReboot:
      device.mayReboot && network.device_reboot_after_offline_minutes > 0
        ? network.device_reboot_after_offline_minutes
        : undefined,
    hotspot: hotspotFrom(network, device.hostName),
  };
}

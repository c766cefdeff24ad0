import type { Hotspot } from '../profile.ts';
import { ssidBytes, ssidText } from '../ssid.ts';
import { addressData, type Settings } from './dictionary.ts';
import { marked } from './marks.ts';
import { boolean, bytes, int32, string, strings, uint32 } from './values.ts';

/** What is decided for each activation. */
export type Setup = {
  readonly id: string;
  readonly interface: string;
  /** In CIDR form, for example `10.42.0.1/24`. */
  readonly address: string;
  readonly channel: number;
  readonly digest: string;
};

/**
 * The hotspot's profile. WPA2 with CCMP and nothing else, and without management frame protection: mixed modes make
 * some phones and some drivers refuse each other, and an SSID of this form is what every phone since 2006 can join.
 */
export function hotspotSettings(hotspot: Hotspot, setup: Setup): Settings {
  return {
    connection: {
      id: string(`Hotspot ${ssidText(hotspot.ssid).replaceAll('\0', '')}`),
      uuid: string(setup.id),
      type: string('802-11-wireless'),
      'interface-name': string(setup.interface),
      autoconnect: boolean(false),
    },
    '802-11-wireless': {
      ssid: bytes(ssidBytes(hotspot.ssid)),
      mode: string('ap'),
      band: string('bg'), // 2.4 GHz is what every phone has, and needs no radar detection
      channel: uint32(setup.channel),
      'assigned-mac-address': string('permanent'),
    },
    '802-11-wireless-security': {
      'key-mgmt': string('wpa-psk'),
      proto: strings(['rsn']),
      pairwise: strings(['ccmp']),
      group: strings(['ccmp']),
      'wps-method': uint32(1), // disabled: else Windows asks for a router's button that we do not have
      pmf: int32(1), // disable: NM_SETTING_WIRELESS_SECURITY_PMF_DISABLE
      psk: string(hotspot.password.reveal()),
    },
    ipv4: {
      method: string('shared'),
      'address-data': addressData(setup.address),
      'never-default': boolean(true), // the hotspot must never be the way to the internet
    },
    ipv6: { method: string('disabled') },
    user: marked({ source: 'hotspot', digest: setup.digest, answerAddress: hotspot.answerAddress }),
  };
}

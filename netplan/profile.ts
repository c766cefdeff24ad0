import type { Enterprise, Security, Source } from './network.ts';
import type { Secret } from './secret.ts';
import type { Ssid } from './ssid.ts';

/** IPv4 of a profile. DNS servers are used beside those of DHCP when `method` is `auto`. */
export type Addressing =
  | { readonly method: 'auto'; readonly dns: readonly string[] }
  | {
      readonly method: 'manual';
      /** CIDR form, for example `192.168.1.20/24`. */
      readonly address: string;
      readonly gateway: string | undefined;
      readonly dns: readonly string[];
    };

export type WifiPart = {
  readonly ssid: Ssid;
  readonly hidden: boolean;
  /** `unknown`: wpa-psk is tried first, then sae. */
  readonly security: Security;
  /** 8 to 63 printable ASCII characters, or 64 hexadecimal digits (the PSK itself). */
  readonly psk: Secret | undefined;
  readonly enterprise: Enterprise | undefined;
  /** `802-11-wireless.powersave`; `undefined`: the system's default. */
  readonly powerSave: boolean | undefined;
};

/** A network that should be saved: what `dictionary.ts` turns into NetworkManager's settings, to the last key. */
export type Profile = {
  /** NetworkManager connection UUID: for `settings`, version 5 of the entry's name, so that it is the same after a reboot. */
  readonly id: string;
  readonly name: string;
  readonly source: Exclude<Source, 'hotspot' | 'other'>;
  readonly interface: string | undefined;
  /** Of a cable for any port: those that it leaves to entries which name them. Absent: none. */
  readonly notOn?: readonly string[];
  readonly wifi: WifiPart | undefined; // undefined: wired
  readonly addressing: Addressing;
  /** −999 to 999, higher first. */
  readonly priority: number;
  /** `ipv4.route-metric`; 0 or less: NetworkManager's own (100 wired, 600 wifi). */
  readonly routeMetric: number;
  readonly autoconnect: boolean;
};

/** The hotspot as it should be. Its radio settings are fixed: see docs/architecture.md. */
export type Hotspot = {
  /** `undefined`: the first wifi device that can. */
  readonly interface: string | undefined;
  readonly ssid: Ssid;
  readonly password: Secret;
  /** Answered to foreign names, and ours as well; `hotspot`: the hotspot's own address. */
  readonly answerAddress: string;
  /** ISO 3166-1 alpha-2; `undefined`: left as it is. */
  readonly country: string | undefined;
};

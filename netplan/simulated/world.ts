import type { Internet, Security, Source } from '../network.ts';
import type { Profile } from '../profile.ts';
import type { Ssid } from '../ssid.ts';

/** What is really behind an access point or a cable; what NetworkManager knows of it is another thing, and later. */
export type Upstream = Exclude<Internet, 'unknown'>;

/** How a router treats those who know its password. The odd ones are broken or strict, and come from field reports. */
export type Temper =
  | 'normal'
  | 'refuses' // a list of hardware addresses, or full
  | 'disassociates' // lets in, and throws out before the handshake ends
  | 'silent'; // never answers

/** One access point (BSS). Several of one SSID are one network to the eye. */
export type AccessPoint = {
  /** Its BSSID. */
  readonly id: string;
  readonly ssid: Ssid;
  readonly security: readonly Security[];
  readonly password: string | undefined;
  /** The user's name, for `enterprise`. */
  readonly identity: string | undefined;
  /** 0 to 100 as received by the device; 0 is out of range. */
  readonly signal: number;
  /** Centre of its channel, in MHz. */
  readonly frequency: number;
  readonly hidden: boolean;
  /** Gives out addresses. */
  readonly dhcp: boolean;
  readonly internet: Upstream;
  readonly on: boolean;
  readonly temper: Temper;
  /** IPv4 addresses that somebody there has already. */
  readonly taken: readonly string[];
};

/** A wired port of the device, and what its cable leads to. */
export type Port = {
  readonly interface: string;
  readonly plugged: boolean;
  readonly dhcp: boolean;
  readonly internet: Upstream;
  /** What its DHCP gives, in CIDR form. */
  readonly address: string;
};

/** The device's radio and its driver. */
export type Radio = {
  readonly interface: string;
  readonly hardwareAddress: string;
  /** False: no such device, or unplugged. */
  readonly present: boolean;
  readonly block: 'on' | 'soft-blocked' | 'hard-blocked';
  readonly canBeHotspot: boolean;
  /** Hotspot and client at once; most radios of small boards cannot. */
  readonly both: boolean;
  readonly scansInHotspot: boolean;
  /** The next scans fail, this many. */
  readonly scanFailures: number;
  /** The next hotspot activations fail, this many. */
  readonly hotspotFailures: number;
  readonly securities: readonly Security[];
  /** The regulatory domain; `00`: not set. */
  readonly country: string | undefined;
};

/** Every profile that can be stored; unlike the agent, the town also knows those of others. */
export type AnyProfile = Omit<Profile, 'source'> & { readonly source: Exclude<Source, 'hotspot'> };

export const audible = (accessPoint: AccessPoint): boolean => accessPoint.on && accessPoint.signal > 0;

export type NewAccessPoint = Pick<AccessPoint, 'ssid'> & Partial<AccessPoint>;

/** @param index makes the BSSID, a locally administered one, when none is given */
export function accessPointFrom(given: NewAccessPoint, index: number): AccessPoint {
  const { password, identity } = given;
  const usual: Security = identity !== undefined ? 'enterprise' : password !== undefined ? 'wpa-psk' : 'open';
  return {
    id: `02:00:00:00:${byte(index >> 8)}:${byte(index)}`,
    security: [usual],
    signal: 70,
    frequency: 2437,
    hidden: false,
    dhcp: true,
    internet: 'yes',
    on: true,
    temper: 'normal',
    taken: [],
    ...given,
    password,
    identity,
  };
}

const byte = (value: number): string => (value & 255).toString(16).padStart(2, '0');

export const portFrom = (given: Partial<Port> & Pick<Port, 'interface'>, index: number): Port => ({
  plugged: false,
  dhcp: true,
  internet: 'yes',
  address: `10.77.${index}.23/24`,
  ...given,
});

export const usualRadio: Radio = {
  interface: 'wlan0',
  hardwareAddress: '02:00:00:00:ff:01',
  present: true,
  block: 'on',
  canBeHotspot: true,
  both: false,
  scansInHotspot: true,
  scanFailures: 0,
  hotspotFailures: 0,
  securities: ['open', 'owe', 'wpa-psk', 'sae', 'enterprise'],
  country: 'DE',
};

/** Everything outside the device's NetworkManager, as it is now. Changed by the town alone. */
export type World = {
  readonly accessPoints: Map<string, AccessPoint>;
  readonly ports: Map<string, Port>;
  radio: Radio;
  /** Whether NetworkManager has a check URI; without one it cannot tell what is behind a link. */
  checksInternet: boolean;
};

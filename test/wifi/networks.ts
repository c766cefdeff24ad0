// Networks to join, as a person or the settings would give them.
import { randomUUID } from 'node:crypto';
import type { Enterprise, Security } from '../../netplan/network.ts';
import type { Addressing, Profile } from '../../netplan/profile.ts';
import { Secret } from '../../netplan/secret.ts';
import { type Ssid, ssidFromText, ssidText } from '../../netplan/ssid.ts';

type Wish = {
  readonly ssid: string | Ssid;
  readonly psk?: string | undefined;
  readonly security?: Security;
  readonly enterprise?: Omit<Enterprise, 'password'> & { readonly password: string };
  readonly hidden?: boolean;
  readonly addressing?: Addressing;
};

/** Bytes are given in hexadecimal, with `ssidFromBytes`; anything else is text. */
const isBytes = (ssid: string): ssid is Ssid => /^([0-9a-f]{2})+$/.test(ssid);

export function submission({ ssid, psk, security, enterprise, hidden = false, addressing }: Wish): Profile {
  const name = isBytes(ssid) ? ssid : ssidFromText(ssid);
  return {
    id: randomUUID(),
    name: ssidText(name).replaceAll('\0', ''),
    source: 'submission',
    interface: undefined,
    wifi: {
      ssid: name,
      hidden,
      security: security ?? (psk === undefined ? 'open' : 'wpa-psk'),
      psk: psk === undefined ? undefined : new Secret(psk),
      enterprise: enterprise && { ...enterprise, password: new Secret(enterprise.password) },
      powerSave: undefined,
    },
    addressing: addressing ?? { method: 'auto', dns: [] },
    priority: 0,
    routeMetric: 0,
    autoconnect: false,
  };
}

/** The same as an entry of `additional_networks`. */
export const saved = (wish: Wish, part: Partial<Profile> = {}): Profile => ({
  ...submission(wish),
  source: 'settings',
  ...part,
});

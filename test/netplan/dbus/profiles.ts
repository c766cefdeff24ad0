import type { Profile, WifiPart } from '../../../netplan/profile.ts';
import { Secret } from '../../../netplan/secret.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';

export const wifi: WifiPart = {
  ssid: ssidFromText('My Home'),
  hidden: false,
  security: 'wpa-psk',
  psk: new Secret('correct horse'),
  enterprise: undefined,
  powerSave: undefined,
};

export const profile: Profile = {
  id: '5f3c1f4e-6d4b-5a53-9d51-0f7f5b1f0c11',
  name: 'home',
  source: 'settings',
  interface: undefined,
  wifi,
  addressing: { method: 'auto', dns: [] },
  priority: 0,
  routeMetric: 0,
  autoconnect: true,
};

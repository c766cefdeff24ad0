import type { WifiDevice } from '../network.ts';
import type { Device, Manager } from './objects.ts';
import { deviceStates } from './states.ts';

/** `NMDeviceType` */
export const deviceTypes = { ethernet: 1, wifi: 2, virtualEthernet: 20, wifiPeerToPeer: 30, loopback: 32 } as const;

/** `NMDeviceWifiCapabilities`: can be an access point. */
const canBeAccessPoint = 0x40;

const byName = new Intl.Collator('en', { numeric: true });

/** Whether hotspot and submissions may use it: a wifi device, and NetworkManager's to use. */
const isUsable = (device: Device): boolean =>
  device.DeviceType === deviceTypes.wifi && device.wireless !== undefined && device.State > deviceStates.unmanaged;

export const canBeHotspot = ({ wireless }: Device): boolean =>
  ((wireless?.WirelessCapabilities ?? 0) & canBeAccessPoint) !== 0;

/**
 * The wifi device for the hotspot and for submissions: the configured one or none; else the one chosen before, while it
 * is there; else the first by name that can be an access point; else the first. A device plugged in later does not
 * take the role over.
 */
export function chooseDevice(
  devices: Iterable<Device>,
  configured: string | undefined,
  former: string | undefined,
): Device | undefined {
  const usable = [...devices].filter(isUsable).sort((a, b) => byName.compare(a.Interface, b.Interface));
  if (configured !== undefined) return usable.find((each) => each.Interface === configured);
  const capable = usable.filter(canBeHotspot);
  const choice = capable.length > 0 ? capable : usable;
  return choice.find((each) => each.Interface === former) ?? choice[0];
}

export const radioState = ({ WirelessEnabled, WirelessHardwareEnabled }: Manager): WifiDevice['radio'] =>
  !WirelessHardwareEnabled ? 'hard-blocked' : WirelessEnabled ? 'on' : 'soft-blocked';

export const wifiDevice = (device: Device, manager: Manager, country: string | undefined): WifiDevice => ({
  interface: device.Interface,
  hardwareAddress: device.wireless?.PermHwAddress || device.wireless?.HwAddress || '',
  radio: radioState(manager),
  canBeHotspot: canBeHotspot(device),
  country,
  autoconnect: device.Autoconnect,
});

import ipaddr from 'ipaddr.js';
import type { Internet, Link, SavedProfile } from '../network.ts';
import { deviceTypes } from './devices.ts';
import type { Device, World } from './objects.ts';
import { connectionFlags, ssidOf } from './reading.ts';
import { deviceStates } from './states.ts';

/** `NMConnectivityState` */
const connectivity = { none: 1, portal: 2, limited: 3, full: 4 } as const;

/**
 * What NetworkManager knows about the internet behind a device. Without a check URI it says "full" for any link: then
 * it knows nothing.
 */
export function internetOf(device: Pick<Device, 'Ip4Connectivity' | 'Ip6Connectivity'>, world: World): Internet {
  const { manager } = world;
  if (manager === undefined || !manager.ConnectivityCheckAvailable || !manager.ConnectivityCheckEnabled)
    return 'unknown';
  const states = [device.Ip4Connectivity, device.Ip6Connectivity];
  if (states.includes(connectivity.full)) return 'yes';
  if (states.includes(connectivity.portal)) return 'sign-in';
  return states.some((state) => state === connectivity.none || state === connectivity.limited) ? 'no' : 'unknown';
}

/** The device's connections, and those it is making. Not the hotspot, not the loopback, nothing peer-to-peer. */
export function linksOf(world: World, profiles: readonly SavedProfile[], apart: ReadonlySet<string>): readonly Link[] {
  const known = new Map(profiles.map((profile) => [profile.id, profile]));
  const links: Link[] = [];
  for (const device of world.devices.values()) {
    const state = linkState(device.State);
    const activation = world.activations.get(device.ActiveConnection);
    if (state === undefined || activation === undefined || isNoLink(device)) continue;
    const profile = known.get(activation.Uuid);
    if (profile?.source === 'hotspot') continue;
    links.push({
      interface: device.Interface,
      kind: kindOf(device, profile, world.connections.get(activation.Connection)),
      state,
      profile: activation.Uuid,
      ssid: ssidOf(world.accessPoints.get(device.wireless?.ActiveAccessPoint ?? '/')?.Ssid) ?? profile?.ssid,
      addresses: [device.Ip4Config, device.Ip6Config]
        .flatMap((path) => world.addresses.get(path) ?? [])
        .filter((cidr) => !isLinkLocal(cidr)),
      internet: internetOf(device, world),
      ...(apart.has(device.path) ? { apart: true } : {}),
    });
  }
  return links;
}

function linkState(state: number): Link['state'] | undefined {
  if (state === deviceStates.activated) return 'active';
  return state >= deviceStates.prepare && state < deviceStates.activated ? 'activating' : undefined;
}

const isNoLink = ({ DeviceType }: Device): boolean =>
  DeviceType === deviceTypes.loopback || DeviceType === deviceTypes.wifiPeerToPeer;

/** An access point that somebody else set up on this machine is no way to the world. */
function kindOf({ DeviceType }: Device, profile: SavedProfile | undefined, flags: number | undefined): Link['kind'] {
  if (DeviceType === deviceTypes.ethernet) return 'wired';
  // The cable of a container that we run in, unless another program set it up: then it leads to a container of its own.
  const external = ((flags ?? connectionFlags.external) & connectionFlags.external) !== 0;
  if (DeviceType === deviceTypes.virtualEthernet && !external) return 'wired';
  return DeviceType === deviceTypes.wifi && profile?.kind !== 'other' ? 'wifi' : 'other';
}

function isLinkLocal(cidr: string): boolean {
  const address = cidr.split('/')[0] ?? '';
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'linkLocal';
}

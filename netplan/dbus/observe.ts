import type { Instant } from '../duration.ts';
import type { HotspotState, Observation, SavedProfile } from '../network.ts';
import { nothingSeen } from '../nothing-seen.ts';
import { visibleNetworks } from './access-points.ts';
import { chooseDevice, wifiDevice } from './devices.ts';
import { linksOf } from './links.ts';
import type { Activation, Device, World } from './objects.ts';
import { connectionFlags, marksIn, type StoredSettings, savedProfile } from './reading.ts';
import { activeStates } from './states.ts';

/** Everything that an observation is made of. */
export type Facts = {
  readonly at: Instant;
  /** CLOCK_BOOTTIME at that moment, in milliseconds. */
  readonly upTime: number;
  readonly world: World;
  /** By path; those that could be read. */
  readonly settings: ReadonlyMap<string, StoredSettings>;
  readonly configuredInterface: string | undefined;
  readonly formerInterface: string | undefined;
  /** Paths of devices; see `Apart`. */
  readonly apart: ReadonlySet<string>;
};

/** What NetworkManager does not tell of the radio; see `Radio`. */
export type RadioFacts = { readonly country: string | undefined; readonly stations: number | undefined };

const notAsked: RadioFacts = { country: undefined, stations: undefined };

/** Without `radio` its members are `undefined`: a single step needs neither, and they cost a program each. */
export function observation(facts: Facts, { country, stations }: RadioFacts = notAsked): Observation {
  const { at, world } = facts;
  const { manager } = world;
  if (manager === undefined || manager.Startup) return nothingSeen(at);
  const profiles = savedProfiles(facts);
  const device = chosenDevice(facts);
  const points = device?.wireless?.AccessPoints.flatMap((path) => world.accessPoints.get(path) ?? []) ?? [];
  const age = device && listAge(device, facts);
  return {
    at,
    available: true,
    device: device && wifiDevice(device, manager, country),
    links: linksOf(world, profiles, facts.apart),
    visible: visibleNetworks(points, {
      ssids: new Set(profiles.flatMap(({ source, ssid }) => (source === 'hotspot' && ssid ? [ssid] : []))),
      address: device?.wireless?.HwAddress ?? '',
    }),
    scannedAt: age === undefined ? undefined : at - age,
    profiles,
    hotspot: hotspotState(facts, stations),
    guard: undefined,
  };
}

/** How old a device's list of networks is, in milliseconds; `undefined`: it has never scanned. */
export function listAge({ wireless }: Device, { upTime }: Facts): number | undefined {
  const lastScan = Number(wireless?.LastScan ?? -1n);
  return lastScan < 0 ? undefined : Math.max(0, upTime - lastScan);
}

/** The hotspot's device while it is there, so that another one does not get a second hotspot; else the usual choice. */
export function chosenDevice({ world, settings, configuredInterface, formerInterface }: Facts): Device | undefined {
  const carrier = hotspotActivation(world, settings)?.Devices.map((path) => world.devices.get(path)?.Interface)[0];
  return chooseDevice(world.devices.values(), configuredInterface, carrier ?? formerInterface);
}

/** Those that NetworkManager made up for what others set up are not saved. */
function savedProfiles({ world, settings }: Facts): readonly SavedProfile[] {
  const made = connectionFlags.generated | connectionFlags.external;
  return [...settings].flatMap(([path, each]) => {
    const flags = world.connections.get(path) ?? 0;
    return (flags & made) === 0 ? [savedProfile(each, flags)] : [];
  });
}

export function hotspotActivation(
  { activations }: World,
  settings: ReadonlyMap<string, StoredSettings>,
): (Activation & { readonly path: string }) | undefined {
  for (const [path, activation] of activations) {
    const stored = settings.get(activation.Connection);
    const isOn = activation.State === activeStates.activating || activation.State === activeStates.activated;
    if (isOn && stored !== undefined && marksIn(stored)?.source === 'hotspot') return { ...activation, path };
  }
  return undefined;
}

function hotspotState({ world, settings }: Facts, stations: number | undefined): HotspotState {
  const activation = hotspotActivation(world, settings);
  if (activation === undefined) return { state: 'down' };
  const device = world.devices.get(activation.Devices[0] ?? '/');
  const address = world.addresses.get(device?.Ip4Config ?? '/')?.[0]?.split('/')[0];
  const stored = settings.get(activation.Connection);
  if (activation.State !== activeStates.activated || address === undefined || stored === undefined) {
    return { state: 'starting' };
  }
  return { state: 'up', profile: activation.Uuid, address, digest: marksIn(stored)?.digest, stations };
}

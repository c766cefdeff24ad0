import { seconds } from '../duration.ts';
import { NetworkError } from '../errors.ts';
import type { Internet } from '../network.ts';
import type { Join } from '../plan.ts';
import type { Ssid } from '../ssid.ts';
import { securityOf } from './access-points.ts';
import { chooseDevice, radioState } from './devices.ts';
import type { Ground } from './join.ts';
import { internetOf } from './links.ts';
import type { World } from './objects.ts';
import { chosenDevice, type Facts, listAge, observation } from './observe.ts';
import { ssidOf } from './reading.ts';
import type { Circumstances } from './states.ts';

/** wpa_supplicant joins from a list that is younger than 5 s; it is asked to within a second or two. */
const freshList = seconds(3);

/**
 * Where a join happens, and what is known of its network before it begins: while a radio joins it hears nothing else.
 * @throws NetworkError `refused` when the saved profile is gone, `no-wifi-device`
 */
export function ground(
  join: Join,
  facts: Facts,
  look: () => Promise<Facts>,
  checkConnectivity: () => Promise<void>,
): Ground {
  const { profiles, visible } = observation(facts);
  const target = join.target;
  const saved = target.kind === 'saved' ? profiles.find(({ id }) => id === target.id) : undefined;
  const profile = target.kind === 'new' ? target.profile : saved;
  if (profile === undefined) throw new NetworkError('refused', 'the profile to join is gone');
  const ssid = target.kind === 'new' ? target.profile.wifi?.ssid : saved?.ssid;
  const device = ssid === undefined ? '/' : wifiPath(facts, profile.interface);
  const network = visible.find((each) => each.ssid === ssid);
  const asked = target.kind === 'new' ? target.profile.wifi?.security : undefined;
  const radio = facts.world.devices.get(device);
  const isFresh = radio !== undefined && (listAge(radio, facts) ?? Number.POSITIVE_INFINITY) < freshList;
  const security = network?.security ?? (asked === undefined ? [] : [asked]);
  return {
    device,
    ours: target.kind === 'new' || saved?.source !== 'other',
    hearFirst: radio && network && !isFresh ? { name: radio.Interface, place: network } : undefined,
    circumstances: async (): Promise<Circumstances> => {
      const { world } = await look();
      const heard = heardSince(world, device, ssid, facts.upTime);
      return {
        // A hidden network shows what it is only when it is asked for by its name.
        security: [...new Set([...security, ...heard.flatMap(securityOf)])],
        signal: network?.signal,
        heard: heard.length > 0,
        radio: world.manager === undefined ? 'on' : radioState(world.manager),
      };
    },
    internet: async () => {
      const known = linkInternet(await look(), device);
      if (known !== 'no') return known;
      // Said before NetworkManager's first question was answered, it may be only too early.
      await checkConnectivity().catch(() => undefined);
      return linkInternet(await look(), device);
    },
  };
}

/** The access points of the network that the device has heard since then (`upTime`: CLOCK_BOOTTIME in milliseconds). */
function heardSince({ devices, accessPoints }: World, path: string, ssid: Ssid | undefined, upTime: number) {
  const points = devices.get(path)?.wireless?.AccessPoints.flatMap((each) => accessPoints.get(each) ?? []) ?? [];
  return points.filter((point) => ssidOf(point.Ssid) === ssid && point.LastSeen * 1000 > upTime);
}

function wifiPath(facts: Facts, name: string | undefined): string {
  const device = name === undefined ? chosenDevice(facts) : chooseDevice(facts.world.devices.values(), name, undefined);
  if (device === undefined) throw new NetworkError('no-wifi-device', 'there is no wifi device to join with');
  return device.path;
}

function linkInternet({ world }: Facts, path: string): Internet {
  const device = world.devices.get(path);
  return device === undefined ? 'unknown' : internetOf(device, world);
}

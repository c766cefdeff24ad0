import { NetworkError } from '../errors.ts';
import type { Internet } from '../network.ts';
import type { Join } from '../plan.ts';
import { chooseDevice, radioState } from './devices.ts';
import type { Ground } from './join.ts';
import { internetOf } from './links.ts';
import { chosenDevice, type Facts, observation } from './observe.ts';
import type { Circumstances } from './states.ts';

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
  const security = target.kind === 'new' ? target.profile.wifi?.security : network?.security[0];
  return {
    device,
    ours: target.kind === 'new' || saved?.source !== 'other',
    circumstances: async (): Promise<Circumstances> => {
      const { manager } = (await look()).world;
      return { security, signal: network?.signal, radio: manager === undefined ? 'on' : radioState(manager) };
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

function wifiPath(facts: Facts, name: string | undefined): string {
  const device = name === undefined ? chosenDevice(facts) : chooseDevice(facts.world.devices.values(), name, undefined);
  if (device === undefined) throw new NetworkError('no-wifi-device', 'there is no wifi device to join with');
  return device.path;
}

function linkInternet({ world }: Facts, path: string): Internet {
  const device = world.devices.get(path);
  return device === undefined ? 'unknown' : internetOf(device, world);
}

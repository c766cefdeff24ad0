import { type Instant, seconds } from '../duration.ts';
import type { World } from './objects.ts';
import { deviceStates } from './states.ts';

/** NetworkManager itself gives a link up after 15 s. If it does not, it knows better, and its word holds. */
const longest = seconds(20);

type Known = { readonly activation: string; readonly lost: Instant | undefined };

/**
 * Wifi links whose radio has lost its access point, and that NetworkManager still calls activated: it lets 15 s pass in
 * case the access point comes back. Only where there had been one (`Device.Wireless.ActiveAccessPoint`) over the same
 * activation, so that a driver that never tells of one is not taken for a lost link.
 */
export class Apart {
  #known: ReadonlyMap<string, Known> = new Map();

  /** Object paths of the devices, at each look. */
  look({ devices }: Pick<World, 'devices'>, at: Instant): ReadonlySet<string> {
    const known = new Map<string, Known>();
    for (const { path, State, ActiveConnection: activation, wireless } of devices.values()) {
      if (wireless === undefined || State !== deviceStates.activated) continue;
      const former = this.#known.get(path);
      const same = former?.activation === activation ? former : undefined;
      if (wireless.ActiveAccessPoint !== '/') known.set(path, { activation, lost: undefined });
      else if (same !== undefined) known.set(path, { activation, lost: same.lost ?? at });
    }
    this.#known = known;
    return new Set([...known].flatMap(([path, { lost }]) => (lost !== undefined && at - lost < longest ? [path] : [])));
  }
}

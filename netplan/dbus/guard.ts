import { NetworkError } from '../errors.ts';
import { deviceTypes } from './devices.ts';
import type { World } from './objects.ts';
import type { Service } from './service.ts';

/** Longer than the agent gives a change to prove itself: NetworkManager's clock is for an agent that was killed. */
const rollbackSeconds = 120;

/**
 * The way back from a change: a checkpoint of NetworkManager's. It holds the profiles and activations of the devices,
 * with their secrets, and comes into force by itself when its time is over.
 */
export class Guards {
  readonly #service: Pick<Service, 'createCheckpoint' | 'destroyCheckpoint' | 'rollBack'>;
  #standing: { readonly id: string; readonly path: string } | undefined;
  #owner: string | undefined;

  constructor(service: Pick<Service, 'createCheckpoint' | 'destroyCheckpoint' | 'rollBack'>) {
    this.#service = service;
  }

  /** The id of the one that stands in this world. */
  standing(world: World): string | undefined {
    const { manager } = world;
    return this.#standing !== undefined && manager?.Checkpoints.includes(this.#standing.path)
      ? this.#standing.id
      : undefined;
  }

  /** @throws NetworkError also when another program has a checkpoint of its own on one of the devices */
  async begin(id: string, { devices }: World): Promise<void> {
    const kinds: readonly number[] = [deviceTypes.ethernet, deviceTypes.wifi, deviceTypes.virtualEthernet];
    const ours = [...devices.values()].filter(({ DeviceType, Managed }) => Managed && kinds.includes(DeviceType));
    if (ours.length === 0) throw new NetworkError('no-wifi-device', 'there is no device to guard');
    const path = await this.#service.createCheckpoint(
      ours.map((device) => device.path),
      rollbackSeconds,
    );
    this.#standing = { id, path };
  }

  /** Nothing happens when it has ended already. */
  async undo(id: string): Promise<void> {
    await this.#end(id, (path) => this.#service.rollBack(path));
  }

  /** Nothing happens when it has ended already. */
  async trust(id: string): Promise<void> {
    await this.#end(id, (path) => this.#service.destroyCheckpoint(path));
  }

  /**
   * NetworkManager is there, with this unique name on the bus. Another one than before numbers its checkpoints from 1
   * again: the same path would be somebody else's way back. (A D-Bus that is started anew gives out such names anew too.)
   */
  belongTo(owner: string): void {
    if (owner !== this.#owner) this.#standing = undefined;
    this.#owner = owner;
  }

  async #end(id: string, end: (path: string) => Promise<void>): Promise<void> {
    if (this.#standing?.id !== id) return;
    await end(this.#standing.path);
    if (this.#standing?.id === id) this.#standing = undefined;
  }
}

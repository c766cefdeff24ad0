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
    if (this.#standing?.id === id) await this.#service.rollBack(this.#standing.path);
  }

  /** Nothing happens when it has ended already. */
  async trust(id: string): Promise<void> {
    if (this.#standing?.id === id) await this.#service.destroyCheckpoint(this.#standing.path);
  }
}

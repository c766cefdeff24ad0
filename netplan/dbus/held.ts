import { names } from './objects.ts';
import { isUnknown } from './refusals.ts';
import type { Service } from './service.ts';
import { boolean } from './values.ts';

/**
 * `Device.Autoconnect`, which keeps NetworkManager from choosing a network on a radio by itself. It lasts until NetworkManager
 * ends: whatever radio it was taken from has to be given back, also when another one has become the hotspot's meanwhile.
 */
export class Held {
  readonly #service: Pick<Service, 'setProperty'>;
  /** Object paths of devices that may not choose by our wish. */
  readonly #paths = new Set<string>();

  constructor(service: Pick<Service, 'setProperty'>) {
    this.#service = service;
  }

  async allow(path: string, allowed: boolean): Promise<void> {
    await this.#service.setProperty(path, names.device, 'Autoconnect', boolean(allowed));
    if (allowed) this.#paths.delete(path);
    else this.#paths.add(path);
  }

  /** Gives every radio back but this one. One that was unplugged needs nothing any more. */
  async keepOnly(path: string | undefined): Promise<void> {
    for (const each of this.#paths) {
      if (each === path) continue;
      await this.allow(each, true).catch((error: unknown) => {
        if (!isUnknown(error)) throw error;
        this.#paths.delete(each);
      });
    }
  }

  /** Another NetworkManager knows nothing of it. */
  forget(): void {
    this.#paths.clear();
  }
}

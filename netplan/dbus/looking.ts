import { uptime } from 'node:os';
import type { Clock } from '../clock.ts';
import { Apart } from './apart.ts';
import { readWorld } from './objects.ts';
import { chosenDevice, type Facts, hotspotActivation, type RadioFacts } from './observe.ts';
import type { Radio } from './radio.ts';
import type { StoredSettings } from './reading.ts';
import { isUnknown } from './refusals.ts';
import { SavedSettings } from './saved-settings.ts';
import type { Service } from './service.ts';
import { activeStates } from './states.ts';

export type LookingDoors = {
  readonly service: Service;
  readonly radio: Radio;
  readonly clock: Clock;
  /** `hotspot_interface`, while it is set. */
  readonly configuredInterface: () => string | undefined;
};

/** Gathers what an observation is made of. */
export class Looking {
  readonly #doors: LookingDoors;
  /** What NetworkManager has told about saved connections, while it is the same one. */
  readonly saved: SavedSettings;
  readonly #apart = new Apart();
  #interface: string | undefined;

  constructor(doors: LookingDoors) {
    this.#doors = doors;
    this.saved = new SavedSettings((path) => doors.service.settings(path), doors.clock);
  }

  /** @throws NetworkError */
  async look(): Promise<Facts> {
    const { service, clock, configuredInterface } = this.#doors;
    const world = readWorld(await service.objects());
    this.saved.keep(new Set(world.connections.keys()));
    const read = [...world.connections.keys()].map(async (path) => [path, await this.#settings(path)] as const);
    const settings = new Map<string, StoredSettings>();
    for (const [path, stored] of await Promise.all(read)) if (stored !== undefined) settings.set(path, stored);
    const at = clock.now();
    const facts: Facts = {
      at,
      upTime: uptime() * 1000,
      world,
      settings,
      configuredInterface: configuredInterface(),
      formerInterface: this.#interface,
      apart: this.#apart.look(world, at),
    };
    this.#interface = chosenDevice(facts)?.Interface ?? this.#interface;
    return facts;
  }

  /** What an observation needs beside these facts. */
  async radio(facts: Facts): Promise<RadioFacts> {
    const { radio } = this.#doors;
    const device = chosenDevice(facts);
    const carries = hotspotActivation(facts.world, facts.settings)?.State === activeStates.activated;
    const [country, stations] = await Promise.all([
      device && radio.country(),
      device && carries ? radio.stations(device.Interface) : undefined,
    ]);
    return { country, stations };
  }

  /** A profile that vanished meanwhile, or that cannot be read, is left out, and spoils nothing else. */
  async #settings(path: string): Promise<StoredSettings | undefined> {
    try {
      return await this.saved.read(path);
    } catch (error) {
      if (isUnknown(error) || isUnreadable(error)) return undefined;
      throw error;
    }
  }
}

const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'refused' || error.code === 'not-permitted');

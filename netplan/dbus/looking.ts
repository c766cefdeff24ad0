import { uptime } from 'node:os';
import type { Clock } from '../clock.ts';
import { type Instant, seconds } from '../duration.ts';
import { Apart } from './apart.ts';
import { readWorld } from './objects.ts';
import { chosenDevice, type Facts, hotspotActivation, type RadioFacts } from './observe.ts';
import type { Radio } from './radio.ts';
import type { StoredSettings } from './reading.ts';
import { isUnknown } from './refusals.ts';
import { SavedSettings } from './saved-settings.ts';
import type { Service } from './service.ts';
import { activeStates } from './states.ts';

/** The bus refuses what goes beyond 128 calls of one connection that wait for their reply; others wait as well. */
const atOnce = 32;
/** A look is the dearest thing that an idle agent does: who scans has looked just before. */
const fresh = seconds(5);

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
  #device: { readonly path: string; readonly at: Instant } | undefined;

  constructor(doors: LookingDoors) {
    this.#doors = doors;
    this.saved = new SavedSettings((path) => doors.service.settings(path), doors.clock);
  }

  /** @throws NetworkError */
  async look(): Promise<Facts> {
    const { service, clock, configuredInterface } = this.#doors;
    const world = readWorld(await service.objects());
    this.saved.keep(new Set(world.connections.keys()));
    const settings = await this.#allSettings([...world.connections.keys()]);
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
    const device = chosenDevice(facts);
    this.#interface = device?.Interface ?? this.#interface;
    this.#device = device && { path: device.path, at };
    return facts;
  }

  /** The path of the wifi device to use, while a look of the last seconds has found one. */
  get freshDevice(): string | undefined {
    return this.#device && this.#doors.clock.now() - this.#device.at < fresh ? this.#device.path : undefined;
  }

  /** Another NetworkManager: what was known of the former one is nothing. */
  forget(): void {
    this.saved.forget();
    this.#device = undefined;
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

  /** In the order of `paths`. */
  async #allSettings(paths: readonly string[]): Promise<ReadonlyMap<string, StoredSettings>> {
    const read = new Map<string, StoredSettings | undefined>(paths.map((path) => [path, undefined]));
    const waiting = paths.values();
    const reader = async () => {
      for (const path of waiting) read.set(path, await this.#settings(path));
    };
    await Promise.all(Array.from({ length: atOnce }, reader));
    return new Map([...read].filter((each): each is [string, StoredSettings] => each[1] !== undefined));
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

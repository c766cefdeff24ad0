import type { Clock } from '../clock.ts';
import { type Instant, minutes, seconds } from '../duration.ts';
import type { Bus } from './bus.ts';
import type { ProgramResult, RunProgram } from './program.ts';
import { stationsOf } from './supplicant.ts';

type Known<T> = { readonly value: T; readonly at: Instant; readonly of: string };

const countryAge = minutes(10);
const stationsAge = seconds(4);

export type RadioDoors = {
  readonly run: RunProgram;
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'callAnother'>;
};

/** What NetworkManager does not tell: asked for when it is needed, and not more often than it can matter. */
export class Radio {
  readonly #run: RunProgram;
  readonly #clock: Clock;
  readonly #bus: RadioDoors['bus'];
  #country: Known<string | undefined> | undefined;
  #stations: Known<number | undefined> | undefined;

  constructor({ run, clock, bus }: RadioDoors) {
    this.#run = run;
    this.#clock = clock;
    this.#bus = bus;
  }

  /** Two letters, or `00` when it is not set; `undefined` where it cannot be known. */
  async country(): Promise<string | undefined> {
    this.#country = await this.#renew(this.#country, countryAge, '', async () =>
      countryOf((await this.#run('iw', ['reg', 'get'])).output),
    );
    return this.#country.value;
  }

  /** `undefined`: it was set already. */
  async setCountry(country: string): Promise<ProgramResult | undefined> {
    if ((await this.country()) === country) return undefined;
    this.#country = undefined;
    return this.#run('iw', ['reg', 'set', country]);
  }

  /** Stations associated with our access point. wpa_supplicant tells, or `iw`, which as a program costs far more. */
  async stations(name: string): Promise<number | undefined> {
    this.#stations = await this.#renew(this.#stations, stationsAge, name, async () => {
      const told = await stationsOf(this.#bus, name);
      if (told !== undefined) return told;
      const { status, output } = await this.#run('iw', ['dev', name, 'station', 'dump']);
      return status === 'done' ? stationsIn(output) : undefined;
    });
    return this.#stations.value;
  }

  async #renew<T>(known: Known<T> | undefined, age: number, of: string, ask: () => Promise<T>): Promise<Known<T>> {
    const at = this.#clock.now();
    return known !== undefined && known.of === of && at - known.at < age ? known : { value: await ask(), at, of };
  }
}

/** From `iw reg get`: of a radio that has rules of its own, else the machine's. */
export function countryOf(output: string): string | undefined {
  const countries = [...output.matchAll(/^country (\w\w):/gm)].map((match) => match[1]);
  return countries.find((country) => country !== '00') ?? countries[0];
}

/** From `iw dev … station dump`. */
export const stationsIn = (output: string): number => output.match(/^Station /gm)?.length ?? 0;

import { seconds } from '../duration.ts';
import type { Devices } from './devices.ts';
import type { Profiles } from './profiles.ts';
import type { Cancel, Timers } from './timers.ts';

const rollbackAfter = seconds(120);

type Standing = { readonly id: string; readonly comesBack: () => void; readonly cancel: Cancel };

/** NetworkManager's checkpoint: what stood at its beginning comes back when nobody ends it in time. */
export class Checkpoint {
  readonly #timers: Timers;
  readonly #devices: Devices;
  readonly #profiles: Profiles;
  readonly #changed: () => void;
  #standing: Standing | undefined;

  constructor(timers: Timers, devices: Devices, profiles: Profiles, changed: () => void) {
    this.#timers = timers;
    this.#devices = devices;
    this.#profiles = profiles;
    this.#changed = changed;
  }

  get id(): string | undefined {
    return this.#standing?.id;
  }

  begin(id: string): void {
    this.end();
    const links = this.#devices.picture();
    const profiles = this.#profiles.list();
    const comesBack = () => {
      this.#profiles.restore(profiles);
      links();
      // A link that cannot come back, as with a radio that is off now, leaves no profile on trial either.
      this.#profiles.dropUnused(this.#devices.inUse);
    };
    this.#standing = { id, comesBack, cancel: this.#timers.after(rollbackAfter, () => this.undo()) };
  }

  undo(): void {
    const standing = this.#standing;
    this.end();
    standing?.comesBack();
    this.#changed();
  }

  end(): void {
    this.#standing?.cancel();
    this.#standing = undefined;
  }
}

import type { Clock } from '../clock.ts';
import { type Instant, seconds } from '../duration.ts';
import type { Signal } from './connection.ts';
import { names } from './objects.ts';
import type { StoredSettings } from './reading.ts';

/** As the safety net of all looking: in case a signal was lost. */
const longest = seconds(60);

type Kept = { readonly settings: Promise<StoredSettings>; readonly at: Instant };

/**
 * The settings of the saved connections, by path, as NetworkManager told them last. It says when one changes
 * (`Settings.Connection.Updated`), in order with its replies, so that each look need not ask for all: with a thousand of
 * them that were a thousand calls.
 */
export class SavedSettings {
  readonly #ask: (path: string) => Promise<StoredSettings>;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(ask: (path: string) => Promise<StoredSettings>, clock: Clock) {
    this.#ask = ask;
    this.#clock = clock;
  }

  /** Rejects as `ask` does; a failure is not kept. */
  read(path: string): Promise<StoredSettings> {
    const at = this.#clock.now();
    const known = this.#kept.get(path);
    if (known !== undefined && at - known.at < longest) return known.settings;
    const settings = this.#ask(path);
    this.#kept.set(path, { settings, at });
    settings.catch(() => {
      if (this.#kept.get(path)?.settings === settings) this.#kept.delete(path);
    });
    return settings;
  }

  /** Only these are there any more. */
  keep(paths: ReadonlySet<string>): void {
    for (const path of this.#kept.keys()) if (!paths.has(path)) this.#kept.delete(path);
  }

  hear({ interface: name, path }: Pick<Signal, 'interface' | 'path'>): void {
    // When it was last used is part of a connection's settings, and has no signal of its own.
    if (name === names.activation) this.forget();
    else if (name === names.connection) this.#kept.delete(path);
  }

  /** Another NetworkManager, or something was changed by us. */
  forget(): void {
    this.#kept.clear();
  }
}

import { type Layer, type LayerName, readSettings, type Settings, type SettledSettings } from './settings.ts';

const order: readonly LayerName[] = ['built-in', 'defaults', 'provisioned', 'cloud'];

/** The settings in force, out of all layers. A layer is replaced as a whole; the rest is settled again. */
export class Configuration {
  readonly #layers = new Map<LayerName, Layer>();
  readonly #listeners = new Set<() => void>();
  #settled: SettledSettings;

  constructor(layers: readonly Layer[]) {
    for (const layer of layers) this.#layers.set(layer.name, layer);
    this.#settled = this.#settle();
  }

  get current(): Settings {
    return this.#settled.settings;
  }

  get settled(): SettledSettings {
    return this.#settled;
  }

  /** The settings as they would be without the layer `name` and those above it. */
  below(name: LayerName): Settings {
    const lower = order.slice(0, order.indexOf(name));
    return readSettings(lower.flatMap((each) => this.#layers.get(each) ?? [])).settings;
  }

  set(layer: Layer): void {
    this.#layers.set(layer.name, layer);
    this.#settled = this.#settle();
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` after each change; returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #settle(): SettledSettings {
    return readSettings(order.flatMap((name) => this.#layers.get(name) ?? []));
  }
}

import { type Duration, milliseconds, seconds } from '../duration.ts';

/** A delay of the real world: `usual` is taken when the town has no chance in it. */
export type Span = { readonly from: Duration; readonly to: Duration; readonly usual: Duration };

const span = (from: number, usual: number, to: number): Span => ({
  from: seconds(from),
  usual: seconds(usual),
  to: seconds(to),
});

/** As measured with NetworkManager 1.42 and simulated radios, or reported from the field where that is longer. */
export const usualDelays = {
  join: span(1, 3, 8),
  /** NetworkManager asks for another password first, and gives up when nobody has one. */
  wrongPassword: span(2, 5, 45),
  /** DHCP tried to its end. */
  noAddress: span(53, 53, 53),
  /** Looking for a network that is not there. */
  search: span(25, 25, 25),
  silence: span(25, 25, 25),
  refusal: span(0.5, 1, 3),
  hotspotUp: span(1.2, 1.6, 3),
  scan: span(2, 3, 4),
  /** From a link to NetworkManager's first word on the internet behind it. */
  connectivity: span(0.5, 1, 2),
  /** From the last beacon to the end of the link. */
  loss: span(2, 3, 10),
  /** NetworkManager's `Startup`. */
  startup: span(1, 2, 6),
  /** From an idle device to the next try of NetworkManager's own. */
  idle: span(0.1, 0.1, 0.5),
  cable: span(0.8, 1.2, 4),
  /** A person's phone, from the tap to an address on the hotspot. */
  phoneJoin: span(2, 3, 8),
} satisfies Readonly<Record<string, Span>>;

export type DelayName = keyof typeof usualDelays;
export type NewDelays = Partial<Readonly<Record<DelayName, Span | Duration>>>;

export class Delays {
  readonly #random: (() => number) | undefined;
  #spans: Readonly<Record<DelayName, Span>> = usualDelays;

  /** @param random from 0 to below 1; without it each delay is its usual one */
  constructor(random: (() => number) | undefined) {
    this.#random = random;
  }

  set(changes: NewDelays): void {
    const fixed = Object.entries(changes).map(([name, delay]) => [
      name,
      typeof delay === 'number' ? { from: delay, to: delay, usual: delay } : delay,
    ]);
    this.#spans = { ...this.#spans, ...Object.fromEntries(fixed) };
  }

  pick(name: DelayName): Duration {
    const { from, to, usual } = this.#spans[name];
    return this.#random === undefined ? usual : milliseconds(Math.round(from + this.#random() * (to - from)));
  }
}

/** Chance that is the same for the same seed (mulberry32): enough for a town, and for nothing that must be secret. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

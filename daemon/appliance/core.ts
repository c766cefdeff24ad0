import type { Clock } from '../../netplan/clock.ts';
import type { Instant } from '../../netplan/duration.ts';
import type { Profile } from '../../netplan/profile.ts';
import { type Desired, desire } from '../desired.ts';
import { next } from '../provisioning/next.ts';
import type { Event, Rules, State } from '../provisioning/state.ts';

/** An event before it has a time: the moment it is taken in is its time. */
export type Occurrence = Event extends infer E ? (E extends Event ? Omit<E, 'at'> : never) : never;

/** What the settings say, taken together at one moment. */
export type Wishes = { readonly rules: Rules; readonly profiles: readonly Profile[] };

export type Change = { readonly before: State; readonly state: State; readonly at: Instant };

/**
 * Holds the one state. Everything that happens comes through `take`, one after the other; nobody else changes it.
 * Listeners run at once and must not throw; whoever has work to do notes it and does it elsewhere.
 */
export class Core {
  readonly #clock: Clock;
  readonly #wishes: () => Wishes;
  readonly #listeners = new Set<(change: Change) => void>();
  #state: State;

  constructor(clock: Clock, wishes: () => Wishes, state: State) {
    this.#clock = clock;
    this.#wishes = wishes;
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  get rules(): Rules {
    return this.#wishes().rules;
  }

  take(occurrence: Occurrence): void {
    const at = this.#clock.now();
    const before = this.#state;
    const state = next(before, { ...occurrence, at } as Event, this.rules);
    this.#state = state;
    for (const listener of this.#listeners) listener({ before, state, at });
  }

  desired(): Desired {
    const { rules, profiles } = this.#wishes();
    return desire(this.#state, profiles, rules, this.#clock.now());
  }

  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

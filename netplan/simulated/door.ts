import type { Observation } from '../network.ts';
import type { NetworkEvent, Networks } from '../networks.ts';
import type { Step } from '../steps.ts';
import { EventQueue } from './event-queue.ts';
import type { NetworkManager } from './network-manager.ts';

/** Attempts that are remembered, so that none is made twice. */
const rememberedAttempts = 256;

/** One agent's way to the simulated NetworkManager. What it asked for goes on when the agent dies; the outcome is lost then. */
export class Door implements Networks {
  readonly #manager: NetworkManager;
  readonly #stations: () => number;
  readonly #queue = new EventQueue();
  readonly #attempts = new Set<string>();

  constructor(manager: NetworkManager, stations: () => number) {
    this.#manager = manager;
    this.#stations = stations;
  }

  async observe(): Promise<Observation> {
    return this.#manager.observe(this.#stations());
  }

  async perform(step: Step): Promise<void> {
    if (step.action === 'join') {
      if (this.#attempts.has(step.join.attempt)) return;
      if (this.#attempts.size >= rememberedAttempts) this.#attempts.clear();
      this.#attempts.add(step.join.attempt);
    }
    await this.#manager.perform(step, (attempt, outcome) => this.#queue.push({ attempt, ...outcome }));
  }

  scan(): Promise<void> {
    return this.#manager.scan();
  }

  events(signal: AbortSignal): AsyncIterable<NetworkEvent> {
    return this.#queue.take(signal);
  }

  /** Something is not as it was. */
  changed(): void {
    this.#queue.push({ kind: 'changed' });
  }
}

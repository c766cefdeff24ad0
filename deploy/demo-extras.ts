import { type Decision, modeName } from '../daemon/appliance/decisions.ts';
import { deadline } from '../daemon/provisioning/deadline.ts';
import type { Instant } from '../netplan/duration.ts';
import type { ApplianceSnapshot, TownExtras } from '../netplan/simulated/page.ts';
import type { SteeredClock } from '../netplan/simulated/steered-clock.ts';
import { here, type Life } from './demo-life.ts';

const rememberedDecisions = 200;

const sentences: Readonly<Record<string, string>> = {
  off: 'Network configuration is switched off: hands off networks and hotspot.',
  station: 'A client: NetworkManager chooses among the saved networks.',
  hotspot: 'The hotspot is on: waiting for a person with a phone.',
  'trying-submitted': 'Trying the network that a person gave.',
  'trying-known': 'Trying the known networks, best first.',
  proving: 'Touching a link that works, with a way back: a changed setting, a better network, or a test.',
  rebooting: 'Rebooting, because it was offline for too long.',
};

/** The appliance's side of the town's page, over all the lives of the device. */
export class DemoExtras implements TownExtras {
  readonly #clock: SteeredClock;
  readonly #portal: number;
  readonly #listeners = new Set<() => void>();
  #decisions: readonly { readonly at: Instant; readonly text: string; readonly detail: string | undefined }[] = [];
  #life: Life | undefined;

  constructor(clock: SteeredClock, portalPort: number) {
    this.#clock = clock;
    this.#portal = portalPort;
  }

  /** Follows a new life of the device. */
  follow(life: Life): void {
    this.#life = life;
    this.#note({ text: 'the agent started', evidence: {} }, this.#clock.now());
    life.agent.appliance.onDecision((decision, at) => this.#note(decision, at));
    life.agent.appliance.core.onChange(() => this.#tell());
    life.health.onChange(() => this.#tell());
  }

  #note({ text, evidence }: Decision, at: Instant): void {
    const detail = Object.entries(evidence)
      .filter(([key, value]) => value !== undefined && key !== 'from' && key !== 'to')
      .map(([key, value]) => `${key}: ${String(value)}`)
      .join(' · ');
    const one = { at, text, detail: detail === '' ? undefined : detail };
    this.#decisions = [...this.#decisions, one].slice(-rememberedDecisions);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  snapshot(): ApplianceSnapshot {
    const now = this.#clock.now();
    const core = this.#life?.agent.appliance.core;
    if (core === undefined) {
      return { mode: 'off', sentence: 'Starting.', decisions: [], conditions: [], clockFactor: this.#clock.factor };
    }
    const mode = modeName(core.state.mode);
    const due = deadline(core.state, core.rules, now);
    return {
      mode,
      sentence: sentences[mode] ?? mode,
      next: due === undefined ? undefined : { at: due, text: 'looks again' },
      decisions: this.#decisions,
      conditions: this.#life?.health.list(now) ?? [],
      clockFactor: this.#clock.factor,
      portalAddress: core.desired().open === undefined ? undefined : `http://${here}:${this.#portal}/`,
    };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setSpeed(factor: number): void {
    this.#clock.setFactor(factor);
    this.#tell();
  }

  /** The agent ends as by a kill, and starts again on the same device. */
  async restartAgent(): Promise<void> {
    this.#life?.end();
    await this.#life?.over;
  }
}

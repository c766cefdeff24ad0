import { desire } from '../../daemon/desired.ts';
import { begin } from '../../daemon/provisioning/begin.ts';
import { deadline } from '../../daemon/provisioning/deadline.ts';
import { next } from '../../daemon/provisioning/next.ts';
import type { Event, Rules, State } from '../../daemon/provisioning/state.ts';
import { hours, type Instant, minutes } from '../../netplan/duration.ts';
import type { HotspotState, Internet, Link, Observation, SavedProfile } from '../../netplan/network.ts';
import { nothingSeen } from '../../netplan/nothing-seen.ts';
import type { Profile } from '../../netplan/profile.ts';
import { Secret } from '../../netplan/secret.ts';
import { ssidFromText } from '../../netplan/ssid.ts';

export const rules: Rules = {
  enabled: true,
  internetRequired: false,
  beforeHotspot: minutes(2),
  retry: minutes(10),
  userIdle: minutes(5),
  beforeReboot: undefined,
  hotspot: {
    interface: undefined,
    ssid: ssidFromText('machine-setup-box'),
    password: new Secret('machinesetup'),
    answerAddress: '192.0.2.1',
    country: undefined,
  },
  wished: new Map(),
};

const device = {
  interface: 'wlan0',
  hardwareAddress: '02:00:00:00:00:00',
  radio: 'on',
  canBeHotspot: true,
  country: 'GB',
  autoconnect: true,
} as const;

export const nothingAround: Observation = { ...nothingSeen(0), available: true, device };

export const wifi = (profile: string, internet: Internet = 'yes'): Link => ({
  interface: 'wlan0',
  kind: 'wifi',
  state: 'active',
  profile,
  ssid: ssidFromText(profile),
  addresses: ['192.168.1.7/24'],
  internet,
});

export const cable = (internet: Internet = 'yes'): Link => ({
  ...wifi('cable', internet),
  interface: 'eth0',
  kind: 'wired',
  ssid: undefined,
});

/** A saved wifi network whose SSID, name and id are the same text. */
export const saved = (id: string, more: Partial<SavedProfile> = {}): SavedProfile => ({
  id,
  name: id,
  source: 'submission',
  kind: 'wifi',
  ssid: ssidFromText(id),
  hidden: false,
  interface: undefined,
  autoconnect: true,
  priority: 0,
  lastSuccess: 0,
  volatile: false,
  attempt: undefined,
  digest: `digest of ${id}`,
  ...more,
});

export const inSight = (id: string, signal = 70) => ({
  ssid: ssidFromText(id),
  security: ['wpa-psk'] as const,
  signal,
  frequencies: [2412],
});

export const up: HotspotState = { state: 'up', profile: 'hotspot', address: '10.42.0.1', digest: 'd', stations: 0 };

export const submission = (id: string, attempt = `attempt-${id}`) => ({
  attempt,
  profile: {
    id,
    name: id,
    source: 'submission',
    interface: undefined,
    wifi: {
      ssid: ssidFromText(id),
      hidden: false,
      security: 'wpa-psk',
      psk: new Secret('a password'),
      enterprise: undefined,
      powerSave: undefined,
    },
    addressing: { method: 'auto', dns: [] },
    priority: 0,
    routeMetric: 0,
    autoconnect: true,
  } satisfies Profile,
});

type Untimed = Event extends infer E ? (E extends Event ? Omit<E, 'at'> : never) : never;

/** Plays a story on the pure machine: time passes by its own deadlines, the outside is told by hand. */
export class Machine {
  state: State;
  at: Instant;
  rules: Rules;
  #observation: Observation;

  constructor(
    more: { rules?: Partial<Rules>; configured?: boolean; observation?: Partial<Observation>; at?: Instant } = {},
  ) {
    this.rules = { ...rules, ...more.rules };
    this.at = more.at ?? hours(1);
    this.#observation = { ...nothingAround, ...more.observation };
    const remembered = {
      offline: undefined,
      attempt: undefined,
      reboots: { inARow: 0, writable: true },
      configured: more.configured ?? true,
    };
    this.state = begin(this.#observation, remembered, this.at, this.rules);
  }

  get mode(): string {
    const { mode } = this.state;
    return mode.kind === 'trying' ? `trying-${mode.what}` : mode.kind;
  }

  get plan() {
    return desire(this.state, [], this.rules, this.at).plan;
  }

  /** The id of the join that is wished now. */
  get join(): string {
    return this.plan.join?.attempt ?? 'none';
  }

  /** Sees each change, with the event that made it; `undefined`: a restart. */
  watch: ((event: Untimed | undefined, before: State, at: Instant) => void) | undefined;

  take(event: Untimed): this {
    const before = this.state;
    this.state = next(before, { ...event, at: this.at } as Event, this.rules);
    this.watch?.(event, before, this.at);
    return this;
  }

  see(more: Partial<Observation>): this {
    this.#observation = { ...this.#observation, ...more, at: this.at };
    return this.take({ kind: 'observed', observation: this.#observation });
  }

  /** Lets time pass; the machine is woken exactly when it asked for it. */
  pass(duration: number): this {
    const end = this.at + duration;
    for (let due = deadline(this.state, this.rules, this.at); due !== undefined && due <= end; ) {
      this.at = due;
      this.take({ kind: 'time' });
      due = deadline(this.state, this.rules, this.at);
    }
    this.at = end;
    return this;
  }

  /** The agent is killed and started again: what it had written down is all it knows. */
  restart(): this {
    const { offline, attempt, configured, reboots } = this.state;
    this.state = begin(
      { ...this.#observation, at: this.at },
      { offline, attempt, configured, reboots },
      this.at,
      this.rules,
    );
    this.watch?.(undefined, this.state, this.at);
    return this;
  }

  /** Offline until the hotspot is wanted, with a list of networks that is fresh. */
  toHotspotWish(): this {
    return this.pass(this.rules.beforeHotspot - 1)
      .see({ scannedAt: this.at })
      .pass(1);
  }

  /** Offline until the hotspot is on the air. */
  toHotspot(): this {
    return this.toHotspotWish().see({ hotspot: up });
  }

  /** A person submits, the reply arrives, and the hotspot goes. */
  submit(id: string, attempt?: string): this {
    const accepted = submission(id, attempt);
    this.take({ kind: 'submitted', submission: accepted });
    this.take({ kind: 'delivered', attempt: accepted.attempt });
    return this.pass(3000).see({ hotspot: { state: 'down' } });
  }
}

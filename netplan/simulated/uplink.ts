import { type Duration, minutes, seconds } from '../duration.ts';
import type { Internet, Link } from '../network.ts';
import type { JoinReason } from '../reasons.ts';
import type { Ssid } from '../ssid.ts';
import type { Delays } from './delays.ts';
import type { Verdict } from './judging.ts';
import type { Cancel, Timers } from './timers.ts';
import type { AnyProfile, Upstream } from './world.ts';

export type Outcome =
  | { readonly kind: 'joined'; readonly internet: Internet }
  | { readonly kind: 'join-failed'; readonly reason: JoinReason };

export type UplinkState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'activating'; readonly profile: AnyProfile }
  | {
      readonly kind: 'active';
      readonly profile: AnyProfile;
      /** The access point or port that carries it. */
      readonly via: string;
      readonly address: string;
      readonly internet: Internet;
    };

/** What an uplink asks of the device around it. */
export type Surroundings = {
  readonly timers: Timers;
  readonly delays: Delays;
  judge(profile: AnyProfile): Verdict;
  /** What is really behind an access point or port; `undefined` where NetworkManager has no way to check. */
  upstream(via: string): Upstream | undefined;
  changed(): void;
  /** The try has ended, one way or the other. */
  settled(profile: AnyProfile, outcome: 'joined' | JoinReason): void;
  /** The profile is not in use any more, neither for a try nor for a link. */
  left(profile: AnyProfile): void;
};

/** NetworkManager's `interval` for its connectivity check; while there is no internet it starts at 1 s and doubles. */
const longestCheck: Duration = minutes(5);
const shortestCheck: Duration = seconds(1);

/** A device in the role of a client: tries one profile at a time, and holds one link. */
export class Uplink {
  readonly #surroundings: Surroundings;
  #state: UplinkState = { kind: 'idle' };
  #report: ((outcome: Outcome) => void) | undefined;
  #timer: Cancel = () => undefined;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  get state(): UplinkState {
    return this.#state;
  }

  /** @param report is called once, unless the uplink vanishes before the end of the try */
  activate(profile: AnyProfile, report?: (outcome: Outcome) => void): void {
    const { delays, timers, judge, changed } = this.#surroundings;
    this.#stop('interrupted', profile);
    this.#report = report;
    this.#state = { kind: 'activating', profile };
    const { after } = judge(profile);
    this.#timer = timers.after(delays.pick(after), () => {
      // The world may have changed meanwhile: what is true at the end counts.
      const verdict = judge(profile);
      if ('via' in verdict) this.#up(profile, verdict);
      else this.end(verdict.outcome);
    });
    changed();
  }

  /** A link that NetworkManager finds in the kernel when it starts: taken over as it is. */
  assume(profile: AnyProfile): void {
    const verdict = this.#surroundings.judge(profile);
    if ('via' in verdict) this.#up(profile, verdict);
  }

  /** The try or the link is over, for this reason. */
  end(reason: JoinReason): void {
    if (this.#state.kind === 'idle') return;
    this.#stop(reason);
    this.#surroundings.changed();
  }

  /** NetworkManager is gone: no outcome, nothing is told. */
  vanish(): void {
    this.#report = undefined;
    this.#timer();
    this.#state = { kind: 'idle' };
  }

  /** The carrier changed under the link: another access point takes it over, or it is lost. */
  recheck(): void {
    if (this.#state.kind !== 'active') return;
    const { profile, internet } = this.#state;
    const verdict = this.#surroundings.judge(profile);
    if (!('via' in verdict)) this.end('disassociated');
    else this.#state = { kind: 'active', profile, internet, via: verdict.via, address: verdict.address };
  }

  #stop(reason: JoinReason, next?: AnyProfile): void {
    const state = this.#state;
    if (state.kind === 'idle') return;
    this.#timer();
    this.#state = { kind: 'idle' };
    if (state.kind === 'activating') this.#surroundings.settled(state.profile, reason);
    if (state.profile.id !== next?.id) this.#surroundings.left(state.profile);
    this.#tell({ kind: 'join-failed', reason });
  }

  #up(profile: AnyProfile, { via, address }: Extract<Verdict, { via: string }>): void {
    const { delays, timers, changed, settled } = this.#surroundings;
    this.#state = { kind: 'active', profile, via, address, internet: 'unknown' };
    settled(profile, 'joined');
    this.#timer = timers.after(delays.pick('connectivity'), () => this.#check(shortestCheck));
    changed();
    // NetworkManager says that it is connected before it has looked at what is behind the link.
    this.#tell({ kind: 'joined', internet: 'unknown' });
  }

  /** NetworkManager's word on the internet comes with the check, and stays until the next one. */
  #check(next: Duration): void {
    if (this.#state.kind !== 'active') return;
    const { timers, upstream, changed } = this.#surroundings;
    const internet = upstream(this.#state.via) ?? 'unknown';
    const news = internet !== this.#state.internet;
    this.#state = { ...this.#state, internet };
    const wait = internet === 'yes' || internet === 'unknown' ? longestCheck : next;
    this.#timer = timers.after(wait, () => this.#check(Math.min(next * 2, longestCheck) as Duration));
    if (news) changed();
  }

  #tell(outcome: Outcome): void {
    const report = this.#report;
    this.#report = undefined;
    report?.(outcome);
  }
}

export function linkOf(state: UplinkState, name: string): Link | undefined {
  if (state.kind === 'idle') return undefined;
  const { profile } = state;
  return {
    interface: name,
    kind: profile.wifi === undefined ? 'wired' : 'wifi',
    state: state.kind,
    profile: profile.id,
    ssid: profile.wifi?.ssid as Ssid | undefined,
    addresses: state.kind === 'active' ? [state.address] : [],
    internet: state.kind === 'active' ? state.internet : 'unknown',
  };
}

import { NetworkError } from '../errors.ts';
import type { HotspotState, SavedProfile } from '../network.ts';
import type { Hotspot } from '../profile.ts';
import type { Delays } from './delays.ts';
import type { Cancel, Timers } from './timers.ts';

type Wish = { readonly hotspot: Hotspot; readonly digest: string };
type State =
  | { readonly kind: 'down' }
  | ({ readonly kind: 'starting'; readonly done: PromiseWithResolvers<void> } & Wish)
  | ({ readonly kind: 'up'; readonly address: string } & Wish);

/** What the hotspot asks of the device around it. */
export type Around = {
  readonly timers: Timers;
  readonly delays: Delays;
  /** True once for each activation that the driver shall fail. */
  fails(): boolean;
  /** An address of its own in a subnet that no link uses. */
  freeAddress(): string;
  changed(): void;
  /** Not broadcasting any more: whoever was on it is not. */
  gone(): void;
};

const profileId = '6d616368-696e-4e65-a468-6f7473706f74';

/** The radio in the role of an access point. */
export class HotspotRadio {
  readonly #around: Around;
  #state: State = { kind: 'down' };
  #timer: Cancel = () => undefined;

  constructor(around: Around) {
    this.#around = around;
  }

  get down(): boolean {
    return this.#state.kind === 'down';
  }

  /** What is broadcast now, with what opens it. */
  get broadcast(): Hotspot | undefined {
    return this.#state.kind === 'up' ? this.#state.hotspot : undefined;
  }

  get address(): string | undefined {
    return this.#state.kind === 'up' ? this.#state.address : undefined;
  }

  /**
   * Resolves when it is up; the same once more changes nothing, another one replaces it.
   * @throws NetworkError `refused` when the driver fails, or it was taken down before it was up
   */
  async up(wish: Wish): Promise<void> {
    const state = this.#state;
    if (state.kind !== 'down' && state.digest === wish.digest)
      return state.kind === 'starting' ? state.done.promise : undefined;
    this.take('another hotspot is wished');
    const { timers, delays, changed, fails, freeAddress } = this.#around;
    const done = Promise.withResolvers<void>();
    this.#state = { kind: 'starting', done, ...wish };
    this.#timer = timers.after(delays.pick('hotspotUp'), () => {
      if (fails()) return this.take('the driver could not start an access point');
      this.#state = { kind: 'up', address: freeAddress(), ...wish };
      changed();
      done.resolve();
    });
    changed();
    return done.promise;
  }

  /** Takes it off the air, whatever it was doing. */
  take(why: string): void {
    if (this.#state.kind === 'down') return;
    this.vanish(new NetworkError('refused', `the hotspot was not started: ${why}`));
    this.#around.changed();
  }

  /** As `take`, but nothing is told: NetworkManager is gone. */
  vanish(error: NetworkError): void {
    const state = this.#state;
    this.#timer();
    this.#state = { kind: 'down' };
    if (state.kind === 'starting') state.done.reject(error);
    if (state.kind === 'up') this.#around.gone();
  }

  observe(stations: number): HotspotState {
    const state = this.#state;
    if (state.kind !== 'up') return { state: state.kind };
    return { state: 'up', profile: profileId, address: state.address, digest: state.digest, stations };
  }

  /** NetworkManager lists the hotspot's profile among the others. */
  profile(): SavedProfile | undefined {
    if (this.#state.kind === 'down') return undefined;
    const { hotspot, digest } = this.#state;
    return {
      id: profileId,
      name: 'hotspot',
      source: 'hotspot',
      kind: 'wifi',
      ssid: hotspot.ssid,
      hidden: false,
      interface: hotspot.interface,
      autoconnect: false,
      priority: 0,
      lastSuccess: 0,
      volatile: true,
      attempt: undefined,
      digest,
    };
  }
}

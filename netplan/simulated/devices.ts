import { NetworkError } from '../errors.ts';
import type { JoinReason } from '../reasons.ts';
import type { Delays } from './delays.ts';
import { HotspotRadio } from './hotspot.ts';
import { judgeCable, judgeWifi, type Verdict } from './judging.ts';
import type { Profiles } from './profiles.ts';
import { Scanner } from './scanner.ts';
import type { Timers } from './timers.ts';
import { type Outcome, Uplink } from './uplink.ts';
import { type AccessPoint, type AnyProfile, audible, type Port, type Upstream, type World } from './world.ts';

export type Grounds = {
  readonly world: World;
  readonly timers: Timers;
  readonly delays: Delays;
  /** The time of day at the clock's zero, in seconds since 1970. */
  readonly startOfTime: number;
  changed(): void;
  hotspotGone(): void;
};

export type RunningGrounds = Grounds & {
  /** False while NetworkManager is away or starting: nothing happens by itself then. */
  awake(): boolean;
};

/** The device's radio and ports, and what one of them means for the others. */
export class Devices {
  readonly #grounds: RunningGrounds;
  readonly #profiles: Profiles;
  readonly wifi: Uplink;
  readonly ports: ReadonlyMap<string, Uplink>;
  readonly hotspot: HotspotRadio;
  readonly scanner: Scanner;

  constructor(grounds: RunningGrounds, profiles: Profiles) {
    const { world, timers, delays, changed } = grounds;
    this.#grounds = grounds;
    this.#profiles = profiles;
    this.wifi = this.#uplink((profile) => judgeWifi(profile, [...world.accessPoints.values()], world.radio));
    const port = (name: string) => this.#uplink((profile) => judgeCable(profile, world.ports.get(name) as Port));
    this.ports = new Map([...world.ports.keys()].map((name) => [name, port(name)]));
    this.hotspot = new HotspotRadio({
      timers,
      delays,
      changed: () => {
        const { state } = this.hotspot.observe(0);
        if (state === 'down') this.scanner.restart();
        if (state === 'starting') this.scanner.forget();
        changed();
      },
      fails: () => this.consume('hotspotFailures'),
      freeAddress: () => this.#freeAddress(),
      gone: grounds.hotspotGone,
    });
    this.scanner = new Scanner({
      timers,
      delays,
      changed,
      audible: () => this.#audible(),
      prevented: () => this.#preventsScan(),
      mood: () => {
        if (!grounds.awake() || !this.radioFree) return 'quiet';
        return this.wifi.state.kind === 'idle' ? 'searching' : 'content';
      },
    });
  }

  get uplinks(): readonly Uplink[] {
    return [this.wifi, ...this.ports.values()];
  }

  /** Profiles with which a device is linked, or being linked. */
  get inUse(): ReadonlySet<string> {
    return new Set(this.uplinks.flatMap(({ state }) => (state.kind === 'idle' ? [] : [state.profile.id])));
  }

  /** The radio works, and no hotspot keeps it from being a client. */
  get radioFree(): boolean {
    return this.radioError() === undefined && (this.hotspot.down || this.#grounds.world.radio.both);
  }

  radioError(): NetworkError | undefined {
    const { present, block } = this.#grounds.world.radio;
    if (!present) return new NetworkError('no-wifi-device', 'there is no wifi device');
    return block === 'on' ? undefined : new NetworkError('radio-blocked', `the radio is ${block}`);
  }

  /** One of the failures that were ordered for the driver: true as often as there are any. */
  consume(failures: 'hotspotFailures' | 'scanFailures'): boolean {
    const { world } = this.#grounds;
    const left = world.radio[failures];
    if (left > 0) world.radio = { ...world.radio, [failures]: left - 1 };
    return left > 0;
  }

  /** Why a try with this profile cannot even begin. */
  refuses(profile: AnyProfile): JoinReason | undefined {
    if (this.#uplinkFor(profile) === undefined) return 'device-gone';
    return profile.wifi === undefined ? undefined : this.#radioReason();
  }

  /** A new try; where the radio cannot be both, the hotspot leaves the air for it. */
  join(profile: AnyProfile, report: (outcome: Outcome) => void): void {
    this.#makeWay(profile);
    this.#uplinkFor(profile)?.activate(profile, report);
  }

  #makeWay({ wifi }: AnyProfile): void {
    if (wifi !== undefined && !this.#grounds.world.radio.both) this.hotspot.take('a network is joined');
  }

  /** The devices' links at this moment; calling the result brings back those that are not there any more. */
  picture(): () => void {
    const former = this.uplinks.map(({ state }) => (state.kind === 'active' ? state.profile : undefined));
    return () => {
      for (const [index, uplink] of this.uplinks.entries()) {
        const profile = former[index];
        const { state } = uplink;
        if (profile === undefined) uplink.end('interrupted');
        // The same object only while neither the profile nor the activation has been touched since.
        else if ((state.kind !== 'active' || state.profile !== profile) && this.refuses(profile) === undefined) {
          this.#makeWay(profile);
          if (this.#withholdsSecrets(profile)) this.#profiles.failed(profile.id, 'wrong-password');
          else uplink.activate(profile);
        }
      }
    };
  }

  /**
   * NetworkManager brings a link back as it was activated, and refuses it the secrets of a profile that was changed
   * since then in any way ("The connection was modified since activation").
   */
  #withholdsSecrets(activated: AnyProfile): boolean {
    const { wifi } = activated;
    const protectedBy = wifi?.psk ?? wifi?.enterprise;
    return protectedBy !== undefined && this.#profiles.find(activated.id)?.profile !== activated;
  }

  radioChanged(): void {
    const error = this.radioError();
    if (error !== undefined) {
      this.wifi.end(this.#radioReason() ?? 'failed');
      this.scanner.vanish(error);
    }
    if (error !== undefined || !this.#grounds.world.radio.canBeHotspot) this.hotspot.take('the radio is gone');
    if (error === undefined) this.scanner.restart();
  }

  /** A link over an access point that is gone, or not the same any more, is lost after a while. */
  accessPointChanged(id: string): void {
    const { timers, delays } = this.#grounds;
    const carried = () => this.wifi.state.kind === 'active' && this.wifi.state.via === id;
    if (!carried()) return;
    timers.after(delays.pick('loss'), () => {
      if (carried()) this.wifi.recheck();
    });
  }

  portChanged(name: string): void {
    if (this.#grounds.world.ports.get(name)?.plugged === false) this.ports.get(name)?.end('device-gone');
    // Plugging in again is a new chance for every wired profile.
    for (const { profile } of this.#profiles.list()) if (profile.wifi === undefined) this.#profiles.forgive(profile.id);
  }

  #radioReason(): JoinReason | undefined {
    const error = this.radioError();
    if (error === undefined) return undefined;
    return error.code === 'no-wifi-device' ? 'device-gone' : 'radio-blocked';
  }

  #uplinkFor({ wifi, interface: bound }: AnyProfile): Uplink | undefined {
    if (wifi === undefined) return bound === undefined ? this.ports.values().next().value : this.ports.get(bound);
    return bound === undefined || bound === this.#grounds.world.radio.interface ? this.wifi : undefined;
  }

  #uplink(judge: (profile: AnyProfile) => Verdict): Uplink {
    const { world, timers, delays, changed, startOfTime } = this.#grounds;
    return new Uplink({
      timers,
      delays,
      judge,
      changed,
      upstream: (via) => (world.checksInternet ? upstream(world, via) : undefined),
      settled: ({ id }, outcome) => {
        if (outcome === 'joined') this.#profiles.succeeded(id, Math.floor(startOfTime + timers.now() / 1000));
        else if (outcome !== 'interrupted') this.#profiles.failed(id, outcome);
      },
      // NetworkManager deletes a volatile profile as soon as it is not in use.
      left: ({ id }) => {
        if (this.#profiles.find(id)?.volatile === true) this.#profiles.remove(id);
        this.scanner.restart();
      },
    });
  }

  #audible(): readonly AccessPoint[] {
    const asked = new Set(
      this.#profiles.list().flatMap(({ profile: { wifi } }) => (wifi?.hidden === true ? [wifi.ssid] : [])),
    );
    return [...this.#grounds.world.accessPoints.values()].filter(
      (each) => audible(each) && (!each.hidden || asked.has(each.ssid)),
    );
  }

  #preventsScan(): NetworkError | undefined {
    const error = this.radioError();
    if (error !== undefined) return error;
    if (!this.hotspot.down && !this.#grounds.world.radio.scansInHotspot) {
      return new NetworkError('refused', 'the driver does not scan while it is a hotspot');
    }
    if (this.wifi.state.kind !== 'activating') return undefined;
    return new NetworkError('refused', 'scanning is not allowed while a network is joined');
  }

  /** 10.42.0.1, which apps have built in, or the next of that kind when a link uses it. */
  #freeAddress(): string {
    const used = this.uplinks.flatMap(({ state }) => (state.kind === 'active' ? [state.address] : []));
    for (let third = 0; third < 255; third++) {
      if (!used.some((address) => address.startsWith(`10.42.${third}.`))) return `10.42.${third}.1`;
    }
    return '10.42.255.1';
  }
}

export const upstream = (world: World, via: string): Upstream =>
  world.accessPoints.get(via)?.internet ?? world.ports.get(via)?.internet ?? 'no';

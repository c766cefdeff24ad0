import type { Duration } from '../duration.ts';
import { NetworkError } from '../errors.ts';
import type { Observation } from '../network.ts';
import { nothingSeen } from '../nothing-seen.ts';
import type { Join } from '../plan.ts';
import type { Hotspot } from '../profile.ts';
import { perform, type Step } from '../steps.ts';
import { Checkpoint } from './checkpoint.ts';
import { Devices, type Grounds } from './devices.ts';
import { Policy } from './policy.ts';
import { Profiles, savedProfile } from './profiles.ts';
import { linkOf, type Outcome } from './uplink.ts';
import type { AnyProfile } from './world.ts';

/** `starting`: its property `Startup` is true. */
export type Presence = 'running' | 'starting' | 'away';

const gone = () => new NetworkError('unavailable', 'NetworkManager is away');

/** The device's NetworkManager, with its devices and its memory: one, whichever agents come and go. */
export class NetworkManager {
  readonly #grounds: Grounds;
  readonly #policy: Policy;
  readonly #checkpoint: Checkpoint;
  readonly devices: Devices;
  readonly profiles = new Profiles();
  #presence: Presence = 'running';
  /** Wired links, which stay in the kernel while NetworkManager is away. */
  #leftBehind = new Map<string, AnyProfile>();

  constructor(grounds: Grounds) {
    this.#grounds = grounds;
    const running = { changed: () => this.changed(), awake: () => this.#presence === 'running' };
    this.devices = new Devices({ ...grounds, ...running }, this.profiles);
    this.#policy = new Policy({ ...grounds, ...running }, this.devices, this.profiles);
    this.#checkpoint = new Checkpoint(grounds.timers, this.devices, this.profiles, () => this.changed());
    this.devices.scanner.restart();
    this.#policy.consider();
  }

  get presence(): Presence {
    return this.#presence;
  }

  changed(): void {
    this.#policy.consider();
    this.#grounds.changed();
  }

  observe(stations: number): Observation {
    const at = this.#grounds.timers.now();
    if (this.#presence !== 'running') return nothingSeen(at);
    const { radio } = this.#grounds.world;
    const { wifi, ports, hotspot, scanner } = this.devices;
    const { interface: name, hardwareAddress, canBeHotspot, country } = radio;
    const autoconnect = this.#policy.wifiAllowed;
    return {
      at,
      available: true,
      device: radio.present
        ? { interface: name, hardwareAddress, radio: radio.block, canBeHotspot, country, autoconnect }
        : undefined,
      links: [linkOf(wifi.state, name), ...[...ports].map(([port, { state }]) => linkOf(state, port))].filter(
        (link) => link !== undefined,
      ),
      visible: scanner.visible(),
      scannedAt: scanner.scannedAt,
      profiles: [...this.profiles.list().map(savedProfile), hotspot.profile()].filter((each) => each !== undefined),
      hotspot: hotspot.observe(stations),
      guard: this.#checkpoint.id,
    };
  }

  /** @param report is called once for a join, unless NetworkManager leaves before its end */
  async perform(step: Step, report: (attempt: string, outcome: Outcome) => void): Promise<void> {
    if (this.#presence !== 'running') throw gone();
    await perform(step, {
      add: async ({ profile, digest }) => this.profiles.put(profile, { digest }),
      update: async ({ profile, digest }) => this.profiles.put(profile, { digest }),
      remove: async ({ id }) => this.forget(id),
      leave: async ({ id }) => this.#leave(id),
      guard: async ({ guard }) => this.#checkpoint.begin(guard),
      undo: async ({ guard }) => (guard === this.#checkpoint.id ? this.#checkpoint.undo() : undefined),
      trust: async ({ guard }) => (guard === this.#checkpoint.id ? this.#checkpoint.end() : undefined),
      'hotspot-up': ({ hotspot, digest }) => this.#hotspotUp(hotspot, digest),
      'hotspot-down': async () => this.devices.hotspot.take('it was taken down'),
      autoconnect: async ({ allowed }) => {
        this.#policy.wifiAllowed = allowed;
      },
      join: async ({ join }) => this.#join(join, (outcome) => report(join.attempt, outcome)),
      keep: async ({ id, priority }) => {
        if (!this.profiles.keep(id, priority)) throw new NetworkError('refused', 'the profile to keep is gone');
      },
    });
    this.changed();
  }

  async scan(): Promise<void> {
    if (this.#presence !== 'running') throw gone();
    if (this.devices.consume('scanFailures')) throw new NetworkError('refused', 'the driver refused to scan');
    await this.devices.scanner.scan();
  }

  #leave(id: string): void {
    this.profiles.block(id);
    this.#endLinks(id);
  }

  #endLinks(id: string): void {
    for (const uplink of this.devices.uplinks) {
      if (uplink.state.kind !== 'idle' && uplink.state.profile.id === id) uplink.end('interrupted');
    }
  }

  /** A profile is deleted, by us or by hand; a link or a try with it ends. */
  forget(id: string): void {
    this.#endLinks(id);
    this.profiles.remove(id);
    this.changed();
  }

  leave(): void {
    if (this.#presence === 'away') return;
    const { ports, uplinks, hotspot, scanner } = this.devices;
    if (this.#presence === 'running') {
      const links = [...ports].map(([name, { state }]) => [name, state] as const);
      this.#leftBehind = new Map(
        links.flatMap(([name, state]) => (state.kind === 'active' ? [[name, state.profile]] : [])),
      );
    }
    this.#presence = 'away';
    for (const uplink of uplinks) uplink.vanish();
    this.#checkpoint.end();
    hotspot.vanish(gone());
    scanner.vanish(gone());
    this.profiles.restart();
    this.#policy.wifiAllowed = true;
    this.#grounds.changed();
  }

  /** Comes back with its saved profiles, after its startup. */
  comeBack(startup: Duration): void {
    if (this.#presence !== 'away') return;
    this.#presence = 'starting';
    this.#grounds.changed();
    this.#grounds.timers.after(startup, () => {
      if (this.#presence !== 'starting') return;
      this.#presence = 'running';
      for (const [name, profile] of this.#leftBehind) this.devices.ports.get(name)?.assume(profile);
      this.devices.scanner.restart();
      this.changed();
    });
  }

  async #hotspotUp(hotspot: Hotspot, digest: string): Promise<void> {
    const { world } = this.#grounds;
    const error = this.devices.radioError();
    if (error !== undefined) throw error;
    const wrong = hotspot.interface !== undefined && hotspot.interface !== world.radio.interface;
    if (wrong || !world.radio.canBeHotspot) throw new NetworkError('no-wifi-device', 'no wifi device can be a hotspot');
    if (hotspot.country !== undefined) world.radio = { ...world.radio, country: hotspot.country };
    if (!world.radio.both) this.devices.wifi.end('interrupted');
    await this.devices.hotspot.up({ hotspot, digest });
  }

  #join({ attempt, target }: Join, report: (outcome: Outcome) => void): void {
    const profile = target.kind === 'new' ? target.profile : this.profiles.find(target.id)?.profile;
    const refused = profile === undefined ? 'failed' : this.devices.refuses(profile);
    if (profile === undefined || refused !== undefined) {
      report({ kind: 'join-failed', reason: refused ?? 'failed' });
      return;
    }
    if (target.kind === 'new') this.profiles.put(profile, { volatile: true, attempt });
    this.devices.join(profile, report);
  }
}

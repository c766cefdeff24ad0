import type { Clock } from '../clock.ts';
import { digestOf } from '../digest.ts';
import { NetworkError } from '../errors.ts';
import type { Observation } from '../network.ts';
import type { NetworkEvent, Networks } from '../networks.ts';
import { nothingSeen } from '../nothing-seen.ts';
import type { Join } from '../plan.ts';
import type { Hotspot, Profile } from '../profile.ts';
import type { Secret } from '../secret.ts';
import { perform, type Step } from '../steps.ts';
import { Bus } from './bus.ts';
import { dnsmasqFolder } from './fragment.ts';
import { ground } from './ground.ts';
import { Guards } from './guard.ts';
import { Held } from './held.ts';
import { HotspotLife } from './hotspot-life.ts';
import { Joins } from './join.ts';
import type { Log } from './log.ts';
import { Looking } from './looking.ts';
import { newsIn } from './news.ts';
import { type Device, nm } from './objects.ts';
import { chosenDevice, type Facts, observation } from './observe.ts';
import { Outcomes } from './outcomes.ts';
import { type HotspotProblem, Problems } from './problems.ts';
import type { RunProgram } from './program.ts';
import { Radio } from './radio.ts';
import { addProfile, keepProfile, removeProfile, updateProfile } from './saving.ts';
import { scan } from './scan.ts';
import { Service } from './service.ts';

export const systemBus = 'unix:path=/run/dbus/system_bus_socket';

export type DbusNetworksOptions = {
  /** Default: the system bus. */
  readonly busAddress?: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly run: RunProgram;
  /** `hotspot_interface`, while it is set; asked at each look. */
  readonly configuredInterface: () => string | undefined;
  /** The key of the digests that `keep` writes; the same one as for the digests in the steps. */
  readonly digestKey: Secret;
  /** Default: where NetworkManager's dnsmasq looks. */
  readonly fragmentFolder?: string;
};

/** The door to the real NetworkManager. It works while `run` runs. */
export class DbusNetworks implements Networks {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #bus: Bus;
  readonly #service: Service;
  readonly #looking: Looking;
  readonly #outcomes: Outcomes;
  readonly #joins: Joins;
  readonly #guards: Guards;
  readonly #held: Held;
  readonly #hotspot: HotspotLife;
  readonly #problems = new Problems();
  readonly #digest: (profile: Profile) => string;
  /** Before it is done, nobody sees or does anything; `false`: it has to be tried again. */
  #tidied: Promise<boolean> = Promise.resolve(true);

  constructor(options: DbusNetworksOptions) {
    const { clock, log, run, configuredInterface, digestKey, fragmentFolder = dnsmasqFolder } = options;
    const address = options.busAddress ?? systemBus;
    this.#clock = clock;
    this.#log = log;
    this.#digest = (profile) => digestOf(profile, digestKey);
    this.#bus = new Bus({ address, service: nm, pathNamespace: '/org/freedesktop/NetworkManager', clock, log });
    this.#service = new Service(this.#bus);
    this.#guards = new Guards(this.#service);
    this.#held = new Held(this.#service);
    const radio = new Radio({ run, clock, bus: this.#bus });
    const doors = { bus: this.#bus, service: this.#service, clock, log, run, fragmentFolder, problems: this.#problems };
    this.#looking = new Looking({ service: this.#service, radio, clock, configuredInterface });
    this.#outcomes = new Outcomes(clock);
    this.#joins = new Joins({ ...doors, digest: this.#digest, tell: (event) => this.#outcomes.tell(event) });
    this.#hotspot = new HotspotLife(doors, radio);
  }

  /** What is wrong with the hotspot that is up, and why none came up though one is wanted. */
  get problems(): readonly HotspotProblem[] {
    return this.#problems.list;
  }

  /** Never rejects; ends with `signal`, and leaves links and hotspot as they are. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = this.#bus.listen({
      signal: (message) => {
        this.#looking.saved.hear(message);
        this.#hotspot.hear(message);
        const news = newsIn(message);
        // Beside a hotspot a radio hears only what a scan of ours asks for, and who asks looks afterwards.
        if (news === 'other' || (news === 'air' && this.#hotspot.standing === undefined))
          this.#outcomes.tell({ kind: 'changed' });
      },
      owner: (owner) => {
        this.#looking.forget();
        this.#held.forget();
        if (owner === undefined) this.#hotspot.lost();
        else {
          this.#guards.belongTo(owner);
          this.#tidied = this.#tidy();
        }
        this.#outcomes.tell({ kind: 'changed' });
      },
    });
    await this.#bus.run(signal);
    stop();
  }

  async observe(): Promise<Observation> {
    const { standing } = this.#hotspot;
    const facts = await this.#look();
    if (facts === undefined) return nothingSeen(this.#clock.now());
    const seen = { ...observation(facts, await this.#looking.radio(facts)), guard: this.#guards.standing(facts.world) };
    await this.#hotspot.tend(seen, facts.world, standing);
    await this.#held.keepOnly(chosenDevice(facts)?.path).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'a radio could not be given back');
    });
    return this.#hotspot.rising && seen.hotspot.state === 'up' ? { ...seen, hotspot: { state: 'starting' } } : seen;
  }

  events(signal: AbortSignal): AsyncIterable<NetworkEvent> {
    return this.#outcomes.events(signal);
  }

  async scan(): Promise<void> {
    const device = this.#looking.freshDevice ?? (await this.#ready()).device.path;
    await scan({ bus: this.#bus, service: this.#service, clock: this.#clock }, device);
  }

  async perform(step: Step): Promise<void> {
    try {
      await this.#perform(step);
    } finally {
      this.#looking.saved.forget();
    }
  }

  #perform(step: Step): Promise<void> {
    return perform(step, {
      add: ({ profile, digest }) => addProfile(this.#service, profile, digest),
      update: ({ profile, digest, storage }) => updateProfile(this.#service, profile, digest, storage),
      remove: ({ id }) => removeProfile(this.#service, id),
      leave: ({ id }) => this.#leave(id),
      guard: async ({ guard }) => this.#guards.begin(guard, (await this.#known()).world),
      undo: ({ guard }) => this.#guards.undo(guard),
      trust: ({ guard }) => this.#guards.trust(guard),
      'hotspot-up': ({ hotspot, digest }) => this.#up(hotspot, digest),
      'hotspot-down': async () => this.#hotspot.down(await this.#known()),
      autoconnect: ({ allowed }) => this.#autoconnect(allowed),
      join: ({ join }) => this.#join(join),
      keep: ({ id, priority }) => keepProfile(this.#service, id, priority, this.#digest),
    });
  }

  async #up(hotspot: Hotspot, digest: string): Promise<void> {
    const { facts, device } = await this.#ready();
    await this.#hotspot.up(hotspot, digest, device, facts);
  }

  async #leave(id: string): Promise<void> {
    const { world } = await this.#known();
    const used = [...world.activations].filter(([, { Uuid }]) => Uuid === id);
    await Promise.all(used.map(([path]) => this.#service.deactivate(path)));
  }

  async #autoconnect(allowed: boolean): Promise<void> {
    const { device } = await this.#ready();
    await this.#held.allow(device.path, allowed);
  }

  async #join(join: Join): Promise<void> {
    const facts = await this.#known();
    const look = () => this.#known();
    const check = () => this.#service.checkConnectivity();
    await this.#joins.begin(join, ground(join, facts, look, check));
  }

  /** After another start, of the agent or of NetworkManager: nothing of a former hotspot is left that has no hotspot. */
  async #tidy(): Promise<boolean> {
    try {
      return await this.#hotspot.tidy(await this.#looking.look());
    } catch (error) {
      this.#log.warn({ err: error }, 'could not tidy up');
      return false;
    }
  }

  async #look(): Promise<Facts | undefined> {
    if (this.#bus.owner === undefined) return undefined;
    if (!(await this.#tidied)) {
      this.#tidied = this.#tidy();
      await this.#tidied;
    }
    try {
      return await this.#looking.look();
    } catch (error) {
      if (error instanceof NetworkError && error.code === 'unavailable') return undefined;
      throw error;
    }
  }

  async #known(): Promise<Facts> {
    const facts = await this.#look();
    if (facts === undefined) throw new NetworkError('unavailable', 'NetworkManager is not there');
    return facts;
  }

  async #ready(): Promise<{ readonly facts: Facts; readonly device: Device }> {
    const facts = await this.#known();
    const device = chosenDevice(facts);
    if (device === undefined) throw new NetworkError('no-wifi-device', 'there is no wifi device to use');
    return { facts, device };
  }
}

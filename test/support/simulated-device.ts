import type { Decision } from '../../daemon/appliance/decisions.ts';
import type { Memory } from '../../daemon/appliance/memory.ts';
import { type Appliance, appliance } from '../../daemon/appliance.ts';
import { Configuration } from '../../daemon/configuration.ts';
import { Health, type HealthCode } from '../../daemon/health.ts';
import type { Log } from '../../daemon/logging.ts';
import type { AttemptRecord, OfflineCount, State } from '../../daemon/provisioning/state.ts';
import { runUnits } from '../../daemon/unit.ts';
import type { Clock } from '../../netplan/clock.ts';
import { Secret } from '../../netplan/secret.ts';
import type { Town } from '../../netplan/simulated/town.ts';
import { stepsBetween } from '../../netplan/steps.ts';
import type { MachineCredentials, Submission } from '../../portal/session.ts';
import { SimulatedDoor } from './simulated-door.ts';

/** What of a device outlives its agent. */
export class SimulatedDisk implements Memory {
  offline: OfflineCount | undefined;
  attempt: AttemptRecord | undefined;
  reboots = 0;
  credentials: MachineCredentials | undefined;
  provisioned: { readonly fragmentId: string | undefined; readonly extra: Submission['extra'] } | undefined;
  /** The disk is full: every write fails. */
  full = false;

  readOffline = async () => this.offline;
  readAttempt = async () => this.attempt;
  readReboots = async () => ({ inARow: this.reboots, writable: !this.full });
  writeOffline = async (offline: OfflineCount) =>
    this.#write(() => {
      this.offline = offline;
    });
  writeAttempt = async (attempt: AttemptRecord) =>
    this.#write(() => {
      this.attempt = attempt;
    });
  writeReboots = async (inARow: number) =>
    this.#write(() => {
      this.reboots = inARow;
    });
  writeCredentials = async (credentials: MachineCredentials) =>
    this.#write(() => {
      this.credentials = credentials;
    });
  writeProvisioned = async (provisioned: NonNullable<SimulatedDisk['provisioned']>) =>
    this.#write(() => {
      this.provisioned = provisioned;
    });

  /** The machine was restarted: what lives until the next boot is gone. */
  boot(): void {
    this.offline = undefined;
  }

  #write(write: () => void): void {
    if (this.full) throw new Error('no space left on the disk');
    write();
  }
}

export type DeviceOptions = {
  readonly town: Town;
  readonly clock: Clock;
  readonly disk: SimulatedDisk;
  readonly hostName: string;
  /** The settings as the cloud sends them: the object named `agent`. */
  readonly settings: object;
  readonly mayReboot: boolean;
  readonly log: Log;
  readonly reboot: () => Promise<void>;
};

/** One life of the agent, on one device in town. */
export class SimulatedDevice {
  readonly #options: DeviceOptions;
  readonly #configuration: Configuration;
  readonly #appliance: Appliance;
  readonly #end: AbortController;
  /** Nothing of it runs any more. */
  ended = false;
  readonly health: Health;
  readonly door: SimulatedDoor;
  /** Each decision so far, with its moment. */
  readonly decisions: (Decision & { readonly at: number })[] = [];

  static async start(options: DeviceOptions): Promise<SimulatedDevice> {
    const { clock, log, disk, town, settings, hostName, mayReboot, reboot } = options;
    const configuration = new Configuration([{ name: 'cloud', value: settings }]);
    const health = new Health(clock);
    let door: SimulatedDoor | undefined;
    const made = await appliance({
      clock,
      log,
      health,
      networks: town.networks(),
      settings: configuration,
      credentials: {
        get taken() {
          return disk.credentials !== undefined;
        },
        get usable() {
          return disk.credentials !== undefined;
        },
        get current() {
          return disk.credentials;
        },
        onChange: () => () => undefined,
        writeCredentials: disk.writeCredentials,
        writeProvisioned: disk.writeProvisioned,
      },
      memory: disk,
      doors: (session) => {
        door = new SimulatedDoor(session, clock, log);
        return [door];
      },
      doorReport: () => undefined,
      probe: async () => town.probe(),
      digestKey: new Secret('the key of this device'),
      hostName,
      agentVersion: '1.2.3',
      mayReboot,
      reboot,
    });
    return new SimulatedDevice(options, configuration, health, made, door as SimulatedDoor);
  }

  private constructor(
    options: DeviceOptions,
    configuration: Configuration,
    health: Health,
    made: Appliance,
    door: SimulatedDoor,
  ) {
    this.#options = options;
    this.#configuration = configuration;
    this.health = health;
    this.door = door;
    this.#appliance = made;
    this.#end = new AbortController();
    made.onDecision((decision, at) => this.decisions.push({ ...decision, at }));
    const { clock, log } = options;
    const surroundings = { clock, health, log, signal: this.#end.signal, random: () => 0.5 };
    void runUnits(made.units, surroundings).then(() => {
      this.ended = true;
    });
  }

  get state(): State {
    return this.#appliance.core.state;
  }

  get mode(): State['mode']['kind'] {
    return this.state.mode.kind;
  }

  get disk(): SimulatedDisk {
    return this.#options.disk;
  }

  get session(): Appliance['session'] {
    return this.#appliance.session;
  }

  get core(): Appliance['core'] {
    return this.#appliance.core;
  }

  /** What is wrong now, by name. */
  get conditions(): readonly HealthCode[] {
    return this.health.list(this.#options.clock.now()).map(({ code }) => code);
  }

  /** New settings from the cloud, whole. */
  configure(settings: object): void {
    this.#configuration.set({ name: 'cloud', value: settings });
  }

  /** Nothing is under way: no attempt, no change of mode, and the outside is as it should be. */
  get atRest(): boolean {
    const { attempt, mode, observation } = this.state;
    if (attempt?.state === 'waiting' || attempt?.state === 'connecting') return false;
    if (mode.kind === 'trying' || mode.kind === 'rebooting') return false;
    if (observation.links.some(({ state }) => state === 'activating')) return false;
    if (mode.kind === 'hotspot' && (observation.hotspot.state !== 'up' || this.door.place === undefined)) return false;
    // Digests are compared where it matters, in the appliance; here only whether something is missing or too much.
    const hidden = { ...this.#appliance.core.desired().plan, profiles: undefined };
    const standing = observation.hotspot.state === 'up' ? observation.hotspot.digest : undefined;
    return stepsBetween(observation, hidden, () => standing ?? '').length === 0;
  }

  /** The agent dies, as by `kill -9`: NetworkManager keeps what it was told. What it had asked for still takes its time. */
  kill(): void {
    this.#end.abort();
  }
}

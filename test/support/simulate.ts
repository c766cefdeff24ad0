import type { Log } from '../../daemon/logging.ts';
import { type Duration, minutes } from '../../netplan/duration.ts';
import { Secret } from '../../netplan/secret.ts';
import { Town, type TownOptions } from '../../netplan/simulated/town.ts';
import type { AccessPoint, NewAccessPoint } from '../../netplan/simulated/world.ts';
import { type Ssid, ssidFromText, ssidText } from '../../netplan/ssid.ts';
import { HandClock } from './hand-clock.ts';
import { type KeptRecord, keptLog } from './kept-log.ts';
import { SimulatedDevice, SimulatedDisk } from './simulated-device.ts';
import { SimulatedPhone } from './simulated-phone.ts';

/** An access point with its name as text; `Ssid` where bytes matter. */
export type GivenAccessPoint = Omit<NewAccessPoint, 'ssid'> & { readonly ssid: string | { readonly bytes: Ssid } };

export type SimulateOptions = Omit<TownOptions, 'clock'> & { readonly accessPoints?: readonly GivenAccessPoint[] };

export type AgentOptions = {
  /** Machine credentials are there already. True unless given. */
  readonly configured?: boolean;
  readonly hostName?: string;
  /** The members of the settings beside `network_configuration`. */
  readonly settings?: object;
  readonly mayReboot?: boolean;
  /** Of an earlier life of the same device. */
  readonly disk?: SimulatedDisk;
};

/** The longest that anything under way may take until it has come to rest: an attempt, its repetition, the hotspot. */
const longest = minutes(8);
/** How long a person looks for the hotspot. */
const patience = minutes(10);

const anybody = {
  appAddress: 'https://app.example.com',
  id: 'part-1',
  secret: new Secret('s3cret'),
  apiKey: undefined,
};

/** The whole appliance in a town whose time a test moves: `pass` and `settle` move it, and so does a person who waits. */
export class Simulation {
  readonly clock = new HandClock();
  readonly town: Town;
  /** What the agents logged. */
  readonly records: readonly KeptRecord[];
  /** How often a device asked for a reboot. */
  reboots = 0;
  readonly #log: Log;
  readonly #ids = new Map<string, string>();
  readonly #devices: SimulatedDevice[] = [];
  #phones = 0;

  constructor({ accessPoints = [], ...options }: SimulateOptions) {
    this.town = new Town({ clock: this.clock, ...options });
    const { log, records } = keptLog();
    this.#log = log;
    this.records = records;
    for (const each of accessPoints) this.add(each);
  }

  /** Starts an agent with these members of `network_configuration`. */
  async device(network: object = {}, options: AgentOptions = {}): Promise<SimulatedDevice> {
    const disk = options.disk ?? new SimulatedDisk();
    if (options.disk === undefined && (options.configured ?? true)) disk.credentials = anybody;
    const device = await SimulatedDevice.start({
      town: this.town,
      clock: this.clock,
      disk,
      hostName: options.hostName ?? 'box1',
      settings: { network_configuration: network, ...options.settings },
      mayReboot: options.mayReboot ?? false,
      log: this.#log,
      reboot: async () => {
        this.reboots++;
      },
    });
    this.#devices.push(device);
    await this.clock.settle();
    return device;
  }

  add({ ssid, ...given }: GivenAccessPoint): void {
    const bytes = typeof ssid === 'string' ? ssidFromText(ssid) : ssid.bytes;
    this.#ids.set(ssidText(bytes), this.town.addAccessPoint({ ...given, ssid: bytes }));
  }

  /** Changes the access point of this name (of several, the one added last). */
  change(name: string, changes: Partial<Omit<AccessPoint, 'id'>>): void {
    const id = this.#ids.get(name);
    if (id === undefined) throw new RangeError(`there is no ${name} in town`);
    this.town.changeAccessPoint(id, changes);
  }

  pass(time: Duration): Promise<void> {
    return this.clock.advance(time);
  }

  /** Lets time pass until `reached` holds; tells whether it does within `limit`. */
  until(reached: () => boolean, limit: Duration = patience): Promise<boolean> {
    return this.clock.advanceUntil(reached, limit);
  }

  /** Lets time pass until whatever is under way has ended. @throws Error when it does not within 8 minutes */
  async settle(): Promise<void> {
    const rest = () => this.#devices.every((device) => device.ended || device.atRest);
    if (!(await this.until(rest, longest)))
      throw new Error(`nothing comes to rest: ${JSON.stringify(this.town.view())}`);
  }

  /** A person waits for the hotspot and joins it with a phone. @throws Error when it does not come, or the password is wrong */
  async joinHotspot(ssid: string, password = 'machinesetup'): Promise<SimulatedPhone> {
    this.#phones++;
    const name = `phone ${this.#phones}`;
    const rejoin = () => this.#join(name, ssid, password);
    await rejoin();
    const address = () => this.town.view().phones.find((phone) => phone.name === name)?.address;
    return new SimulatedPhone({
      name,
      address,
      rejoin,
      leave: () => this.town.phoneLeaves(name),
      ask: (options, closes) => {
        const own = address();
        if (own === undefined) throw new Error(`${name} is not on the hotspot`);
        const [door] = this.#devices.map((device) => device.door).filter(({ place }) => place !== undefined);
        if (door === undefined) throw new Error('nobody listens on the hotspot');
        return door.ask({ ...options, remoteAddress: own }, closes);
      },
    });
  }

  async #join(name: string, ssid: string, password: string): Promise<void> {
    const wanted = ssidFromText(ssid);
    const open = () => this.#devices.some(({ door }) => door.place !== undefined);
    const seen = () => this.town.view().hotspot.ssid === wanted && open();
    if (!(await this.until(seen))) throw new Error(`the hotspot ${ssid} does not come`);
    let result: string | undefined;
    void this.town.phoneJoins(name, wanted, password).then((end) => {
      result = end;
    });
    await this.until(() => result !== undefined);
    if (result !== 'joined') throw new Error(`${name} cannot join ${ssid}: ${result}`);
  }

  /** Ends all agents and the town. */
  async end(): Promise<void> {
    for (const device of this.#devices) device.kill();
    const ended = () => this.#devices.every((device) => device.ended);
    if (!(await this.until(ended, minutes(1)))) throw new Error('an agent does not end');
    this.town.close();
    await this.clock.settle();
  }
}

/** @example see test/stories/ */
export const simulate = (options: SimulateOptions = {}): Simulation => new Simulation(options);

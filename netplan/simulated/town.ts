import type { Clock } from '../clock.ts';
import type { Instant } from '../duration.ts';
import type { Internet } from '../network.ts';
import type { Networks } from '../networks.ts';
import type { Ssid } from '../ssid.ts';
import { Delays, type NewDelays } from './delays.ts';
import { upstream } from './devices.ts';
import { Door } from './door.ts';
import { NetworkManager } from './network-manager.ts';
import { type PhoneResult, Phones } from './phones.ts';
import { Timers } from './timers.ts';
import { lookAt, type TownView } from './view.ts';
import {
  type AccessPoint,
  type AnyProfile,
  accessPointFrom,
  audible,
  type NewAccessPoint,
  type Port,
  portFrom,
  type Radio,
  usualRadio,
  type World,
} from './world.ts';

export type TownOptions = {
  readonly clock: Clock;
  /** From 0 to below 1, as `Math.random`; without it each delay is its usual one, and every run is the same. */
  readonly random?: () => number;
  readonly radio?: Partial<Radio>;
  /** The device's wired ports; one, `eth0`, unplugged, unless given. */
  readonly ports?: readonly (Partial<Port> & Pick<Port, 'interface'>)[];
  /** Whether NetworkManager has a check URI. True unless given. */
  readonly checksInternet?: boolean;
  /** The time of day at the clock's zero, in seconds since 1970. */
  readonly startOfTime?: number;
};

/**
 * A town with one device in it: access points, cables, phones, and the device's radio and NetworkManager. The methods
 * change the world; the device notices as the real one would, and when. `close` stops everything.
 */
export class Town {
  readonly #world: World;
  readonly #timers: Timers;
  readonly #delays: Delays;
  readonly #manager: NetworkManager;
  readonly #phones: Phones;
  readonly #doors = new Set<Door>();
  readonly #listeners = new Set<() => void>();
  readonly #closing = new AbortController();
  readonly #since: Instant;
  #made = 0;

  constructor({ clock, random, radio, ports, checksInternet, startOfTime }: TownOptions) {
    const given = (ports ?? [{ interface: 'eth0' }]).map(portFrom);
    this.#world = {
      accessPoints: new Map(),
      ports: new Map(given.map((port) => [port.interface, port])),
      radio: { ...usualRadio, ...radio },
      checksInternet: checksInternet ?? true,
    };
    this.#timers = new Timers(clock, this.#closing.signal);
    this.#since = clock.now();
    this.#delays = new Delays(random);
    this.#phones = new Phones(
      this.#timers,
      this.#delays,
      () => this.#manager.devices.hotspot,
      () => this.#tell(),
    );
    this.#manager = new NetworkManager({
      world: this.#world,
      timers: this.#timers,
      delays: this.#delays,
      startOfTime: startOfTime ?? 1_800_000_000,
      changed: () => this.#tell(),
      hotspotGone: () => this.#phones.leaveAll(),
    });
  }

  /** A new agent's door. Those of agents that died stay behind, unread. */
  networks(): Networks {
    const door = new Door(this.#manager, () => this.#phones.list().length);
    this.#doors.add(door);
    return door;
  }

  /** @returns its BSSID, by which it is changed */
  addAccessPoint(given: NewAccessPoint): string {
    this.#made++;
    const accessPoint = accessPointFrom(given, this.#made);
    this.#world.accessPoints.set(accessPoint.id, accessPoint);
    this.#tell();
    return accessPoint.id;
  }

  /** Another name, password or security restarts it, and throws out who is on it. @throws RangeError for an unknown one */
  changeAccessPoint(id: string, changes: Partial<Omit<AccessPoint, 'id'>>): void {
    const former = known(this.#world.accessPoints, id);
    const now = { ...former, ...changes };
    this.#world.accessPoints.set(id, now);
    const same = (['ssid', 'security', 'password', 'identity'] as const).every((key) => former[key] === now[key]);
    if (!same || !audible(now)) this.#manager.devices.accessPointChanged(id);
    this.#tell();
  }

  removeAccessPoint(id: string): void {
    known(this.#world.accessPoints, id);
    this.#world.accessPoints.delete(id);
    this.#manager.devices.accessPointChanged(id);
    this.#tell();
  }

  /** Plugs, unplugs, or changes what is at the other end. @throws RangeError for an unknown port */
  changePort(name: string, changes: Partial<Omit<Port, 'interface'>>): void {
    this.#world.ports.set(name, { ...known(this.#world.ports, name), ...changes });
    this.#manager.devices.portChanged(name);
    this.#manager.changed();
  }

  /** The radio and its driver: unplugged, blocked, moody. */
  changeRadio(changes: Partial<Radio>): void {
    this.#world.radio = { ...this.#world.radio, ...changes };
    this.#manager.devices.radioChanged();
    this.#manager.changed();
  }

  /** Whether NetworkManager has a check URI. */
  checkInternet(checks: boolean): void {
    this.#world.checksInternet = checks;
    this.#tell();
  }

  setDelays(changes: NewDelays): void {
    this.#delays.set(changes);
  }

  networkManagerLeaves(): void {
    this.#manager.leave();
  }

  /** After its startup it is there again, with what it had saved. */
  networkManagerReturns(): void {
    this.#manager.comeBack(this.#delays.pick('startup'));
  }

  /** The hotspot fails by itself, as it does when its DHCP server dies. */
  hotspotFalls(): void {
    this.#manager.devices.hotspot.take('its DHCP server ended');
    this.#manager.changed();
  }

  /** Somebody else saves a profile on the device, or changes one. */
  saveProfile(profile: AnyProfile): void {
    this.#manager.profiles.put(profile);
    this.#manager.changed();
  }

  /** Somebody deletes a profile by hand, whosoever it is. */
  deleteProfile(id: string): void {
    this.#manager.forget(id);
  }

  phoneJoins(name: string, ssid: Ssid, password: string): Promise<PhoneResult> {
    return this.#phones.join(name, ssid, password);
  }

  phoneLeaves(name: string): void {
    this.#phones.leave(name);
  }

  /** What a program on the device gets when it tries to reach the internet itself, by the default route. */
  probe(): Internet {
    const { defaultRoutes, uplinks } = this.view();
    const way = uplinks.find((each) => each.interface === defaultRoutes[0]?.interface);
    return way?.via === undefined ? 'no' : upstream(this.#world, way.via);
  }

  view(): TownView {
    return lookAt(this.#timers.now(), this.#since, this.#world, this.#manager, this.#phones);
  }

  /** Calls `listener` after each change of `view`; returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#closing.abort();
  }

  #tell(): void {
    for (const door of this.#doors) door.changed();
    for (const listener of this.#listeners) listener();
  }
}

export const town = (options: TownOptions): Town => new Town(options);

function known<Value>(all: ReadonlyMap<string, Value>, id: string): Value {
  const value = all.get(id);
  if (value === undefined) throw new RangeError(`there is no ${id} in town`);
  return value;
}

import * as z from 'zod';
import { seconds } from '../duration.ts';
import type { Bus } from './bus.ts';
import type { Settings } from './dictionary.ts';
import { names, type Objects, objectsReply, propertiesInterface } from './objects.ts';
import { type StoredSettings, settingsReply } from './reading.ts';
import { isUnknown } from './refusals.ts';
import { string, type Typed } from './values.ts';

const root = '/org/freedesktop/NetworkManager';
const none = z.unknown().transform(() => undefined);
const onePath = z.tuple([z.string()], z.unknown()).transform(([path]) => path);
const pathsAndResult = z.tuple([z.string(), z.string()], z.unknown());

/** `NMSettingsAddConnection2Flags` and `NMSettingsUpdate2Flags` */
const toDisk = 0x1;
const inMemory = 0x2;
const noReapply = 0x40;

const writeLimit = seconds(20);
/** NetworkManager gives its own check 20 s. */
const checkLimit = seconds(25);

/** NetworkManager's methods that we use, hand-typed: nothing is introspected. */
export class Service {
  readonly #bus: Bus;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  async objects(): Promise<Objects> {
    const manager = 'org.freedesktop.DBus.ObjectManager';
    const request = { path: '/org/freedesktop', interface: manager, member: 'GetManagedObjects' };
    return (await this.#bus.call(request, objectsReply))[0];
  }

  async settings(path: string): Promise<StoredSettings> {
    const request = { path, interface: names.connection, member: 'GetSettings' };
    return (await this.#bus.call(request, z.tuple([settingsReply])))[0];
  }

  /** The settings together with the secrets of the setting named. */
  async settingsWithSecrets(path: string, setting: '802-11-wireless-security' | '802-1x'): Promise<StoredSettings> {
    const call = (member: string, body?: readonly string[]) =>
      this.#bus.call(
        { path, interface: names.connection, member, ...(body === undefined ? {} : { signature: 's', body }) },
        z.tuple([z.record(z.string(), z.record(z.string(), z.unknown()))]),
      );
    const [settings] = await call('GetSettings');
    const [secrets] = await call('GetSecrets', [setting]);
    return settingsReply.parse({ ...settings, [setting]: { ...settings[setting], ...secrets[setting] } });
  }

  /** The path of the saved connection; `undefined`: there is none. */
  async connection(uuid: string): Promise<string | undefined> {
    const request = { path: `${root}/Settings`, interface: names.settings, member: 'GetConnectionByUuid' };
    try {
      return await this.#bus.call({ ...request, signature: 's', body: [uuid] }, onePath);
    } catch (error) {
      if (isUnknown(error)) return undefined;
      throw error;
    }
  }

  async add(settings: Settings): Promise<string> {
    const request = { path: `${root}/Settings`, interface: names.settings, member: 'AddConnection2' };
    return this.#bus.call(
      { ...request, signature: 'a{sa{sv}}ua{sv}', body: [settings, toDisk, {}] },
      onePath,
      writeLimit,
    );
  }

  /** `memory`: until NetworkManager restarts; the file stays as it was. A link that uses the profile is not disturbed. */
  async update(path: string, settings: Settings, storage: 'disk' | 'memory'): Promise<void> {
    const flags = (storage === 'disk' ? toDisk : inMemory) | noReapply;
    const request = { path, interface: names.connection, member: 'Update2', signature: 'a{sa{sv}}ua{sv}' };
    await this.#bus.call({ ...request, body: [settings, flags, {}] }, none, writeLimit);
  }

  /** Nothing happens when it is gone already. */
  async remove(path: string): Promise<void> {
    await this.#unlessGone({ path, interface: names.connection, member: 'Delete' });
  }

  /** Returns the path of the activation. */
  async activate(connection: string, device: string): Promise<string> {
    const request = { path: root, interface: names.manager, member: 'ActivateConnection', signature: 'ooo' };
    return this.#bus.call({ ...request, body: [connection, device, '/'] }, onePath, writeLimit);
  }

  /** A profile that NetworkManager forgets when it is no longer active. Returns the paths of profile and activation. */
  async addAndActivate(settings: Settings, device: string): Promise<{ connection: string; activation: string }> {
    const request = { path: root, interface: names.manager, member: 'AddAndActivateConnection2' };
    const body = [settings, device, '/', { persist: string('volatile') }];
    const reply = await this.#bus.call({ ...request, signature: 'a{sa{sv}}ooa{sv}', body }, pathsAndResult, writeLimit);
    return { connection: reply[0], activation: reply[1] };
  }

  /** Nothing happens when it has ended already. */
  async deactivate(activation: string): Promise<void> {
    const request = { path: root, interface: names.manager, member: 'DeactivateConnection', signature: 'o' };
    await this.#unlessGone({ ...request, body: [activation] });
  }

  /** Returns its path. @param time in seconds, after which it comes into force */
  async createCheckpoint(devices: readonly string[], time: number): Promise<string> {
    const request = { path: root, interface: names.manager, member: 'CheckpointCreate', signature: 'aouu' };
    return this.#bus.call({ ...request, body: [devices, time, 0] }, onePath, writeLimit);
  }

  /** What it stood for is good. */
  async destroyCheckpoint(checkpoint: string): Promise<void> {
    const request = { path: root, interface: names.manager, member: 'CheckpointDestroy', signature: 'o' };
    await this.#bus.call({ ...request, body: [checkpoint] }, none, writeLimit);
  }

  /** Brings back what stood when it was made. */
  async rollBack(checkpoint: string): Promise<void> {
    const request = { path: root, interface: names.manager, member: 'CheckpointRollback', signature: 'o' };
    await this.#bus.call({ ...request, body: [checkpoint] }, none, writeLimit);
  }

  async setProperty(path: string, iface: string, property: string, value: Typed): Promise<void> {
    const request = { path, interface: propertiesInterface, member: 'Set', signature: 'ssv' };
    await this.#bus.call({ ...request, body: [iface, property, value] }, none);
  }

  /** One object's properties; `undefined`: it is gone. */
  async properties<T>(path: string, iface: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const request = { path, interface: propertiesInterface, member: 'GetAll', signature: 's' };
    try {
      return (await this.#bus.call({ ...request, body: [iface] }, z.tuple([schema])))[0];
    } catch (error) {
      if (isUnknown(error)) return undefined;
      throw error;
    }
  }

  async requestScan(device: string): Promise<void> {
    const request = { path: device, interface: names.wireless, member: 'RequestScan', signature: 'a{sv}' };
    await this.#bus.call({ ...request, body: [{}] }, none);
  }

  /** Looks for the internet now, on each link; returns when NetworkManager knows, at most 25 s. */
  async checkConnectivity(): Promise<void> {
    await this.#bus.call({ path: root, interface: names.manager, member: 'CheckConnectivity' }, none, checkLimit);
  }

  async #unlessGone(request: Parameters<Bus['call']>[0]): Promise<void> {
    try {
      await this.#bus.call(request, none, writeLimit);
    } catch (error) {
      if (!isUnknown(error)) throw error;
    }
  }
}

import * as z from 'zod';
import type { AccessPoint } from './access-points.ts';

/**
 * NetworkManager's objects as `GetManagedObjects` gives them, in one reply: a picture of one moment, in which nothing
 * can vanish between two questions. Each object is read by itself, and one that cannot be read is left out.
 */
export type World = {
  readonly manager: Manager | undefined;
  readonly devices: ReadonlyMap<string, Device>;
  readonly accessPoints: ReadonlyMap<string, AccessPoint>;
  readonly activations: ReadonlyMap<string, Activation>;
  /** By the path of an `IP4Config` or `IP6Config`: addresses in CIDR form. */
  readonly addresses: ReadonlyMap<string, readonly string[]>;
  /** `Flags` of each saved connection. */
  readonly connections: ReadonlyMap<string, number>;
};

export const nm = 'org.freedesktop.NetworkManager';
export const names = {
  manager: nm,
  device: `${nm}.Device`,
  wireless: `${nm}.Device.Wireless`,
  accessPoint: `${nm}.AccessPoint`,
  activation: `${nm}.Connection.Active`,
  settings: `${nm}.Settings`,
  connection: `${nm}.Settings.Connection`,
} as const;

/** Of the D-Bus specification: every object has it. */
export const propertiesInterface = 'org.freedesktop.DBus.Properties';

const path = z.string().default('/').catch('/');
const paths = z.array(z.string()).default([]).catch([]);
const number = z.number().default(0).catch(0);
const flag = z.boolean().default(false).catch(false);

const manager = z.object({
  Startup: flag,
  WirelessEnabled: z.boolean().default(true).catch(true),
  WirelessHardwareEnabled: z.boolean().default(true).catch(true),
  ConnectivityCheckAvailable: flag,
  ConnectivityCheckEnabled: flag,
  Checkpoints: paths,
});
export type Manager = z.infer<typeof manager>;

const device = z.object({
  Interface: z.string(),
  DeviceType: z.number(),
  State: number,
  Managed: flag,
  Autoconnect: flag,
  ActiveConnection: path,
  Ip4Config: path,
  Ip6Config: path,
  Ip4Connectivity: number,
  Ip6Connectivity: number,
});
const wireless = z.object({
  PermHwAddress: z.string().default('').catch(''),
  HwAddress: z.string().default('').catch(''),
  WirelessCapabilities: number,
  ActiveAccessPoint: path,
  AccessPoints: paths,
  /** Milliseconds of CLOCK_BOOTTIME; -1: never. */
  LastScan: z.bigint().default(-1n).catch(-1n),
});
export type Wireless = z.infer<typeof wireless>;
export type Device = z.infer<typeof device> & { readonly path: string; readonly wireless: Wireless | undefined };

const accessPoint = z.object({
  Ssid: z.instanceof(Uint8Array),
  Flags: number,
  WpaFlags: number,
  RsnFlags: number,
  Mode: z.number().default(2).catch(2),
  Frequency: number,
  Strength: number,
  HwAddress: z.string().default('').catch(''),
  LastSeen: z.number().default(-1).catch(-1),
});

const activation = z.object({
  Uuid: z.string(),
  State: number,
  Connection: path,
  Devices: paths,
});
export type Activation = z.infer<typeof activation>;

const addressList = z.object({ AddressData: z.array(z.object({ address: z.string(), prefix: z.number() })) });
const connection = z.object({ Flags: number });

export const objectsReply = z.tuple([z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown())))]);
export type Objects = z.infer<typeof objectsReply>[0];

export function readWorld(objects: Objects): World {
  const all = <T>(iface: string, schema: z.ZodType<T>): Map<string, T> => {
    const found = new Map<string, T>();
    for (const [path, interfaces] of Object.entries(objects)) {
      // Most objects have other interfaces, and zod takes its time to complain.
      if (!Object.hasOwn(interfaces, iface)) continue;
      const checked = schema.safeParse(interfaces[iface]);
      if (checked.success) found.set(path, checked.data);
    }
    return found;
  };
  const radios = all(names.wireless, wireless);
  const devices = [...all(names.device, device)].map(
    ([path, each]) => [path, { ...each, path, wireless: radios.get(path) }] as const,
  );
  const cidr = ({ AddressData }: z.infer<typeof addressList>) => AddressData.map((a) => `${a.address}/${a.prefix}`);
  const addresses = [...all(`${nm}.IP4Config`, addressList), ...all(`${nm}.IP6Config`, addressList)];
  return {
    manager: all(names.manager, manager).values().next().value,
    devices: new Map(devices),
    accessPoints: all(names.accessPoint, accessPoint),
    activations: all(names.activation, activation),
    addresses: new Map(addresses.map(([path, list]) => [path, cidr(list)])),
    connections: new Map([...all(names.connection, connection)].map(([path, { Flags }]) => [path, Flags])),
  };
}

import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { milliseconds, seconds } from '../duration.ts';
import { type Ssid, ssidBytes } from '../ssid.ts';
import type { Bus } from './bus.ts';
import { propertiesInterface } from './objects.ts';
import { type ScanDoors, untilScanned } from './scan.ts';
import { boolean, string, Typed } from './values.ts';

const destination = 'fi.w1.wpa_supplicant1';
const ofInterface = `${destination}.Interface`;
const root = { destination, path: '/fi/w1/wpa_supplicant1', interface: destination };
const anything = z.unknown();
const onePath = z.tuple([z.string()]);
const onePathList = z.tuple([z.array(z.string())]);
const limit = seconds(2);
/** In MHz: beacons are sent on the primary channel. */
const channelWidth = 20;

/** wpa_supplicant's own path of a network interface; `undefined` where it does not have that, or does not say. */
const interfacePath = (bus: Pick<Bus, 'callAnother'>, name: string): Promise<string | undefined> =>
  bus.callAnother({ ...root, member: 'GetInterface', signature: 's', body: [name] }, onePath, limit).then(
    ([path]) => path,
    () => undefined,
  );

/** Stations of the access point on that interface; `undefined` where wpa_supplicant does not tell (before 2.10), or has none. */
export async function stationsOf(bus: Pick<Bus, 'callAnother'>, name: string): Promise<number | undefined> {
  const path = await interfacePath(bus, name);
  if (path === undefined) return undefined;
  const get = { destination, path, interface: propertiesInterface, member: 'Get' };
  const body = [ofInterface, 'Stations'];
  return bus.callAnother({ ...get, signature: 'ss', body }, onePathList, limit).then(
    ([stations]) => stations.length,
    () => undefined,
  );
}

/** Where a network was heard: its channels, by their frequencies in MHz. */
export type Place = { readonly ssid: Ssid; readonly frequencies: readonly number[] };

/** A channel takes 0.03 to 0.1 s. */
const mostChannels = 16;
const listening = seconds(3);

/**
 * Hears a network once more, on its channels only, right before it is joined. wpa_supplicant joins at once from a list
 * that is younger than 5 s (`scan_res_valid_for_connect`); where it is older, as after a hotspot, it first goes through
 * every channel, for some seconds that a person waits for. Never rejects: where it cannot be done, it takes its time.
 * @param device NetworkManager's path of the same interface
 */
export async function hearAgain(
  { bus, clock }: ScanDoors & { readonly bus: Pick<Bus, 'callAnother'> },
  { device, name }: { readonly device: string; readonly name: string },
  { ssid, frequencies }: Place,
): Promise<void> {
  const path = await interfacePath(bus, name);
  if (path === undefined) return;
  const wanted = {
    Type: string('active'),
    SSIDs: new Typed('aay', [ssidBytes(ssid)]),
    Channels: new Typed(
      'a(uu)',
      frequencies.slice(0, mostChannels).map((frequency) => [frequency, channelWidth]),
    ),
    AllowRoam: boolean(false),
  };
  const scan = { destination, path, interface: ofInterface, member: 'Scan' };
  const ask = async () => {
    await bus.callAnother({ ...scan, signature: 'a{sv}', body: [wanted] }, anything, limit);
  };
  await untilScanned({ bus, clock }, device, listening, ask).catch(() => undefined);
}

/** The scan that is meant starts some milliseconds after the access point. */
const pause = milliseconds(250);
/** NetworkManager may be done with the hotspot before that scan has begun. */
const triesAfterwards = 4;

/**
 * Keeps scans away from an access point that is coming up. wpa_supplicant starts one of its own right behind it where its
 * last list is younger than 5 s (`scan_res_valid_for_connect`), so after every wrong password; its results are thrown
 * away ("Ignore scan results in AP mode"), and the beacons are silent meanwhile, for some 5 s. Where another program has
 * the radio (iwd), or wpa_supplicant does not let us, nothing is done.
 * @param coming how the access point comes up
 */
export async function withoutScans<T>(
  { bus, clock }: { readonly bus: Pick<Bus, 'callAnother'>; readonly clock: Clock },
  interfaceName: string,
  coming: () => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  void abortScans(bus, clock, interfaceName, over.signal);
  try {
    return await coming();
  } finally {
    over.abort();
  }
}

/** Never rejects. Ends soon after `over`. */
async function abortScans(
  bus: Pick<Bus, 'callAnother'>,
  clock: Clock,
  interfaceName: string,
  over: AbortSignal,
): Promise<void> {
  const path = await interfacePath(bus, interfaceName);
  if (path === undefined) return;
  const abort = { destination, path, interface: ofInterface, member: 'AbortScan' };
  for (let left = triesAfterwards; left > 0; left -= over.aborted ? 1 : 0) {
    // An error: there is no scan, which is as it should be.
    await bus.callAnother(abort, anything, limit).catch(() => undefined);
    await clock.wait(pause);
  }
}

import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { milliseconds, seconds } from '../duration.ts';
import type { Bus } from './bus.ts';

const destination = 'fi.w1.wpa_supplicant1';
const anything = z.unknown();
const onePath = z.tuple([z.string()]);
const limit = seconds(2);
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
  const ask = { destination, path: '/fi/w1/wpa_supplicant1', interface: destination, member: 'GetInterface' };
  const found = await bus
    .callAnother({ ...ask, signature: 's', body: [interfaceName] }, onePath, limit)
    .catch(() => undefined);
  if (found === undefined) return;
  const abort = { destination, path: found[0], interface: `${destination}.Interface`, member: 'AbortScan' };
  for (let left = triesAfterwards; left > 0; left -= over.aborted ? 1 : 0) {
    // An error: there is no scan, which is as it should be.
    await bus.callAnother(abort, anything, limit).catch(() => undefined);
    await clock.wait(pause);
  }
}

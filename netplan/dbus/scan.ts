import type { Clock } from '../clock.ts';
import { type Duration, formatDuration, seconds } from '../duration.ts';
import { NetworkError } from '../errors.ts';
import type { Bus } from './bus.ts';
import type { Signal } from './connection.ts';
import { names } from './objects.ts';
import type { Service } from './service.ts';
import { within } from './within.ts';

const limit = seconds(20);

/**
 * Asks for a scan and waits until NetworkManager has its result.
 * @throws NetworkError `refused` when the driver cannot scan now, `timed-out` after 20 s
 */
export function scan(
  { service, ...doors }: ScanDoors & { readonly service: Pick<Service, 'requestScan'> },
  device: string,
): Promise<void> {
  return untilScanned(doors, device, limit, () => service.requestScan(device));
}

export type ScanDoors = { readonly bus: Pick<Bus, 'listen'>; readonly clock: Clock };

/**
 * Until NetworkManager has the result of the scan that `ask` asks for.
 * @param limit from the moment when it is asked for
 * @throws what `ask` throws, and NetworkError `timed-out`
 */
export async function untilScanned(
  { bus, clock }: ScanDoors,
  device: string,
  limit: Duration,
  ask: () => Promise<void>,
): Promise<void> {
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  const stop = bus.listen({ signal: (signal) => endsScan(signal, device) && resolve() });
  const late = () => new NetworkError('timed-out', `the scan did not end within ${formatDuration(limit)}`);
  try {
    await ask();
    await within(clock, limit, finished, late);
  } finally {
    stop();
  }
}

/** `LastScan` changes when the results are in. */
function endsScan({ path, member, body }: Signal, device: string): boolean {
  const [iface, changed] = body;
  return (
    path === device &&
    member === 'PropertiesChanged' &&
    iface === names.wireless &&
    typeof changed === 'object' &&
    changed !== null &&
    'LastScan' in changed
  );
}

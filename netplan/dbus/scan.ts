import type { Clock } from '../clock.ts';
import { seconds } from '../duration.ts';
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
export async function scan(
  {
    bus,
    service,
    clock,
  }: { readonly bus: Pick<Bus, 'listen'>; readonly service: Pick<Service, 'requestScan'>; readonly clock: Clock },
  device: string,
): Promise<void> {
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  const stop = bus.listen({ signal: (signal) => endsScan(signal, device) && resolve() });
  try {
    await service.requestScan(device);
    await within(clock, limit, finished, () => new NetworkError('timed-out', 'the scan did not end within 20 s'));
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

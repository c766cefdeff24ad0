import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { holdersOf, type Process, type Protocol, socketsAt } from './sockets.ts';

export type PortConflict = { readonly protocol: Protocol; readonly port: number; readonly holder: string };

/** What the agent itself will open on the hotspot's address. */
const ports: readonly (readonly [Protocol, number])[] = [
  ['udp', 53],
  ['tcp', 53],
  ['tcp', 80],
];

/**
 * Whether the agent can have its ports on the hotspot's address, found out by opening each for a moment: only the
 * kernel knows (a socket on `::` may or may not cover IPv4). Ports that this process holds already are no conflict.
 */
export async function portConflicts(address: string): Promise<readonly PortConflict[]> {
  const conflicts: PortConflict[] = [];
  for (const [protocol, port] of ports) {
    if (!(await isTaken(protocol, address, port))) continue;
    const holders = await holdersOf(await socketsAt(protocol, address, port));
    if (holders.some(({ id }) => id === process.pid)) continue;
    conflicts.push({ protocol, port, holder: named(holders) });
  }
  return conflicts;
}

/** Whoever, but for this process, receives at that port of one of the addresses, for a person; `undefined`: nobody. */
export async function portHolder(addresses: readonly string[], port: number): Promise<string | undefined> {
  const sockets = await Promise.all(
    addresses.flatMap((address) => [socketsAt('udp', address, port), socketsAt('tcp', address, port)]),
  );
  const holders = (await holdersOf(sockets.flat())).filter(({ id }) => id !== process.pid);
  return holders.length === 0 ? undefined : named(holders);
}

/** For a person: `dnsmasq (812)`. */
export const named = (holders: readonly Process[]): string =>
  holders.map(({ id, name }) => `${name} (${id})`).join(' and ') || 'a process that cannot be found';

const isTaken = (protocol: Protocol, address: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = protocol === 'udp' ? createSocket('udp4') : createServer();
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // A UDP socket that could not be bound is still open; a server closes by itself.
      if (protocol === 'udp') socket.close();
      resolve(error.code === 'EADDRINUSE');
    });
    const opened = () => socket.close(() => resolve(false));
    if ('listen' in socket) socket.listen({ host: address, port, exclusive: true }, opened);
    else socket.bind({ address, port, exclusive: true }, opened);
  });

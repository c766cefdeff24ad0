import { once } from 'node:events';
import { bindingError, NameServerError } from './errors.ts';
import type { Receive } from './receiver.ts';
import { TcpDoor } from './tcp-door.ts';
import { UdpDoor } from './udp-door.ts';

/** Milliseconds within which binding settles; it takes microseconds, and nothing in it should ever wait. */
const bindPatience = 5000;
/** Milliseconds within which closing settles, whatever clients do. */
const closePatience = 1000;
/** Tries for a port that is free for both UDP and TCP, when any will do. */
const tries = 10;

export type Listener = {
  readonly receive: Receive;
  readonly dropped: () => void;
  readonly shed: () => void;
  /** A socket failed after it was bound. */
  readonly failed: (error: NameServerError) => void;
};

export type OpenDoors = { readonly address: string; readonly port: number; close(): Promise<void> };

/** Opens both doors on one address and port, or none. Rejects with a `NameServerError`. */
export async function openDoors(address: string, port: number, listener: Listener): Promise<OpenDoors> {
  for (let left = tries; ; left--) {
    try {
      return await openBoth(address, port, listener);
    } catch (cause) {
      const error = bindingError(cause, `${address} port ${port}`);
      if (port !== 0 || error.code !== 'port-in-use' || left <= 1) throw error;
    }
  }
}

async function openBoth(address: string, wanted: number, listener: Listener): Promise<OpenDoors> {
  const tcp = new TcpDoor(listener.receive, listener.shed);
  const udp = new UdpDoor(listener.receive, listener.dropped);
  const close = async (): Promise<void> => {
    const closed = Promise.all([ended(tcp), ended(udp)]);
    tcp.shut();
    udp.close();
    await Promise.race([closed, pause(closePatience)]);
  };
  try {
    await bound(tcp, () => tcp.open(address, wanted));
    const port = placeOf(tcp.address(), address);
    await bound(udp, () => udp.bind({ address, port, exclusive: true }));
    placeOf(udp.address(), address);
    for (const door of [tcp, udp]) {
      door.on('error', (cause: unknown) => listener.failed(bindingError(cause, `${address} port ${port}`)));
    }
    return { address, port, close };
  } catch (cause) {
    for (const door of [tcp, udp]) door.on('error', () => undefined);
    await close();
    throw cause;
  }
}

type Door = TcpDoor | UdpDoor;

/** dns2's own promise never settles when binding fails; this one does. */
async function bound(door: Door, bind: () => void): Promise<void> {
  const timeout = AbortSignal.timeout(bindPatience);
  const listening = once(door, 'listening', { signal: timeout });
  try {
    bind();
    await listening;
  } catch (cause) {
    if (timeout.aborted) throw new NameServerError('timed-out', 'Binding did not settle', { cause });
    throw cause;
  }
}

/** The port, after making sure that nothing but this address was bound. */
function placeOf(place: ReturnType<Door['address']>, address: string): number {
  if (place === null || typeof place === 'string' || place.address !== address) {
    const found = place === null || typeof place === 'string' ? place : place.address;
    throw new NameServerError('bound-elsewhere', `Bound ${found} in place of ${address}`);
  }
  return place.port;
}

async function ended(door: Door): Promise<void> {
  await new Promise<void>((resolve) => door.once('close', () => resolve()));
}

async function pause(duration: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, duration).unref());
}

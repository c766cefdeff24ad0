import { isIP, type Server } from 'node:net';
import { CodedError } from '../netplan/errors.ts';

export type DoorErrorCode =
  | 'address-taken' // another program listens there
  | 'address-missing' // no interface has this address (yet)
  | 'address-refused' // a wildcard, or no address at all
  | 'not-permitted'
  | 'failed';

/** Names the address and port in its message. */
export class DoorError extends CodedError<DoorErrorCode> {}

export type Listening = { readonly address: string; readonly port: number };

const codes: Readonly<Record<string, DoorErrorCode>> = {
  EADDRINUSE: 'address-taken',
  EADDRNOTAVAIL: 'address-missing',
  EACCES: 'not-permitted',
  EPERM: 'not-permitted',
};

/**
 * A server on one address of ours, and on the first of the ports that no other program has.
 * @throws DoorError
 */
export async function listenOn<S extends Server>(
  address: string,
  ports: readonly number[],
  makeServer: () => S,
): Promise<{ readonly server: S; readonly port: number }> {
  if (isIP(address) === 0 || /^(0\.0\.0\.0|[0:]*)$/.test(address)) {
    throw new DoorError('address-refused', `the portal listens on one address, not on "${address}"`);
  }
  for (const [index, port] of ports.entries()) {
    try {
      const server = await listening(makeServer(), address, port);
      const bound = server.address();
      return { server, port: typeof bound === 'object' && bound !== null ? bound.port : port };
    } catch (cause) {
      const code = codes[(cause as NodeJS.ErrnoException).code ?? ''] ?? 'failed';
      if (code === 'address-taken' && index + 1 < ports.length) continue;
      throw new DoorError(code, `cannot listen on ${address} port ${port}`, { cause });
    }
  }
  throw new DoorError('address-refused', `no port was given for ${address}`);
}

const listening = <S extends Server>(server: S, host: string, port: number): Promise<S> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });

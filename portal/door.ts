import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { CodedError } from '../netplan/errors.ts';
import { boundConnections } from './connections.ts';
import { statusOf, titleOf } from './errors.ts';
import { portalLimits } from './limits.ts';

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

/** Listens on certain addresses and nowhere else, with a deadline for everything that a client does slowly. */
export class Door {
  readonly #servers: Server[] = [];
  readonly listening: readonly Listening[];

  private constructor(servers: readonly Server[], listening: readonly Listening[]) {
    this.#servers.push(...servers);
    this.listening = listening;
  }

  /**
   * @param ports Tried in order on each address, where another program has the one before: the robot's own web server
   *   may listen on port 80 of all addresses. `listening` says which it became; a rule of the firewall can lead 80 there.
   * @throws DoorError when one address cannot be had; then none is kept
   */
  static async open(listener: RequestListener, addresses: readonly string[], ports: readonly number[]): Promise<Door> {
    const servers: Server[] = [];
    const listening: Listening[] = [];
    try {
      for (const address of new Set(addresses)) {
        const { server, port } = await listenOn(address, ports, listener);
        servers.push(server);
        listening.push({ address, port });
      }
      return new Door(servers, listening);
    } catch (error) {
      await Promise.all(servers.map(closed));
      throw error;
    }
  }

  /** Replies under way are finished, but nobody is waited for longer than 2 s: the hotspot goes anyway. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map(closed));
  }
}

async function listenOn(address: string, ports: readonly number[], listener: RequestListener) {
  if (isIP(address) === 0 || /^(0\.0\.0\.0|[0:]*)$/.test(address)) {
    throw new DoorError('address-refused', `the portal listens on one address, not on "${address}"`);
  }
  for (const [index, port] of ports.entries()) {
    try {
      const server = await listening(makeServer(listener), address, port);
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

function makeServer(listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: portalLimits.headerBytes,
      headersTimeout: portalLimits.headersTime,
      requestTimeout: portalLimits.requestTime,
      keepAliveTimeout: portalLimits.keepAlive,
      connectionsCheckingInterval: 1000,
      noDelay: true,
    },
    listener,
  );
  server.timeout = portalLimits.silence;
  server.on('checkContinue', refuseLargeBody(listener));
  boundConnections(server);
  return server;
}

/** `Expect: 100-continue` asks before it sends: a body that is too large is then never on its way. */
const refuseLargeBody =
  (listener: RequestListener) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    if (Number(request.headers['content-length'] ?? 0) > portalLimits.bodyBytes) {
      response.writeHead(statusOf('body-too-large'), { 'Content-Type': 'text/plain', Connection: 'close' });
      response.end(titleOf('body-too-large'));
      return;
    }
    response.writeContinue();
    listener(request, response as Parameters<RequestListener>[1]);
  };

const listening = (server: Server, host: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatience = setTimeout(() => server.closeAllConnections(), 2000);
    server.close(() => {
      clearTimeout(impatience);
      resolve();
    });
    server.closeIdleConnections();
  });
}

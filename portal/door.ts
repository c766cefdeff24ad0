import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { seconds } from '../netplan/duration.ts';
import { boundConnections } from './connections.ts';
import { statusOf, titleOf } from './errors.ts';
import { portalLimits } from './limits.ts';
import { type Listening, listenOn } from './listening.ts';

export { DoorError, type DoorErrorCode, type Listening } from './listening.ts';

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
        const { server, port } = await listenOn(address, ports, () => makeServer(listener));
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

function makeServer(listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: portalLimits.headerBytes,
      headersTimeout: portalLimits.headersTime,
      requestTimeout: portalLimits.requestTime,
      keepAliveTimeout: portalLimits.keepAlive,
      // Runs all the time, also with nobody there: the price of more exact limits is a processor that never rests.
      connectionsCheckingInterval: seconds(10),
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

import { createServer, type Http2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { Clock } from '../../netplan/clock.ts';
import { type Listening, listenOn } from '../listening.ts';
import type { PortalLog } from '../view.ts';
import type { Methods } from './api.ts';
import { answerGrpc } from './grpc-call.ts';
import { appApiLimits } from './limits.ts';
import { Sessions, type SessionTimes } from './sessions.ts';

export type GrpcDoorParts = { readonly methods: Methods; readonly clock: Clock; readonly log: PortalLog };

/** gRPC over HTTP/2 without TLS, which clients begin by themselves ("prior knowledge"), on one address and port. */
export class GrpcDoor {
  readonly listening: Listening;
  readonly #server: Http2Server;
  readonly #sessions: Sessions;

  private constructor(server: Http2Server, sessions: Sessions, listening: Listening) {
    this.#server = server;
    this.#sessions = sessions;
    this.listening = listening;
  }

  /** @throws DoorError */
  static async open(
    parts: GrpcDoorParts,
    address: string,
    port: number,
    times: SessionTimes = appApiLimits,
  ): Promise<GrpcDoor> {
    const sessions = new Sessions(times);
    const made = await listenOn(address, [port], () => sessions.bound(makeServer(parts)));
    return new GrpcDoor(made.server, sessions, { address, port: made.port });
  }

  /** How many connections there are now. */
  get connections(): number {
    return this.#sessions.size;
  }

  /** Calls under way are finished, but nobody is waited for longer than 2 s: the hotspot goes anyway. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#sessions.end();
    await closed;
  }
}

function makeServer({ methods, clock, log }: GrpcDoorParts): Http2Server {
  const server = createServer({
    maxSessionMemory: appApiLimits.connectionMemory,
    maxSessionInvalidFrames: appApiLimits.invalidFrames,
    settings: {
      enablePush: false,
      maxConcurrentStreams: appApiLimits.calls,
      maxHeaderListSize: appApiLimits.headerBytes,
      // So much of a request may be on its way unread; a whole message fits.
      initialWindowSize: 2 * appApiLimits.messageBytes,
    },
  });
  server.on('request', (request, response) => {
    const handler = methods.get(request.url.split('?', 1)[0] ?? '');
    if (handler === undefined) {
      refuseUnknown(request, response);
      return;
    }
    answerGrpc(handler, request, response, clock).catch((error: unknown) => {
      // Nearly always the phone has gone; a call that was begun is not taken back by that.
      log.debug({ err: error, method: handler.method.name }, "a call of the app's API broke off");
      if (!response.stream.destroyed) response.stream.close();
    });
  });
  // HTTP/1, TLS, a port scanner: Node.js has closed the connection already.
  server.on('sessionError', (error) => log.debug({ err: error }, 'a connection to the app API broke off'));
  return server;
}

/** A method that we do not have, in the way gRPC says it; anything that is no gRPC gets a plain 404. */
function refuseUnknown(request: Http2ServerRequest, response: Http2ServerResponse): void {
  if (request.headers['content-type']?.startsWith('application/grpc') === true) {
    // Without a body the trailers are the headers ("Trailers-Only").
    const status = { 'grpc-status': '12', 'grpc-message': 'unknown method' };
    response.writeHead(200, { 'content-type': 'application/grpc', ...status }).end();
    return;
  }
  response.writeHead(404, { 'content-type': 'text/plain' });
  response.end('This port speaks gRPC. The setup page is on port 80.\n');
}

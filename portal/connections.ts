import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { portalLimits } from './limits.ts';

/**
 * Keeps the number of connections of one server bounded, without shutting anybody out: where a limit is reached, the
 * connection that has waited longest for a request of its own makes room. So a phone (or a hostile client) that opens
 * hundreds and says nothing loses those, and probes are still answered.
 */
export function boundConnections(server: Server): void {
  /** In the order in which they came; the request that a connection is busy with, if any. */
  const open = new Map<Socket, IncomingMessage | undefined>();
  server.maxConnections = portalLimits.connections * 2;

  const room = (limit: number, sockets: readonly Socket[]): void => {
    if (sockets.length < limit) return;
    const idle = sockets.find((socket) => open.get(socket) === undefined);
    // Nobody idle: whoever is slowest with sending its body. Never one that waits for our reply.
    const slowest = idle ?? sockets.find((socket) => open.get(socket)?.complete === false);
    slowest?.destroy();
  };

  server.on('connection', (socket: Socket) => {
    const all = [...open.keys()].filter((other) => !other.destroyed);
    room(portalLimits.connections, all);
    room(
      portalLimits.connectionsPerClient,
      all.filter((other) => other.remoteAddress === socket.remoteAddress),
    );
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    open.set(socket, request);
    response.once('close', () => {
      if (open.get(socket) === request) open.set(socket, undefined);
    });
  });
}

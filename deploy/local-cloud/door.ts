import { createServer as createHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttp2, type Http2Server, type ServerHttp2Session } from 'node:http2';
import { createServer, type Socket } from 'node:net';
import type { connectNodeAdapter } from '@connectrpc/connect-node';
import { cloudLimits } from './limits.ts';

type Answer = ReturnType<typeof connectNodeAdapter>;

/** How every HTTP/2 connection begins (RFC 9113 3.4). */
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

export type Door = { readonly address: string; readonly port: number; close(): Promise<void> };

/**
 * One port without TLS for HTTP/1.1 (the page, gRPC-web, Connect) and HTTP/2 (gRPC): the first bytes say which.
 * @throws Error of the system, for example EADDRINUSE
 */
export async function openDoor(address: string, port: number, answer: Answer): Promise<Door> {
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  const http = httpServer(answer);
  const http2 = http2Server(answer, sessions);
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Until a protocol's server has it, nobody else listens to its errors.
    socket.on('error', () => {});
    sniff(socket, (isHttp2) => (isHttp2 ? http2 : http).emit('connection', socket));
  });
  server.maxConnections = cloudLimits.connections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: address, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // Without it Node.js does not enforce the times of requests, because the server does not listen by itself.
  http.emit('listening');
  const bound = server.address();
  return {
    address,
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      http.close();
      for (const session of sessions) session.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function sniff(socket: Socket, found: (isHttp2: boolean) => void): void {
  const impatience = setTimeout(() => socket.destroy(), cloudLimits.sniffing);
  let seen = Buffer.alloc(0);
  const look = (part: Buffer) => {
    seen = Buffer.concat([seen, part]);
    const length = Math.min(seen.length, preface.length);
    const may = seen.subarray(0, length).equals(preface.subarray(0, length));
    if (may && seen.length < preface.length) return;
    clearTimeout(impatience);
    socket.off('data', look);
    socket.pause();
    socket.unshift(seen);
    found(may);
    // HTTP/2 takes what was read and then the system's socket below; only HTTP/1 reads on through the stream.
    if (!may) socket.resume();
  };
  socket.on('data', look);
  socket.once('close', () => clearTimeout(impatience));
}

function httpServer(answer: Answer): Server {
  const server = createHttp(
    {
      maxHeaderSize: cloudLimits.headerBytes,
      headersTimeout: cloudLimits.sniffing,
      // Large files come and go here; what has to be quick has its limit in its place.
      requestTimeout: cloudLimits.jobTime,
      keepAliveTimeout: cloudLimits.sniffing,
    },
    (request: IncomingMessage, response: ServerResponse) => answer(request, response),
  );
  server.setTimeout(cloudLimits.silence);
  return server;
}

function http2Server(answer: Answer, sessions: Set<ServerHttp2Session>): Http2Server {
  const server = createHttp2(
    {
      settings: {
        enablePush: false,
        maxConcurrentStreams: cloudLimits.calls,
        maxHeaderListSize: cloudLimits.headerBytes,
        initialWindowSize: 1024 * 1024,
      },
      maxSessionMemory: 32,
    },
    (request, response) => answer(request, response),
  );
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
    session.setTimeout(cloudLimits.silence, () => session.close());
    session.once('close', () => sessions.delete(session));
    session.on('stream', (stream) => {
      stream.on('error', () => {});
      const end = setTimeout(() => stream.close(), cloudLimits.callTime);
      stream.once('close', () => clearTimeout(end));
    });
  });
  return server;
}

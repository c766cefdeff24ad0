import { constants, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { appApiLimits } from './limits.ts';

type Open = { readonly socket: Socket; calls: number; idleSince: number };

/** The times that a connection has. Shorter ones are for tests. */
export type SessionTimes = { readonly [N in 'callTime' | 'prefaceTime' | 'silence' | 'close']: number };

/**
 * Keeps the HTTP/2 connections of one server bounded: in number, in what a slow or silent client may hold, and in how
 * long they live. Where there are too many, the one that has been idle longest makes room, so that hundreds of silent
 * ones shut nobody out.
 */
export class Sessions {
  /** In the order in which they came. */
  readonly #open = new Map<ServerHttp2Session, Open>();
  readonly #times: SessionTimes;

  constructor(times: SessionTimes = appApiLimits) {
    this.#times = times;
  }

  bound(server: Http2Server): Http2Server {
    server.maxConnections = appApiLimits.connections * 2;
    // A session that was closed politely waits for its peer's end of the stream; only the socket below it can be
    // dropped. Node.js makes the session from the socket within the same event.
    let arriving: Socket | undefined;
    server.prependListener('connection', (socket: Socket) => {
      arriving = socket;
    });
    server.on('session', (session) => {
      if (arriving !== undefined) this.#opened(session, arriving);
    });
    return server;
  }

  get size(): number {
    return this.#open.size;
  }

  #opened(session: ServerHttp2Session, socket: Socket): void {
    const { callTime, prefaceTime, silence } = this.#times;
    this.#makeRoom(appApiLimits.connections, () => true);
    this.#makeRoom(appApiLimits.connectionsPerClient, (other) => other.socket.remoteAddress === socket.remoteAddress);
    const open: Open = { socket, calls: 0, idleSince: performance.now() };
    this.#open.set(session, open);
    // Without a listener of its own an error of one connection would end the program.
    session.on('error', () => {});
    session.setTimeout(silence, () => this.#end(session, open));
    // A connection proves to be HTTP/2 by its SETTINGS (RFC 9113 3.4).
    const proof = setTimeout(() => socket.destroy(), prefaceTime);
    session.once('remoteSettings', () => clearTimeout(proof));
    session.once('close', () => {
      clearTimeout(proof);
      this.#open.delete(session);
    });

    session.on('stream', (stream) => {
      open.calls++;
      // A limit in all, not of silence: a byte a minute would go on for ever.
      const end = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), callTime);
      stream.on('error', () => {});
      stream.once('close', () => {
        clearTimeout(end);
        open.calls--;
        open.idleSince = performance.now();
      });
    });
  }

  #makeRoom(limit: number, counts: (open: Open) => boolean): void {
    const all = [...this.#open.values()].filter((open) => !open.socket.destroyed && counts(open));
    if (all.length < limit) return;
    const idle = all.filter(({ calls }) => calls === 0).sort((a, b) => a.idleSince - b.idleSince);
    // All of them busy: whoever came first has had the most time.
    const [open] = idle.length > 0 ? idle : all;
    open?.socket.destroy();
  }

  /** The client is told (GOAWAY), calls under way are finished, and nobody is waited for longer than `close`. */
  #end(session: ServerHttp2Session, { socket }: Open): void {
    const impatience = setTimeout(() => socket.destroy(), this.#times.close);
    session.once('close', () => clearTimeout(impatience));
    session.close();
  }

  end(): void {
    for (const [session, open] of this.#open) this.#end(session, open);
  }
}

import { constants, type Http2Server, type ServerHttp2Session } from 'node:http2';
import { appApiLimits } from './limits.ts';

type Open = { readonly address: string | undefined; calls: number; idleSince: number };

/**
 * Keeps the HTTP/2 connections of one server bounded: in number, in what a slow or silent client may hold, and in how
 * long they live. Where there are too many, the one that has been idle longest makes room, so that hundreds of silent
 * ones shut nobody out.
 */
export class Sessions {
  /** In the order in which they came. */
  readonly #open = new Map<ServerHttp2Session, Open>();

  bound(server: Http2Server): Http2Server {
    server.maxConnections = appApiLimits.connections * 2;
    server.on('session', (session) => this.#opened(session));
    return server;
  }

  get size(): number {
    return this.#open.size;
  }

  #opened(session: ServerHttp2Session): void {
    const address = session.socket.remoteAddress;
    this.#makeRoom(appApiLimits.connections, () => true);
    this.#makeRoom(appApiLimits.connectionsPerClient, (other) => other.address === address);
    const open: Open = { address, calls: 0, idleSince: performance.now() };
    this.#open.set(session, open);
    session.once('close', () => this.#open.delete(session));
    // Without a listener of its own an error of one connection would end the program.
    session.on('error', () => {});
    session.setTimeout(appApiLimits.silence, () => session.close());

    // A connection proves to be HTTP/2 by its SETTINGS (RFC 9113 3.4).
    const proof = setTimeout(() => session.destroy(), appApiLimits.prefaceTime);
    session.once('remoteSettings', () => clearTimeout(proof));
    session.once('close', () => clearTimeout(proof));

    session.on('stream', (stream) => {
      open.calls++;
      // A limit in all, not of silence: a byte a minute would go on for ever.
      const end = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), appApiLimits.callTime);
      stream.on('error', () => {});
      stream.once('close', () => {
        clearTimeout(end);
        open.calls--;
        open.idleSince = performance.now();
      });
    });
  }

  #makeRoom(limit: number, counts: (open: Open) => boolean): void {
    const all = [...this.#open].filter(([, open]) => counts(open));
    if (all.length < limit) return;
    const idle = all.filter(([, { calls }]) => calls === 0).sort(([, a], [, b]) => a.idleSince - b.idleSince);
    // All of them busy: whoever came first has had the most time.
    const [session] = idle[0] ?? all[0] ?? [];
    session?.destroy();
  }

  /** No new calls; connections end with the calls they carry. */
  close(): void {
    for (const session of this.#open.keys()) session.close();
  }

  destroy(): void {
    for (const session of this.#open.keys()) session.destroy();
  }
}

import type { Socket } from 'node:net';

/** Milliseconds from one whole message (or the connection's start) to the next, however many octets come between. */
const patience = 5000;
/** Messages answered before the loop gets to do something else. */
const atOnce = 16;
/** Messages of one connection, then it is over: replies nobody reads must not fill the kernel's buffers of 4 MB each. */
const mostMessages = 1000;
/** Octets of the shortest message: a header. */
const shortestMessage = 12;

type Listener = {
  readonly message: (query: Buffer) => void;
  /** No more is handed on: the client sends no more, or had its share. May be called again. */
  readonly ended: () => void;
  readonly closed: () => void;
};

/**
 * The messages of one TCP connection (RFC 1035 4.2.2: each behind its length in two octets), split and joined in any
 * way. Ends the connection for a length that no query has, for a client that is slow, and for any error.
 */
export class TcpStream {
  readonly #socket: Socket;
  readonly #longest: number;
  readonly #listener: Listener;
  readonly #deadline: NodeJS.Timeout;
  /** Octets not yet handed on: one part of a message, or what is held back of one read. */
  #rest: Buffer = Buffer.alloc(0);
  #ended = false;
  #waiting = false;
  #messages = 0;

  constructor(socket: Socket, longest: number, listener: Listener) {
    this.#socket = socket;
    this.#longest = longest;
    this.#listener = listener;
    this.#deadline = setTimeout(() => this.destroy(), patience);
    socket.setNoDelay(true);
    socket.on('error', () => this.destroy());
    socket.on('close', () => {
      clearTimeout(this.#deadline);
      listener.closed();
    });
    socket.on('end', () => {
      this.#ended = true;
      this.#read();
    });
    socket.on('data', (chunk: Buffer) => {
      // What comes after the last message is read and dropped: unread, it would take replies away with it.
      if (this.#messages >= mostMessages) return;
      this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
      this.#read();
    });
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #read(): void {
    if (this.#waiting) return;
    for (let count = 0; count < atOnce; count++) {
      if (this.#socket.destroyed) return;
      // A client that does not read its replies gets no more of them (64 kB) until it does.
      if (this.#socket.writableNeedDrain) {
        this.#later((go) => this.#socket.once('drain', go));
        return;
      }
      const query = this.#next();
      if (query === undefined) return;
      this.#deadline.refresh();
      this.#messages++;
      this.#listener.message(query);
      if (this.#messages === mostMessages) {
        this.#rest = Buffer.alloc(0);
        this.#listener.ended();
        return;
      }
    }
    this.#later(setImmediate);
  }

  /** The next whole message, if it is there; ends what cannot go on. */
  #next(): Buffer | undefined {
    const { length } = this.#rest;
    if (length >= 2) {
      const announced = this.#rest.readUInt16BE(0);
      if (announced < shortestMessage || announced > this.#longest) {
        this.destroy();
        return undefined;
      }
      if (length >= 2 + announced) {
        const query = this.#rest.subarray(2, 2 + announced);
        this.#rest = this.#rest.subarray(2 + announced);
        return query;
      }
    }
    if (this.#ended && length === 0) this.#listener.ended();
    else if (this.#ended)
      this.destroy(); // cut off within a message
    // A part of a message must not keep the whole 64 kB alive that it was read with.
    else if (length > 0) this.#rest = Buffer.from(this.#rest);
    return undefined;
  }

  /** Reads nothing until `when` calls back. */
  #later(when: (go: () => void) => unknown): void {
    this.#waiting = true;
    this.#socket.pause();
    when(() => {
      this.#waiting = false;
      this.#socket.resume();
      this.#read();
    });
  }
}

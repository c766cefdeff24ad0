import type { Server, Socket } from 'node:net';
import { TCPServer } from 'dns2';
import { longestMessage } from './packet-guard.ts';
import type { Receive } from './receiver.ts';
import { TcpStream } from './tcp-stream.ts';

/**
 * Connections at once, in all and of one client: one more costs the longest idle one, so slow clients hold up nobody.
 * And new ones a second: beyond them the rest are refused before they cost memory. No reply here is ever too long
 * for UDP, so hardly any phone comes this way.
 */
const limits = { connections: 128, ofOneClient: 16, newASecond: 200 } as const;

type Pending = { inFlight: number; peerEnded: boolean };

// What dns2's server has and its types do not tell: the way of a connection in, and the framed way of a reply out.
type Dns2TcpServer = Server & { response(socket: Socket, pending: Pending, reply: Buffer): void };
const Dns2TcpServer = TCPServer as unknown as new (options: { idleTimeout: number }) => Dns2TcpServer;

/** dns2's TCP server with limits and the guard before its parser. */
export class TcpDoor extends Dns2TcpServer {
  readonly #receive: Receive;
  readonly #dropped: () => void;
  /** Longest idle first: a connection moves to the end with each whole message. */
  readonly #streams = new Map<TcpStream, string>();
  #newThisSecond = 0;
  #second: NodeJS.Timeout | undefined;

  constructor(receive: Receive, dropped: () => void) {
    super({ idleTimeout: 0 });
    this.#receive = receive;
    this.#dropped = dropped;
    this.on('drop', dropped);
  }

  /** Binds for sure to this address: dns2's own way with port 0 is all interfaces. */
  open(address: string, port: number): void {
    this.listen({ host: address, port, exclusive: true });
  }

  /** Stops listening and ends every connection, also those that never would. */
  shut(): void {
    clearTimeout(this.#second);
    for (const stream of this.#streams.keys()) stream.destroy();
    this.close();
  }

  /** dns2 calls this for each connection. */
  handle(socket: Socket): void {
    this.#count();
    const client = socket.remoteAddress;
    if (client === undefined) {
      socket.destroy(); // gone already
      return;
    }
    const pending: Pending = { inFlight: 0, peerEnded: false };
    const stream = new TcpStream(socket, longestMessage, {
      message: (query) => {
        this.#streams.delete(stream);
        this.#streams.set(stream, client);
        pending.inFlight++;
        const reply = this.#receive(query, client, 'tcp');
        if (reply instanceof Promise) void reply.then((late) => this.#answer(socket, pending, late));
        else this.#answer(socket, pending, reply);
      },
      ended: () => {
        pending.peerEnded = true;
        if (pending.inFlight === 0) socket.end();
      },
      closed: () => this.#streams.delete(stream),
    });
    this.#streams.set(stream, client);
    this.#makeRoom(client);
  }

  #answer(socket: Socket, pending: Pending, reply: Buffer | undefined): void {
    // RFC 7766 6.2.4 lets replies overtake each other; no reply at all is only for what was no query.
    if (reply === undefined) socket.destroy();
    else this.response(socket, pending, reply);
  }

  /** Node itself refuses connections while `maxConnections` is 0. */
  #count(): void {
    if (++this.#newThisSecond >= limits.newASecond) this.maxConnections = 0;
    this.#second ??= setTimeout(() => {
      this.#second = undefined;
      this.#newThisSecond = 0;
      this.maxConnections = Number.POSITIVE_INFINITY;
    }, 1000).unref();
  }

  #makeRoom(client: string): void {
    const own = [...this.#streams].filter(([, address]) => address === client);
    const crowded =
      own.length > limits.ofOneClient ? own : this.#streams.size > limits.connections ? this.#streams : [];
    for (const [stream] of crowded) {
      this.#dropped();
      this.#streams.delete(stream);
      stream.destroy();
      return;
    }
  }
}

import type { RemoteInfo } from 'node:dgram';
import { UDPServer } from 'dns2';
import { isHopeless } from './packet-guard.ts';
import type { Receive } from './receiver.ts';

/** Replies that the kernel would not take at once; more are dropped, as a full network would. */
const mostQueued = 256;
/** Octets; the kernel gives at most its `rmem_max`. Room for what arrives while the loop does something else. */
const receiveBuffer = 1 << 20;

type Lookup = (name: string, options: unknown, done: (error: null, address: string, family: 4) => void) => void;

// Replies go to addresses that datagrams came from: nothing is looked up. Node's own way there costs a tick each time.
const lookup: Lookup = (address, _options, done) => done(null, address, 4);

/** dns2's UDP server with the guard before its parser. Emits `error` only for the socket itself. */
export class UdpDoor extends UDPServer {
  readonly #receive: Receive;
  readonly #dropped: () => void;

  constructor(receive: Receive, dropped: () => void) {
    // dns2 hands `type` to Node's socket as it is, and Node takes all options there.
    super({ type: { type: 'udp4', lookup, recvBufferSize: receiveBuffer } as unknown as 'udp4' });
    this.#receive = receive;
    this.#dropped = dropped;
  }

  override handle(query: Buffer, sender: RemoteInfo): void {
    if (isHopeless(query.length, sender.port)) {
      this.#dropped();
      giveBack(query);
      return;
    }
    const reply = this.#receive(query, sender.address, 'udp');
    if (reply instanceof Promise) void reply.then((late) => this.#answer(late, sender));
    else this.#answer(reply, sender);
  }

  #answer(reply: Buffer | undefined, sender: RemoteInfo): void {
    if (reply === undefined) return;
    try {
      if (this.getSendQueueCount() >= mostQueued) this.#dropped();
      // Without a callback a failed send (the phone left) is nobody's error: it asks again.
      else this.send(reply, sender.port, sender.address);
    } catch {
      this.#dropped(); // closed meanwhile
    }
  }
}

/**
 * Frees a datagram's memory now. Left to the garbage collector, 64 kB datagrams take 60 MB before it looks.
 * Node gives each datagram an array buffer of its own; one that others share would be longer.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';

/** Milliseconds until a forwarded question counts as failed. Phones ask again after 2 to 5 s. */
const patience = 2000;
/** Questions under way, in all and of one client; one more fails at once. */
const limits = { underWay: 128, ofOneClient: 32 } as const;
const headerLength = 12;

export type Asked = {
  readonly query: Buffer;
  readonly questionEnd: number;
  readonly client: string;
  readonly transport: 'udp' | 'tcp';
};

/**
 * The device's own resolver, asked with the client's own octets: so types and options that nobody here knows pass. The
 * id is ours and so is the port, both unguessable (RFC 5452 9). Resolves with `undefined` for every failure.
 */
export class Upstream {
  readonly #port: number;
  /** What gives each question up, and whose it is. */
  readonly #underWay = new Map<() => void, string>();

  constructor(port = 53) {
    this.#port = port;
  }

  ask(address: string, { query, questionEnd, client, transport }: Asked): Promise<Buffer | undefined> {
    if (this.#isFull(client)) return Promise.resolve(undefined);
    const ours = Buffer.from(query);
    ours.writeUInt16BE(randomInt(0x10000), 0);
    return new Promise((resolve) => {
      let end = (): void => {};
      const settle = (reply: Buffer | undefined): void => {
        if (!this.#underWay.delete(giveUp)) return;
        clearTimeout(timer);
        end();
        if (reply !== undefined) query.copy(reply, 0, 0, 2);
        resolve(reply);
      };
      const giveUp = (): void => settle(undefined);
      const timer = setTimeout(giveUp, patience);
      this.#underWay.set(giveUp, client);
      const take = (reply: Buffer): void => {
        if (isReplyTo(ours, questionEnd, reply)) settle(Buffer.from(reply));
      };
      const way = transport === 'udp' ? overUdp : overTcp;
      end = way(ours, { address, port: this.#port }, take, giveUp);
    });
  }

  /** Everything under way fails now. */
  close(): void {
    for (const giveUp of [...this.#underWay.keys()]) giveUp();
  }

  #isFull(client: string): boolean {
    if (this.#underWay.size >= limits.underWay) return true;
    return (
      this.#underWay
        .values()
        .filter((other) => other === client)
        .toArray().length >= limits.ofOneClient
    );
  }
}

type Place = { readonly address: string; readonly port: number };
type Way = (query: Buffer, place: Place, take: (reply: Buffer) => void, fail: () => void) => () => void;

const overUdp: Way = (query, { address, port }, take, fail) => {
  const socket = createSocket('udp4');
  let isOpen = true;
  socket.on('error', fail); // also "connection refused", when nobody serves there
  socket.on('message', take);
  // Connected, so that the kernel lets no other address answer.
  socket.connect(port, address, () => {
    if (isOpen) socket.send(query);
  });
  return () => {
    isOpen = false;
    socket.close();
  };
};

const overTcp: Way = (query, { address, port }, take, fail) => {
  const socket = connect({ port, host: address });
  let read = Buffer.alloc(0);
  socket.on('error', fail);
  socket.on('close', fail);
  socket.on('connect', () => {
    const frame = Buffer.alloc(2 + query.length);
    frame.writeUInt16BE(query.length, 0);
    query.copy(frame, 2);
    socket.write(frame);
  });
  socket.on('data', (chunk: Buffer) => {
    read = Buffer.concat([read, chunk]);
    const whole = read.length >= 2 ? 2 + read.readUInt16BE(0) : Number.POSITIVE_INFINITY;
    if (read.length >= whole) take(read.subarray(2, whole));
    // One reply was asked for; what is longer than any message is none.
    if (read.length >= whole || read.length > 65_537) fail();
  });
  return () => socket.destroy();
};

/** Same id, an answer, and the very question, to the letter's case: what RFC 5452 4.2 and 9.1 want compared. */
function isReplyTo(query: Buffer, questionEnd: number, reply: Buffer): boolean {
  if (reply.length < questionEnd || ((reply[2] ?? 0) & 0x80) === 0) return false;
  if (reply.readUInt16BE(0) !== query.readUInt16BE(0) || reply.readUInt16BE(4) !== 1) return false;
  return query.compare(reply, headerLength, questionEnd, headerLength, questionEnd) === 0;
}

import { createSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import type { Policy } from '../../dns/answer.ts';

export const all: Policy = {
  names: 'all',
  hotspotAddress: '10.42.0.1',
  answerAddress: '192.0.2.1',
  hostName: 'Box1',
  upstream: undefined,
};
export const setupOnly: Policy = { ...all, names: 'setup-only' };

/** Numbers of the types that are asked for by name here; IANA's registry. */
export const types = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  NAPTR: 35,
  DS: 43,
  DNSKEY: 48,
  SVCB: 64,
  HTTPS: 65,
  IXFR: 251,
  AXFR: 252,
  MAILB: 253,
  MAILA: 254,
  ANY: 255,
  CAA: 257,
} as const;
export type TypeName = keyof typeof types;

export type QueryParts = {
  /** A name in dots, or its labels as they are on the wire. */
  readonly name?: string | readonly (string | Buffer)[];
  readonly type?: number;
  readonly class?: number;
  readonly id?: number;
  /** Recursion desired, by default. */
  readonly flags?: number;
  /** Questions, answers, authorities, additionals; by default what is there. */
  readonly counts?: readonly [number, number, number, number];
  /** Records behind the question, as they are. */
  readonly additional?: readonly Buffer[];
};

/** A query, right or wrong in any part. */
export function query(parts: QueryParts = {}): Buffer {
  const { id = 0x1234, flags = 0x0100, type = types.A, class: kind = 1, additional = [] } = parts;
  const header = u16(id, flags, ...(parts.counts ?? [1, 0, 0, additional.length]));
  return Buffer.concat([header, encodeName(parts.name ?? 'example.com'), u16(type, kind), ...additional]);
}

export function encodeName(name: string | readonly (string | Buffer)[]): Buffer {
  const labels = typeof name === 'string' ? name.split('.').filter((label) => label !== '') : name;
  const parts = labels.map((label) => Buffer.from(label)).map((label) => [Buffer.from([label.length]), label]);
  return Buffer.concat([...parts.flat(), Buffer.from([0])]);
}

/** An OPT record (RFC 6891 6.1.2). */
export function opt(parts: { size?: number; version?: number; flags?: number; options?: Buffer } = {}): Buffer {
  const { size = 4096, version = 0, flags = 0, options = Buffer.alloc(0) } = parts;
  return Buffer.concat([
    Buffer.from([0]),
    u16(41, size),
    Buffer.from([0, version]),
    u16(flags, options.length),
    options,
  ]);
}

export function u16(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number & 0xffff, index * 2);
  return bytes;
}

/** A message behind its length, as on TCP. */
export const framed = (message: Buffer): Buffer => Buffer.concat([u16(message.length), message]);

/** Sends one datagram; the reply, or `undefined` when none came in time. */
export async function askUdp(port: number, datagram: Buffer, patience = 2000): Promise<Buffer | undefined> {
  const socket = createSocket('udp4');
  try {
    return await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), patience);
      socket.once('message', (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      socket.send(datagram, port, '127.0.0.1');
    });
  } finally {
    socket.close();
  }
}

/** A connection whose octets, and end, are seen as they come. */
export class Connection {
  readonly socket: Socket;
  readonly ended: Promise<void>;
  #read = Buffer.alloc(0);

  constructor(port: number, address = '127.0.0.1', from?: string) {
    this.socket = connect({ port, host: address, ...(from === undefined ? {} : { localAddress: from }) });
    this.socket.on('data', (chunk) => {
      this.#read = Buffer.concat([this.#read, chunk]);
    });
    this.socket.on('error', () => undefined);
    this.ended = new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  /** Resolves with the next `count` replies, or with fewer when the connection ends before. */
  async replies(count: number): Promise<Buffer[]> {
    const found: Buffer[] = [];
    while (found.length < count) {
      const length = this.#read.length < 2 ? undefined : this.#read.readUInt16BE(0);
      if (length !== undefined && this.#read.length >= 2 + length) {
        found.push(this.#read.subarray(2, 2 + length));
        this.#read = this.#read.subarray(2 + length);
      } else if (this.socket.destroyed || this.socket.readableEnded) return found;
      else await pause();
    }
    return found;
  }
}

/** Waits until `isSo`, which is looked at every 5 ms; the test's own limit ends it. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause();
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

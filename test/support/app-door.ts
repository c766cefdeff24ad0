import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import type { Test as Tap } from 'tap';
import { appApi } from '../../portal/rpc/api.ts';
import { GrpcDoor } from '../../portal/rpc/grpc-door.ts';
import { appApiLimits } from '../../portal/rpc/limits.ts';
import { servicePath } from '../../portal/rpc/routes.ts';
import type { SessionTimes } from '../../portal/rpc/sessions.ts';
import { HandClock } from './hand-clock.ts';
import { listeningLog } from './portal.ts';
import { MemorySession } from './session.ts';

/** The gRPC door of a device in memory, on a real socket. */
export async function appDoorOnSocket(t: Tap, session = new MemorySession(), times: SessionTimes = appApiLimits) {
  const clock = new HandClock();
  const { lines, log } = listeningLog();
  const api = appApi({ session, clock, log });
  const door = await GrpcDoor.open({ methods: api.grpc, clock, log }, '127.0.0.1', 0, times);
  t.teardown(() => {
    api.endPeriod();
    return door.close();
  });
  return { session, clock, lines, api, door, port: door.listening.port };
}

export type WireReply = {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly trailers: IncomingHttpHeaders;
  /** The stream's error code; 0: it ended as it should. */
  readonly reset: number;
};

/** An HTTP/2 connection on which a test says exactly what it wants. */
export class WireClient {
  readonly session: ClientHttp2Session;

  private constructor(session: ClientHttp2Session) {
    this.session = session;
  }

  static async open(port: number): Promise<WireClient> {
    const session = connect(`http://127.0.0.1:${port}`);
    // A server that drops us is what many of these tests are about.
    session.on('error', () => {});
    await new Promise((resolve) => session.once('remoteSettings', resolve));
    return new WireClient(session);
  }

  /** @param body as it goes over the wire, with the gRPC prefix */
  call(
    method: string,
    body: Buffer = framed(),
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/grpc' },
  ): Promise<WireReply> {
    const path = method.startsWith('/') ? method : `${servicePath}/${method}`;
    const stream = this.session.request({ ':method': 'POST', ':path': path, te: 'trailers', ...headers });
    const parts: Buffer[] = [];
    const reply = { headers: {}, trailers: {} };
    stream.on('response', (given) => Object.assign(reply, { headers: plain(given) }));
    stream.on('trailers', (given) => Object.assign(reply, { trailers: plain(given) }));
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('error', () => {});
    if (!stream.writableEnded) stream.end(body);
    return new Promise((resolve) =>
      stream.once('close', () =>
        resolve({ ...reply, body: Buffer.concat(parts), reset: stream.rstCode ?? constants.NGHTTP2_NO_ERROR }),
      ),
    );
  }

  close(): void {
    this.session.destroy();
  }
}

/** Without the symbols that Node.js adds. */
const plain = (headers: IncomingHttpHeaders): IncomingHttpHeaders => Object.fromEntries(Object.entries(headers));

/** A way to the door on which the phone can go out of reach: from then on nothing more arrives there. */
export async function fragileWay(t: Tap, port: number) {
  const ends: Socket[] = [];
  let broken = false;
  const relay = createServer((phone) => {
    const door = connectTo({ port, host: '127.0.0.1' });
    ends.push(phone, door);
    for (const end of [phone, door]) end.on('error', () => {});
    phone.on('data', (bytes) => door.write(bytes));
    door.on('data', (bytes) => {
      if (!broken) phone.write(bytes);
    });
    phone.on('close', () => door.destroy());
    door.on('close', () => phone.destroy());
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const end of ends) end.destroy();
    relay.close();
  });
  const breakOff = () => {
    broken = true;
  };
  return { port: (relay.address() as AddressInfo).port, breakOff };
}

/** A message with the gRPC prefix: uncompressed, and its length (or one that is a lie). */
export function framed(message: Uint8Array = Buffer.alloc(0), length = message.length): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
}

/** One field of a message: text, or a message inside. */
export const field = (number: number, value: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from([(number << 3) | 2]), varint(Buffer.byteLength(value)), Buffer.from(value as string)]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}

/** How a client begins: the preface of HTTP/2, and settings without any. */
export const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
export const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);

/** The door still serves somebody else. */
export async function serves(port: number): Promise<boolean> {
  const client = await WireClient.open(port);
  const { trailers } = await client.call('GetSmartMachineStatus');
  client.close();
  return trailers['grpc-status'] === '0';
}

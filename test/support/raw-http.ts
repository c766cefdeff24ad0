import { connect, type Socket } from 'node:net';

/** One reply as it came over the wire. */
export type RawReply = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Every byte, as Latin-1. */
  readonly bytes: string;
};

const patience = 10_000;

/** A connection on which a test says exactly what it wants, and reads what comes. */
export class RawConnection {
  readonly #socket: Socket;
  #received = '';
  #closed = false;
  #wake = (): void => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.#received += text;
      this.#wake();
    });
    // A server that drops us is what many of these tests are about.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
  }

  static async open(port: number, address: string): Promise<RawConnection> {
    const socket = connect({ port, host: address, noDelay: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new RawConnection(socket);
  }

  get closed(): boolean {
    return this.#closed;
  }

  get received(): string {
    return this.#received;
  }

  write(bytes: string | Buffer): boolean {
    return this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  }

  /** Reads nothing more: like a phone that is out of reach. The server's end of the stream stays unread as well. */
  pause(): void {
    this.#socket.pause();
  }

  /** Closes our half: nothing more will be said. */
  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Resolves when the server has closed, `false` when it has not within `limit` milliseconds. */
  async untilClosed(limit = patience): Promise<boolean> {
    return this.#until(() => this.#closed, limit);
  }

  /** The next whole reply. @throws Error when none comes */
  async reply(options: { readonly head?: boolean } = {}): Promise<RawReply> {
    const whole = () => parse(this.#received, options.head === true, this.#closed);
    await this.#until(() => whole() !== undefined, patience);
    const reply = whole();
    if (reply === undefined) throw new Error(`no reply; received: ${JSON.stringify(this.#received.slice(0, 200))}`);
    this.#received = this.#received.slice(reply.bytes.length);
    return reply;
  }

  async #until(holds: () => boolean, limit: number): Promise<boolean> {
    const end = performance.now() + limit;
    while (!holds()) {
      const left = end - performance.now();
      if (left <= 0) return false;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, left);
      });
      clearTimeout(timer);
      if (this.#closed && !holds()) return false;
    }
    return true;
  }
}

function parse(text: string, isHead: boolean, isOver: boolean): RawReply | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const pairs = lines.map((line) => [
    line.split(':')[0]?.toLowerCase() ?? '',
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  const headers = new Map(pairs as [string, string][]);
  const status = Number(statusLine.split(' ')[1]);
  const start = end + 4;
  const empty = isHead || status === 304 || status === 204 || status === 100;
  const length = empty ? 0 : Number(headers.get('content-length') ?? (isOver ? text.length - start : Number.NaN));
  if (Number.isNaN(length) || text.length < start + length) return undefined;
  const bytes = text.slice(0, start + length);
  return { status, headers, body: bytes.slice(start), bytes };
}

/** One request on a connection of its own. */
export async function once(port: number, address: string, request: string): Promise<RawReply> {
  const connection = await RawConnection.open(port, address);
  try {
    connection.write(request);
    return await connection.reply({ head: request.startsWith('HEAD ') });
  } finally {
    connection.destroy();
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Message, type MessageBus, sessionBus } from 'dbus-next';
import { execa } from 'execa';
import type { Test } from 'tap';

type Answer = (message: Message) => Message | undefined;

const launch = (address: string) =>
  execa('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address', `--address=${address}`], {
    reject: false,
    buffer: false,
  });

/** A message bus of our own, that can die and come back at the same address. */
export class PrivateBus {
  readonly address: string;
  readonly #folder: string;
  #daemon: ReturnType<typeof launch> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.address = `unix:path=${join(folder, 'bus')}`;
  }

  static async make(): Promise<PrivateBus> {
    return new PrivateBus(await mkdtemp(join(tmpdir(), 'bus-')));
  }

  async start(): Promise<void> {
    const daemon = launch(this.address);
    this.#daemon = daemon;
    // It says its address once it listens.
    await new Promise((resolve) => daemon.stdout?.once('data', resolve));
  }

  async stop(): Promise<void> {
    this.#daemon?.kill('SIGKILL');
    await this.#daemon;
    await rm(join(this.#folder, 'bus'), { force: true });
  }

  async end(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Another way to the bus at `address`, over the socket `path`, on which the first message that holds `text` is lost. */
export async function losing(t: Test, path: string, address: string, text: string) {
  let lost = 0;
  const proxy = createServer((client) => {
    const server = createConnection(address.replace('unix:path=', ''));
    for (const [one, other] of [[client, server] as const, [server, client] as const]) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    server.pipe(client);
    client.on('data', (bytes) => {
      if (lost === 0 && bytes.includes(text)) lost++;
      else server.write(bytes);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(path, resolve));
  t.teardown(() => proxy.close());
  return () => lost;
}

/** A service on a bus, its answers given by the test; what it is not told to answer it leaves unanswered. */
export class FakeService {
  readonly calls: Message[] = [];
  readonly #bus: MessageBus;
  #stopped = false;

  constructor(bus: MessageBus) {
    this.#bus = bus;
  }

  static async start(address: string, name: string, answer: Answer): Promise<FakeService> {
    const bus = sessionBus({ busAddress: address });
    bus.on('error', () => undefined);
    const service = new FakeService(bus);
    bus.addMethodHandler((message: Message) => {
      service.calls.push(message);
      const reply = answer(message);
      // A service that was stopped while it answered says nothing more.
      if (reply !== undefined && !service.#stopped) bus.send(reply);
      return true;
    });
    await new Promise<void>((resolve) => bus.once('connect', resolve));
    await bus.requestName(name, 0);
    return service;
  }

  signal(path: string, iface: string, member: string, signature = '', body: unknown[] = []): void {
    this.#bus.send(Message.newSignal(path, iface, member, signature, body));
  }

  /** Sent to one connection only, whatever it listens to. */
  signalTo(destination: string, path: string, iface: string, member: string, signature: string, body: unknown[]): void {
    const message = Message.newSignal(path, iface, member, signature, body);
    message.destination = destination;
    this.#bus.send(message);
  }

  send(message: Message): void {
    this.#bus.send(message);
  }

  stop(): void {
    this.#stopped = true;
    this.#bus.disconnect();
  }
}

/** Waits until `test` holds, at most 20 s. */
export async function until(test: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 800; round++) {
    if (await test()) return;
    await sleep(25);
  }
  throw new Error('waited 20 s in vain');
}

import type { Duplex } from 'node:stream';
import { DBusError, Message, type MessageBus, MessageFlag, MessageType, sessionBus } from 'dbus-next';
import type { Clock } from '../clock.ts';
import { type Duration, formatDuration, seconds } from '../duration.ts';
import { fromMessage, toMessage } from './values.ts';
import { within } from './within.ts';

export type Call = {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly unknown[];
};

export type Signal = {
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly body: readonly unknown[];
};

/** The connection ended before the call had its reply. */
export class ConnectionClosed extends Error {}
/** No reply within the limit; one that still comes is ignored. */
export class CallTimedOut extends Error {}
/** The message could not be built. What dbus-next says about it is left out: it may quote a value, and so a secret. */
export class CallMalformed extends Error {}

/** One life of a connection to the bus. It ends once, and is never mended: a new one is made. */
export interface Connection {
  /** @throws DBusError | ConnectionClosed | CallTimedOut | CallMalformed */
  call(call: Call, limit: Duration): Promise<unknown[]>;
  close(): void;
  /** Resolves, never rejects, with why it ended. */
  readonly closed: Promise<Error>;
}

const connectLimit = seconds(10);
const bus = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };

/**
 * Connects, and adds the match rules. Only the lowest layer of dbus-next is used: its proxies leak match rules, lose
 * signals when a service restarts, and do not notice that the bus is gone. `onSignal` has to look who sent it (by unique
 * name, or the bus itself): anybody may address a signal to us, whatever the rules say.
 * @throws Error when there is no bus, or when it does not answer within 10 s
 */
export async function connect(
  address: string,
  clock: Clock,
  rules: readonly string[],
  onSignal: (signal: Signal, sender: string) => void,
): Promise<Connection> {
  const transport = sessionBus({ busAddress: address });
  const { closed, end } = watchEnd(transport);
  // Nothing is sent before the bus has answered: dbus-next builds early messages inside its socket's event, where a
  // mistake in one could not be caught.
  const ready = new Promise<void>((resolve) => transport.once('connect', resolve));
  const orEnd = unlessEnded(closed);

  const call = async (request: Call, limit: Duration): Promise<unknown[]> => {
    const message = messageOf(request, transport);
    const late = () => new CallTimedOut(`${request.member} got no reply within ${formatDuration(limit)}`);
    try {
      const reply = await orEnd((ended) => within(clock, limit, Promise.race([send(transport, message), ended]), late));
      return (reply?.body ?? []).map(fromMessage);
    } finally {
      delete internals(transport)._methodReturnHandlers[Number(message.serial)];
    }
  };

  try {
    const late = () => new ConnectionClosed(`the bus did not answer within ${formatDuration(connectLimit)}`);
    await orEnd((ended) => within(clock, connectLimit, Promise.race([ready, ended]), late));
    transport.on('message', ({ type, sender, path, interface: name, member, body }) => {
      if (type === MessageType.SIGNAL) onSignal({ path, interface: name, member, body: body.map(fromMessage) }, sender);
    });
    for (const rule of rules) {
      await call({ ...bus, member: 'AddMatch', signature: 's', body: [rule] }, connectLimit);
    }
    return { call, closed, close: () => end(new ConnectionClosed('closed by us')) };
  } catch (error) {
    end(new ConnectionClosed('never opened'));
    throw error;
  }
}

/**
 * Work that is given up when the connection ends. Each has a promise of its own for that, which goes with it: in a race
 * with `closed` itself, which lives for months, every reply would stay in memory for as long.
 */
function unlessEnded(closed: Promise<Error>): <T>(work: (ended: Promise<never>) => Promise<T>) => Promise<T> {
  const giveUp = new Set<(error: Error) => void>();
  let end: Error | undefined;
  void closed.then((error) => {
    end = error;
    for (const reject of giveUp) reject(error);
  });
  return async (work) => {
    if (end !== undefined) throw end;
    const { promise, reject } = Promise.withResolvers<never>();
    giveUp.add(reject);
    try {
      return await work(promise);
    } finally {
      giveUp.delete(reject);
    }
  };
}

function messageOf(request: Call, transport: MessageBus): Message {
  try {
    const body = (request.body ?? []).map(toMessage);
    // Without auto-start: a NetworkManager that somebody stopped stays stopped.
    return new Message({ ...request, body, serial: transport.newSerial(), flags: MessageFlag.NO_AUTO_START });
  } catch {
    throw new CallMalformed(`${request.member}: the message could not be built`);
  }
}

async function send(transport: MessageBus, message: Message): Promise<Message | null> {
  try {
    return await transport.call(message);
  } catch (error) {
    if (error instanceof DBusError) throw error;
    throw new CallMalformed(`${message.member}: the message could not be sent`);
  }
}

/** What dbus-next keeps to itself and we cannot do without. */
type Internals = {
  readonly _connection: { readonly stream: Duplex };
  /** By serial; it never removes one whose reply does not come. */
  readonly _methodReturnHandlers: Record<number, (reply: Message) => void>;
};

const internals = (transport: MessageBus) => transport as unknown as Internals;

function watchEnd(transport: MessageBus) {
  const { _connection, _methodReturnHandlers: handlers } = internals(transport);
  const { promise: closed, resolve } = Promise.withResolvers<Error>();
  const end = (error: Error) => {
    resolve(error);
    _connection.stream.destroy();
  };
  // Never taken off again: an error without a listener would end the process.
  transport.on('error', end);
  for (const event of ['end', 'close']) {
    _connection.stream.once(event, () => end(new ConnectionClosed('the bus closed the connection')));
  }
  // A bus that refuses its greeting (too many connections) would be an unhandled rejection inside dbus-next.
  const greeted = handlers[1];
  handlers[1] = (reply) => {
    if (reply.type === MessageType.ERROR) end(new ConnectionClosed(`the bus refused us: ${reply.errorName}`));
    else greeted?.(reply);
  };
  return { closed, end };
}

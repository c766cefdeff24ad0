// NetworkManager on a private bus, as far as its clients can tell: it answers from a world, and notes what it was asked.
import { Message, Variant } from 'dbus-next';
import type { Objects } from '../../../netplan/dbus/objects.ts';
import { FakeService } from '../../support/private-bus.ts';

export const nm = 'org.freedesktop.NetworkManager';
const root = '/org/freedesktop/NetworkManager';

/** Paths of a world are short (`/dev/1`); on the bus they are below NetworkManager's, or nobody would hear them. */
export const absolute = (path: string): string => (path.startsWith('/org/') || path === '/' ? path : root + path);
const short = (path: string): string => path.replace(root, '') || root;

/** With the D-Bus type that NetworkManager would give it; paths travel as text, which reads the same. */
export function typed(value: unknown): Variant {
  if (typeof value === 'bigint') return new Variant('x', value);
  if (typeof value === 'number') return new Variant('u', value);
  if (typeof value === 'boolean') return new Variant('b', value);
  if (Buffer.isBuffer(value)) return new Variant('ay', value);
  if (Array.isArray(value) && typeof value[0] === 'object') return new Variant('aa{sv}', value.map(dictionary));
  if (Array.isArray(value))
    return new Variant(
      'as',
      value.map((path) => (`${path}`.startsWith('/') ? absolute(path) : path)),
    );
  if (typeof value === 'object' && value !== null) return new Variant('a{ss}', { ...value });
  return new Variant('s', typeof value === 'string' && value.startsWith('/') ? absolute(value) : value);
}

type Dictionary = Record<string, unknown>;
const each = (value: object, change: (member: Dictionary) => unknown): Dictionary =>
  Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member as Dictionary)]));
const dictionary = (value: object): Dictionary => each(value, typed);

export type Answers = Readonly<Record<string, (message: Message) => Message>>;

export class FakeNetworkManager {
  world: Objects;
  settings: Readonly<Record<string, object>>;
  answers: Answers = {};
  /** Set by `start`. */
  service!: FakeService;

  private constructor(world: Objects, settings: Readonly<Record<string, object>>) {
    this.world = world;
    this.settings = settings;
  }

  static async start(
    address: string,
    world: Objects,
    settings: Readonly<Record<string, object>>,
    answers: Answers = {},
  ) {
    const fake = new FakeNetworkManager(world, settings);
    fake.answers = answers;
    fake.service = await FakeService.start(address, nm, (message) => fake.#answer(message));
    return fake;
  }

  /** What was asked of it, without what it is asked at each look. */
  get asked(): readonly string[] {
    return this.service.calls
      .map(({ member }) => member)
      .filter((member) => !/^(GetManagedObjects|GetSettings)$/.test(member));
  }

  /** The body of the last call of this method. */
  body(member: string): readonly unknown[] | undefined {
    return this.service.calls.findLast((message) => message.member === member)?.body;
  }

  /** A saved connection was changed, by whomever. */
  changed(path: string): void {
    this.service.signal(absolute(path), `${nm}.Settings.Connection`, 'Updated', '', []);
  }

  deviceState(path: string, ...body: readonly [state: number, former: number, reason: number]): void {
    this.service.signal(absolute(path), `${nm}.Device`, 'StateChanged', 'uuu', [...body]);
  }

  activeState(path: string, state: number, reason = 0): void {
    this.service.signal(absolute(path), `${nm}.Connection.Active`, 'StateChanged', 'uu', [state, reason]);
  }

  /** The results of a scan are in. */
  scanned(path: string): void {
    const body = [`${nm}.Device.Wireless`, { LastScan: typed(31_000n) }, []];
    this.service.signal(absolute(path), 'org.freedesktop.DBus.Properties', 'PropertiesChanged', 'sa{sv}as', body);
  }

  #answer(message: Message): Message {
    const own = this.answers[message.member];
    if (own !== undefined) return own(message);
    switch (message.member) {
      case 'GetManagedObjects': {
        const entries = Object.entries(this.world).map(([path, interfaces]) => [
          absolute(path),
          each(interfaces, dictionary),
        ]);
        const body = Object.fromEntries(entries);
        return Message.newMethodReturn(message, 'a{oa{sa{sv}}}', [body]);
      }
      case 'GetSettings': {
        const settings = this.settings[short(message.path)];
        if (settings === undefined) return unknown(message);
        return Message.newMethodReturn(message, 'a{sa{sv}}', [each(settings, dictionary)]);
      }
      default:
        return returned(message);
    }
  }
}

/** The types of dbus-next have the wrong parameters for it. */
export const refused = (message: Message, name: string, text: string): Message =>
  (Message.newError as unknown as (message: Message, name: string, text: string) => Message)(message, name, text);

export const returned = (message: Message): Message => Message.newMethodReturn(message);

export const unknown = (message: Message): Message =>
  refused(message, 'org.freedesktop.DBus.Error.UnknownObject', 'no such object');

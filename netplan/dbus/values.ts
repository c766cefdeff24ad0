import { Variant } from 'dbus-next';

/**
 * A value together with its D-Bus type, for the places where a message wants a variant. The pure files build these, so
 * that they need nothing of the bus library.
 */
export class Typed {
  readonly signature: string;
  readonly value: unknown;

  constructor(signature: string, value: unknown) {
    this.signature = signature;
    this.value = value;
  }
}

export const string = (value: string): Typed => new Typed('s', value);
export const strings = (value: readonly string[]): Typed => new Typed('as', value);
export const boolean = (value: boolean): Typed => new Typed('b', value);
export const int32 = (value: number): Typed => new Typed('i', value);
export const uint32 = (value: number): Typed => new Typed('u', value);
export const int64 = (value: number): Typed => new Typed('x', BigInt(value));
export const bytes = (value: Uint8Array): Typed => new Typed('ay', Buffer.from(value));
export const stringMap = (value: Readonly<Record<string, string>>): Typed => new Typed('a{ss}', { ...value });

/** For a message: each `Typed` becomes the library's variant, at any depth. */
export function toMessage(value: unknown): unknown {
  if (value instanceof Typed) return new Variant(value.signature, toMessage(value.value));
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map(toMessage);
  if (typeof value === 'object' && value !== null) return mapObject(value, toMessage);
  return value;
}

/** From a message: variants are unwrapped, byte arrays stay Buffers, 64-bit numbers stay bigint. */
export function fromMessage(value: unknown): unknown {
  if (value instanceof Variant) return fromMessage(value.value);
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map(fromMessage);
  if (typeof value === 'object' && value !== null) return mapObject(value, fromMessage);
  return value;
}

/** Keys come from outside: entries are defined, not assigned, so that `__proto__` is a key like any other. */
const mapObject = (value: object, change: (member: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member)]));

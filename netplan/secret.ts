const redacted = '[redacted]';
/** `util.inspect.custom`, which is registered under this name, so that a browser can have this file as well. */
const inspect = Symbol.for('nodejs.util.inspect.custom');

/**
 * A value that must never reach a log, an error, a page or a process argument: each text form of it is `[redacted]`.
 * Only `reveal()` gives the value; call it at the very edge that needs it.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  equals(other: Secret | undefined): boolean {
    return other !== undefined && other.#value === this.#value;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }

  [inspect](): string {
    return redacted;
  }
}

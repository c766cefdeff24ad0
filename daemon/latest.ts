/**
 * A mailbox of one: a reader gets the newest value, whatever it is, and those it was too slow for are gone. Each reader
 * gets the newest one again when it begins, so that a reader that was restarted goes on with the present wish.
 */
export class Latest<T> {
  #held: { readonly value: T } | undefined;
  readonly #sleepers = new Set<() => void>();

  set(value: T): void {
    this.#held = { value };
    for (const wake of this.#sleepers) wake();
  }

  /** Ends when `signal` aborts; a value that came before is not given out after it. */
  async *values(signal: AbortSignal): AsyncGenerator<T, void, undefined> {
    let seen: { readonly value: T } | undefined;
    while (!signal.aborted) {
      const held = this.#held;
      if (held === seen) await this.#news(signal);
      else if (held !== undefined) {
        seen = held;
        yield held.value;
      }
    }
  }

  /** The next `set` or abort. Leaves nothing behind on either. */
  #news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#sleepers.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#sleepers.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}

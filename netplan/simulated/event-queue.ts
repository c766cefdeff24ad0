import type { NetworkEvent } from '../networks.ts';

/** Events in their order, for one reader: at most one `changed` waits, outcomes all do (there is one for each attempt). */
export class EventQueue {
  /** Whoever begins to read should look first. */
  #waiting: NetworkEvent[] = [{ kind: 'changed' }];
  #wake: () => void = () => undefined;

  push(event: NetworkEvent): void {
    if (event.kind === 'changed') this.#waiting = this.#waiting.filter(({ kind }) => kind !== 'changed');
    this.#waiting.push(event);
    this.#wake();
  }

  async *take(signal: AbortSignal): AsyncGenerator<NetworkEvent, void> {
    while (!signal.aborted) {
      const event = this.#waiting.shift();
      if (event !== undefined) {
        yield event;
        continue;
      }
      const news = Promise.withResolvers<void>();
      const wake = () => news.resolve();
      this.#wake = wake;
      signal.addEventListener('abort', wake, { once: true });
      await news.promise;
      signal.removeEventListener('abort', wake);
    }
  }
}

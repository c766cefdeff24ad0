import type { ServerResponse } from 'node:http';

/** Pages that listen at a time; a further one is refused. */
const mostListeners = 16;
/** What one page may be behind before it is let go, in bytes. */
const mostUnread = 1_000_000;
/** Changes within this become one message, in milliseconds. */
const pause = 60;
/** An idle stream says that it lives, in milliseconds; proxies and sleeping laptops cut silent ones. */
const pulse = 15_000;

/** Tells every open page the whole state after each change (server-sent events). */
export class PageStream {
  readonly #state: () => string;
  readonly #listeners = new Set<ServerResponse>();
  readonly #heart: NodeJS.Timeout;
  #due: NodeJS.Timeout | undefined;

  constructor(state: () => string) {
    this.#state = state;
    this.#heart = setInterval(() => this.#send(': still here\n\n'), pulse).unref();
  }

  /** @returns false when there are too many already */
  add(response: ServerResponse): boolean {
    if (this.#listeners.size >= mostListeners) return false;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.write(`retry: 1000\n\n${this.#message()}`);
    this.#listeners.add(response);
    response.once('close', () => this.#listeners.delete(response));
    return true;
  }

  changed(): void {
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      this.#send(this.#message());
    }, pause).unref();
  }

  end(): void {
    clearInterval(this.#heart);
    clearTimeout(this.#due);
    for (const response of this.#listeners) response.end();
    this.#listeners.clear();
  }

  #message(): string {
    return `data: ${this.#state()}\n\n`;
  }

  #send(text: string): void {
    for (const response of this.#listeners) {
      if (response.writableLength > mostUnread) response.destroy();
      else response.write(text);
    }
  }
}

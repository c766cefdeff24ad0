import type { Readable } from 'node:stream';
import type { Clock } from '../../netplan/clock.ts';
import { formatDuration, milliseconds } from '../../netplan/duration.ts';
import type { Log } from '../logging.ts';
import { type Announcement, announcementIn } from './announcement.ts';
import { levelOf } from './levels.ts';
import { limits } from './limits.ts';
import { Lines } from './lines.ts';
import type { Sources } from './outlets.ts';
import { type Dropped, Throttle } from './throttle.ts';

/**
 * Reads both outputs of a server for as long as it has them, always at its full speed: a server never waits for us. Its
 * lines go raw to the log, as many as the throttle lets pass; the announcement is found among all of them.
 */
export class Output {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #throttle: Throttle;
  readonly #sources: Sources;
  readonly #ended: Promise<unknown>;
  #onAnnouncement: ((announcement: Announcement) => void) | undefined;

  constructor(sources: Sources, log: Log, clock: Clock, onAnnouncement: (announcement: Announcement) => void) {
    this.#sources = sources;
    this.#log = log;
    this.#clock = clock;
    this.#onAnnouncement = onAnnouncement;
    this.#throttle = new Throttle(
      { perSecond: limits.linesPerSecond, burst: limits.lineBurst },
      { perSecond: limits.bytesPerSecond, burst: limits.byteBurst },
      clock.now(),
    );
    this.#ended = Promise.all([this.#read(sources.stdout), this.#read(sources.stderr)]);
  }

  /** Takes what the pipes still hold, and lets go of them; a stranger may have inherited the other end. */
  async drain(): Promise<void> {
    const done = new AbortController();
    await Promise.race([this.#ended, this.#clock.wait(limits.drain, done.signal)]);
    done.abort();
    this.#sources.stdout.destroy();
    this.#sources.stderr.destroy();
    await this.#ended;
    this.#report(this.#throttle.dropped(milliseconds(0)));
  }

  #read(source: Readable): Promise<void> {
    const lines = new Lines(limits.lineBytes, (bytes, cut) => this.#line(bytes, cut));
    source.on('data', (chunk: Buffer) => {
      this.#throttle.at(this.#clock.now());
      lines.push(chunk);
      this.#report(this.#throttle.dropped(limits.droppedEvery));
    });
    return new Promise((resolve) => {
      source.on('error', () => {}); // Reading a closed pipe: 'close' follows.
      source.on('close', () => {
        lines.end();
        resolve();
      });
    });
  }

  #line(bytes: Buffer, cut: boolean): void {
    if (this.#onAnnouncement !== undefined) {
      const announcement = announcementIn(bytes);
      if (announcement !== undefined) {
        this.#onAnnouncement(announcement);
        this.#onAnnouncement = undefined;
      }
    }
    if (bytes.length === 0 || !this.#throttle.passes(bytes.length)) return;
    const text = bytes.toString('utf8');
    const level = levelOf(text) ?? 'info';
    // The agent's own `debug` does not decide what the server's operator, who switched its debugging on, gets to see.
    const evidence = { ...(cut ? { cutAt: limits.lineBytes } : {}), ...(level === 'debug' ? { said: level } : {}) };
    this.#log[level === 'debug' ? 'info' : level](evidence, text);
  }

  #report(dropped: Dropped | undefined): void {
    if (dropped === undefined) return;
    const { lines, bytes, lasted } = dropped;
    this.#log.warn(
      { lines, bytes, within: formatDuration(lasted) },
      'output that came too fast was left out of the log',
    );
  }
}

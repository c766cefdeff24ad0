import { write, writeSync } from 'node:fs';
import { codeOf } from './errors.ts';

/** What waits while nobody takes our output, in characters; beyond it lines are dropped, never kept in memory. */
const longestQueue = 4 * 1024 * 1024;
/** How long a full pipe or disk is left alone, and how often it is tried at the end, in milliseconds. */
const pause = 50;
const lastTries = 20;

/**
 * Lines to a file descriptor, in order, never blocking the loop, throwing or growing. (pino's own destination tries for
 * ever at the process's end when the disk is full.) What could not be written is counted and said as soon as it works.
 */
export class LogSink {
  readonly #output: number;
  #lines: string[] = [];
  #length = 0;
  #busy = false;
  #lost = 0;
  #drained: (() => void)[] = [];

  constructor(output: number) {
    this.#output = output;
  }

  write(line: string): void {
    if (this.#length + line.length > longestQueue) {
      this.#lost++;
      return;
    }
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#busy) return;
    this.#busy = true;
    // Not at once: what is logged right before the process exits is then still here for `writeLast`.
    setImmediate(() => this.#next());
  }

  /** When everything so far is written, or after a second. */
  flush(): Promise<void> {
    if (!this.#busy) return Promise.resolve();
    return new Promise((resolve) => {
      const limit = setTimeout(resolve, pause * lastTries);
      this.#drained.push(() => {
        clearTimeout(limit);
        resolve();
      });
    });
  }

  /** Writes what waits without the loop, and gives up after a second: for the process's exit. */
  writeLast(): void {
    let rest = Buffer.from(this.#take());
    for (let tries = 0; rest.length > 0 && tries < lastTries; ) {
      try {
        rest = rest.subarray(writeSync(this.#output, rest));
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN') return;
        tries++;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
      }
    }
  }

  #take(): string {
    const batch = this.#lines.join('');
    this.#lines = [];
    this.#length = 0;
    return batch;
  }

  #next(): void {
    const count = this.#lines.length;
    this.#busy = count > 0;
    if (count > 0) this.#writeAll(Buffer.from(this.#take()), count);
    else for (const resolve of this.#drained.splice(0)) resolve();
  }

  #writeAll(batch: Buffer, count: number): void {
    write(this.#output, batch, (error, written) => {
      if (error !== null) this.#failed(error, batch, count);
      else if (written < batch.length) this.#writeAll(batch.subarray(written), count);
      else {
        if (this.#lost > 0) this.#sayLost();
        this.#next();
      }
    });
  }

  /** `EAGAIN`: a terminal or pipe is full for the moment. All else (a full disk, a reader that went) costs the batch. */
  #failed(error: NodeJS.ErrnoException, batch: Buffer, count: number): void {
    const again = error.code === 'EAGAIN';
    if (!again) this.#lost += count;
    setTimeout(() => (again ? this.#writeAll(batch, count) : this.#next()), pause).unref();
  }

  #sayLost(): void {
    const record = {
      level: 'error',
      time: new Date().toISOString(),
      records: this.#lost,
      msg: 'log records were lost',
    };
    this.#lost = 0;
    this.#lines.unshift(`${JSON.stringify(record)}\n`);
  }
}

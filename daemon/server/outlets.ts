import { closeSync, constants, openSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { execa } from 'execa';
import { seconds } from '../../netplan/duration.ts';

export type Sources = { readonly stdout: Readable; readonly stderr: Readable };

const names = { stdout: 'server.out', stderr: 'server.err' } as const;

/**
 * The two outputs of the server, as named pipes. A plain pipe would die with the agent, and with it a server that writes
 * (SIGPIPE). The server holds both ends of these: it lives on without an agent, waits when the pipe is full (64 kB), and
 * the next agent reads on where the former one stopped.
 */
export class Outlets {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws Error when the file system takes no pipes */
  static async open(folder: string): Promise<Outlets> {
    for (const name of Object.values(names)) {
      const path = join(folder, name);
      const there = await stat(path).catch(() => undefined);
      if (there?.isFIFO() === true) continue;
      await rm(path, { force: true });
      // Node has no mkfifo.
      await execa('mkfifo', ['-m', '600', path], { timeout: seconds(10), stdin: 'ignore' });
    }
    return new Outlets(folder);
  }

  /** For the server. To be closed here once it has them. */
  forServer(): { readonly stdout: number; readonly stderr: number; close(): void } {
    // Reading and writing, on purpose: such an open never waits for another end (fifo(7)), and no write ever fails.
    const stdout = openSync(join(this.#folder, names.stdout), constants.O_RDWR);
    const stderr = openSync(join(this.#folder, names.stderr), constants.O_RDWR);
    return {
      ...{ stdout, stderr },
      close() {
        closeSync(stdout);
        closeSync(stderr);
      },
    };
  }

  /** For us. Ends when nobody holds the other end any more, at once if nobody does now. */
  read(): Sources {
    return { stdout: this.#reader(names.stdout), stderr: this.#reader(names.stderr) };
  }

  #reader(name: string): Readable {
    const fd = openSync(join(this.#folder, name), constants.O_RDONLY | constants.O_NONBLOCK);
    return new Socket({ fd, readable: true, writable: false });
  }
}

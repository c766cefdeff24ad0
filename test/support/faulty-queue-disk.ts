import type { QueueDisk } from '../../daemon/cloud/queue-disk.ts';
import { Killed } from './faulty-disk.ts';

export type QueueFault = { readonly at: number; readonly kind: 'error' | 'kill'; readonly code?: string };

/**
 * Files in memory with a cache before the medium, which do what they are asked until the n-th time: then they fail, or the
 * program is gone, half-way through a write. `medium` is what a power cut leaves for certain.
 */
export class FaultyQueueDisk implements QueueDisk {
  readonly files: Map<string, Buffer>;
  readonly medium: Map<string, Buffer>;
  fault: QueueFault | undefined;
  /** Every write fails. */
  full = false;
  asked = 0;
  most = 0;

  constructor(files: Iterable<readonly [string, Buffer]> = []) {
    this.files = new Map(files);
    this.medium = new Map(files);
  }

  async list() {
    this.#ask();
    return [...this.files].map(([name, bytes]) => ({ name, size: bytes.length }));
  }

  async read(name: string, at: number, length: number) {
    return Buffer.from(this.files.get(name)?.subarray(at, at + length) ?? []);
  }

  async write(name: string, at: number, bytes: Uint8Array, lasting: boolean) {
    // In two halves, as a program that is killed in the middle leaves them.
    const half = bytes.length >> 1;
    this.#ask();
    this.#put(name, at, bytes.subarray(0, half));
    this.#ask(true);
    this.#put(name, at + half, bytes.subarray(half));
    if (lasting) this.#lasts(name);
    this.#ask();
  }

  async sync(name: string) {
    this.#ask();
    this.#lasts(name);
    // The folder is synced too: a name that was removed does not come back.
    for (const gone of this.medium.keys()) if (!this.files.has(gone)) this.medium.delete(gone);
  }

  async remove(name: string) {
    this.#ask();
    this.files.delete(name);
    this.#ask();
  }

  /** @param torn whether the medium had all of what was not synced as well */
  afterPowerCut(torn: boolean): FaultyQueueDisk {
    return new FaultyQueueDisk(torn ? [...this.medium, ...this.files] : this.medium);
  }

  afterKill(): FaultyQueueDisk {
    return new FaultyQueueDisk(this.files);
  }

  #lasts(name: string): void {
    const bytes = this.files.get(name);
    if (bytes !== undefined) this.medium.set(name, Buffer.from(bytes));
  }

  #put(name: string, at: number, bytes: Uint8Array): void {
    const former = this.files.get(name) ?? Buffer.alloc(0);
    const grown = Buffer.alloc(Math.max(former.length, at + bytes.length));
    former.copy(grown);
    grown.set(bytes, at);
    this.files.set(name, grown);
    this.most = Math.max(
      this.most,
      [...this.files.values()].reduce((sum, { length }) => sum + length, 0),
    );
  }

  #ask(writing = false): void {
    const { fault } = this;
    const now = this.asked++;
    if (writing && this.full) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    if (fault?.kind === 'kill' && now >= fault.at) throw new Killed('gone');
    if (fault?.kind === 'error' && now === fault.at) throw Object.assign(new Error('injected'), { code: fault.code });
  }
}

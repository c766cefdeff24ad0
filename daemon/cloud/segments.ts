import { cloudLimits } from './limits.ts';
import { type QueuedRecord, recordIn } from './log-lines.ts';
import type { QueueDisk } from './queue-disk.ts';

type Segment = { readonly index: number; size: number };

const nameOf = (index: number): string => `${String(index).padStart(10, '0')}.log`;
const indexOf = (name: string): number | undefined => {
  const digits = /^(\d{10})\.log$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/**
 * The queue's files: lines are added to the last one and read from the first one on. What was written only in part, and
 * what comes twice because it was, is skipped by its checksum and its sequence. One call at a time.
 */
export class Segments {
  readonly #disk: QueueDisk;
  #all: Segment[] = [];
  #next = 1;
  #writing: Segment | undefined;
  readonly #unsynced = new Set<number>();
  /** Where reading goes on; `rest`: the beginning of a line whose end has not been read. */
  #at: { readonly index: number; readonly offset: number; readonly rest: Buffer } = beginningOf(0);

  constructor(disk: QueueDisk) {
    this.#disk = disk;
  }

  get bytes(): number {
    return this.#all.reduce((sum, { size }) => sum + size, 0);
  }

  get count(): number {
    return this.#all.length;
  }

  async load(): Promise<void> {
    const found = await this.#disk.list();
    this.#all = found
      .flatMap(({ name, size }) => {
        const index = indexOf(name);
        return index === undefined ? [] : [{ index, size }];
      })
      .sort((a, b) => a.index - b.index);
    this.#next = (this.#all.at(-1)?.index ?? 0) + 1;
    this.#writing = undefined;
    this.#at = beginningOf(0);
  }

  /** The highest sequence on the disk; 0 when there is none. */
  async lastSequence(): Promise<number> {
    for (const segment of this.#all.toReversed()) {
      let last = 0;
      for await (const { sequence } of this.#recordsOf(segment)) last = Math.max(last, sequence);
      if (last > 0) return last;
    }
    return 0;
  }

  /** @throws FileError and a next `append` goes to a new file: how much of this one arrived is not known */
  async append(lines: string, longest: number): Promise<void> {
    const bytes = Buffer.from(lines);
    if (this.#writing !== undefined && this.#writing.size + bytes.length > longest) this.#writing = undefined;
    if (this.#writing === undefined) {
      this.#writing = { index: this.#next++, size: 0 };
      this.#all.push(this.#writing);
    }
    const segment = this.#writing;
    try {
      await this.#disk.write(nameOf(segment.index), segment.size, bytes, false);
      segment.size += bytes.length;
      this.#unsynced.add(segment.index);
    } catch (error) {
      this.#writing = undefined;
      // Otherwise a disk that stays full would get one more file with each try.
      if (segment.size === 0) await this.#remove(segment).catch(() => undefined);
      throw error;
    }
  }

  /** What was added so far is on the medium when it resolves. */
  async sync(): Promise<void> {
    for (const index of this.#unsynced) {
      await this.#disk.sync(nameOf(index));
      this.#unsynced.delete(index);
    }
  }

  /** The records of the next piece, which may be none; `undefined`: everything was read. */
  async readOn(): Promise<readonly QueuedRecord[] | undefined> {
    const segment = this.#all.find(({ index }) => index >= this.#at.index);
    if (segment === undefined) return undefined;
    if (segment.index !== this.#at.index) this.#at = beginningOf(segment.index);
    const left = segment.size - this.#at.offset;
    const piece =
      left <= 0
        ? Buffer.alloc(0)
        : await this.#disk.read(nameOf(segment.index), this.#at.offset, Math.min(left, cloudLimits.readBytes));
    if (piece.length === 0) {
      if (segment === this.#writing || segment === this.#all.at(-1)) return undefined;
      this.#at = beginningOf(segment.index + 1);
      return [];
    }
    const { records, rest } = parsed(Buffer.concat([this.#at.rest, piece]));
    this.#at = { index: segment.index, offset: this.#at.offset + piece.length, rest };
    return records;
  }

  /** Gives up what cannot be read and goes on behind it. */
  skip(): void {
    this.#at = beginningOf(this.#at.index + 1);
  }

  /** Those that were read to their end. The one that is written goes as well when `all` is said to be done. */
  async removeRead(all: boolean): Promise<void> {
    const done = this.#all.filter(
      ({ index, size }) => index < this.#at.index || (all && index === this.#at.index && this.#at.offset >= size),
    );
    for (const segment of done) await this.#remove(segment);
  }

  /** The oldest file, and how many records with a sequence above `floor` go with it. */
  async dropOldest(floor: number): Promise<{ readonly count: number; readonly last: number; remove(): Promise<void> }> {
    const [oldest] = this.#all;
    let [count, last] = [0, 0];
    if (oldest === undefined) return { count, last, remove: async () => undefined };
    for await (const { sequence } of this.#recordsOf(oldest)) {
      if (sequence > floor && sequence > last) count++;
      last = Math.max(last, sequence);
    }
    return { count, last, remove: () => this.#remove(oldest) };
  }

  async #remove(segment: Segment): Promise<void> {
    this.#all = this.#all.filter((other) => other !== segment);
    this.#unsynced.delete(segment.index);
    if (this.#writing === segment) this.#writing = undefined;
    await this.#disk.remove(nameOf(segment.index));
  }

  async *#recordsOf({ index, size }: Segment): AsyncGenerator<QueuedRecord> {
    let rest: Buffer = Buffer.alloc(0);
    for (let offset = 0; offset < size; ) {
      const piece = await this.#disk.read(nameOf(index), offset, cloudLimits.readBytes);
      if (piece.length === 0) return;
      offset += piece.length;
      const found = parsed(Buffer.concat([rest, piece]));
      rest = found.rest;
      yield* found.records;
    }
  }
}

const beginningOf = (index: number) => ({ index, offset: 0, rest: Buffer.alloc(0) });

const newline = 10;

function parsed(bytes: Buffer): { readonly records: readonly QueuedRecord[]; readonly rest: Buffer } {
  const end = bytes.lastIndexOf(newline);
  // Without an end for so long it is no line of ours.
  if (end === -1) return { records: [], rest: bytes.length > cloudLimits.batchBytes ? Buffer.alloc(0) : bytes };
  const lines = bytes.subarray(0, end).toString('utf8').split('\n');
  return { records: lines.flatMap((line) => recordIn(line) ?? []), rest: Buffer.from(bytes.subarray(end + 1)) };
}

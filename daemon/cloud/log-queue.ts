import type { LogRecord } from '../log-record.ts';
import { cloudLimits } from './limits.ts';
import { lineOf, linesUpTo, lossRecord, type QueuedRecord } from './log-lines.ts';
import { freshPosition, type Position, PositionFile } from './position.ts';
import type { QueueDisk } from './queue-disk.ts';
import { Segments } from './segments.ts';

/** After a start sequences go on behind whatever a former agent may have given out without our knowing. */
const startGap = 2 ** 20;

/** So often a folder that cannot be read is tried, before new records go out ahead of those in it. */
const patience = 3;

export type Batch = { readonly queue: string; readonly records: readonly QueuedRecord[] };
type Pending = { readonly record: LogRecord; readonly sequence: number; readonly line: string };

/**
 * Log records on their way to the cloud, in order: a moment in memory, then on the disk, in files that together stay below
 * a limit. A record leaves when the cloud has acknowledged it, or as the oldest of a queue that is full; those are counted,
 * and the count goes out in their place. Memory does not depend on how many wait.
 */
export class LogQueue {
  readonly #segments: Segments;
  readonly #file: PositionFile;
  readonly #limit: () => number;
  #position: Position = freshPosition();
  #sequence = 0;
  #loaded = false;
  #unreadable = 0;
  #pending: Pending[] = [];
  #pendingBytes = 0;
  /** Records that came while there was no room in memory either. */
  #turnedAway = 0;
  /** Read, and not yet in a batch. */
  #ahead: QueuedRecord[] = [];
  /** Some of them are from files that were read to their end: those stay until they are gone. */
  #returned = false;
  #handed = 0;
  #batch: (Batch & { readonly lost: number }) | undefined;
  #most: number = cloudLimits.batchRecords;
  #turn: Promise<unknown> = Promise.resolve();

  /** @param limit of all files together, in bytes; asked each time */
  constructor(disk: QueueDisk, limit: () => number) {
    this.#segments = new Segments(disk);
    this.#file = new PositionFile(disk);
    this.#limit = limit;
  }

  /** There is something to send. */
  get waiting(): boolean {
    return this.#pending.length > 0 || this.#segments.count > 0 || this.#batch !== undefined || this.#ahead.length > 0;
  }

  /** Something has not reached the disk. */
  get unwritten(): boolean {
    return this.#pending.length > 0;
  }

  get bytesOnDisk(): number {
    return this.#segments.bytes;
  }

  /** At once, never throws. Where memory and disk are full, the newest are turned away and counted. */
  push(record: LogRecord): void {
    if (this.#pendingBytes > cloudLimits.unwrittenBytes) {
      this.#turnedAway++;
      return;
    }
    if (this.#turnedAway > 0) {
      const records = this.#turnedAway;
      this.#turnedAway = 0;
      this.#add({ level: 'error', time: record.time, text: 'log records were lost', evidence: { records } });
    }
    this.#add(record);
  }

  #add(record: LogRecord): void {
    this.#sequence++;
    const line = lineOf({ sequence: this.#sequence, record });
    this.#pending.push({ record, sequence: this.#sequence, line });
    this.#pendingBytes += line.length;
  }

  /** Puts what waits in memory on the disk, after making room for it. @throws FileError and it waits on in memory */
  flush(): Promise<void> {
    return this.#alone(async () => {
      await this.#load();
      while (this.#loaded && this.#pending.length > 0) {
        const limit = Math.max(this.#limit(), 8 * 4096);
        const longest = Math.min(cloudLimits.segmentBytes, limit / 8);
        const { lines, bytes, last } = linesUpTo(this.#pending, longest);
        while (this.#segments.count > 0 && this.#segments.bytes + bytes > limit) await this.#dropOldest();
        if (this.#segments.count === 0) await this.#file.write(this.#position);
        await this.#segments.append(lines, longest);
        this.#forget(last);
      }
    });
  }

  /** What was written is on the medium, after a flush. @throws FileError */
  sync(): Promise<void> {
    return this.#alone(() => this.#segments.sync());
  }

  /** The oldest records, the same ones until they are acknowledged; `undefined`: nothing waits. @throws FileError */
  next(): Promise<Batch | undefined> {
    return this.#alone(async () => {
      // What stays unreadable does not keep for ever from sending what is in memory.
      await this.#load().catch((error: unknown) => {
        this.#unreadable++;
        if (this.#unreadable < patience) throw error;
      });
      this.#batch ??= await this.#gather();
      return this.#batch;
    });
  }

  /** The present batch has arrived. @throws FileError and after a crash it may be sent once more */
  acknowledge(): Promise<void> {
    return this.#alone(async () => {
      const batch = this.#batch;
      if (batch === undefined) return;
      this.#batch = undefined;
      this.#most = cloudLimits.batchRecords;
      const acknowledged = Math.max(this.#position.acknowledged, batch.records.at(-1)?.sequence ?? 0);
      this.#position = { ...this.#position, acknowledged, lost: this.#position.lost - batch.lost };
      if (this.#segments.count > 0) await this.#file.write(this.#position);
      this.#forget(acknowledged);
      if (this.#ahead.length === 0) this.#returned = false;
      if (!this.#returned) await this.#segments.removeRead(this.#ahead.length === 0);
    });
  }

  /** The cloud does not want this batch: a smaller one is made of it, and a single record is given up and counted. */
  refuse(): Promise<void> {
    return this.#alone(async () => {
      const { records = [], lost = 0 } = this.#batch ?? {};
      this.#batch = undefined;
      this.#most = Math.max(1, records.length >> 1);
      const [only] = records;
      if (records.length > 1 || only === undefined) {
        this.#ahead.unshift(...records.slice(lost > 0 ? 1 : 0));
        this.#returned = true;
        return;
      }
      const [last, counted] = [only.sequence, this.#position.lost - lost + 1];
      this.#position = { ...this.#position, acknowledged: last, dropped: last, lost: counted };
      this.#forget(last);
      if (this.#segments.count > 0) await this.#file.write(this.#position);
    });
  }

  async #load(): Promise<void> {
    // What is on its way from memory has its numbers, and a load gives others.
    if (this.#loaded || this.#batch !== undefined || this.#ahead.length > 0) return;
    await this.#segments.load();
    if (this.#segments.count > 0) {
      const found = (await this.#file.read()) ?? freshPosition();
      const known = Math.max(found.acknowledged, found.dropped, found.numbered, await this.#segments.lastSequence());
      const numbered = known + startGap;
      // Otherwise an agent that is killed before anything is acknowledged would be followed by one with the same numbers.
      await this.#file.write({ ...found, numbered }).catch((error: unknown) => {
        if (this.#unreadable + 1 < patience) throw error;
      });
      this.#position = { ...found, numbered };
      this.#handed = Math.max(found.acknowledged, found.dropped);
      // What was logged before comes behind what was there.
      this.#sequence = numbered;
      this.#pendingBytes = 0;
      for (const { record } of this.#pending.splice(0)) this.#add(record);
    }
    this.#loaded = true;
  }

  /** Of what is in memory, all up to this sequence is somewhere else now. */
  #forget(last: number): void {
    const rest = this.#pending.findIndex(({ sequence }) => sequence > last);
    const gone = this.#pending.splice(0, rest === -1 ? this.#pending.length : rest);
    for (const { line } of gone) this.#pendingBytes -= line.length;
  }

  async #dropOldest(): Promise<void> {
    const { count, last, remove } = await this.#segments.dropOldest(this.#handed);
    // First the count: a crash between the two then counts nothing twice, because `dropped` is behind it.
    this.#handed = Math.max(this.#handed, last);
    const kept = this.#ahead.filter(({ sequence }) => sequence > last);
    const lost = this.#position.lost + count + this.#ahead.length - kept.length;
    this.#ahead = kept;
    this.#position = { ...this.#position, dropped: Math.max(this.#position.dropped, last), lost };
    await this.#file.write(this.#position);
    await remove();
  }

  async #gather(): Promise<(Batch & { readonly lost: number }) | undefined> {
    const records: QueuedRecord[] = [];
    let bytes = 0;
    const { lost, dropped, queue } = this.#position;
    if (lost > 0) records.push(lossRecord(lost, dropped));
    const full = () => records.length >= this.#most || bytes >= cloudLimits.batchBytes;
    // What was taken for the batch already goes out before an error of the disk is told.
    const more = () => this.#read().catch((error: unknown) => (records.length > 0 ? false : Promise.reject(error)));
    while (!full()) {
      if (this.#ahead.length === 0 && !(await more())) break;
      const next = this.#ahead.shift();
      if (next === undefined) continue;
      records.push(next);
      bytes += next.record.text.length + JSON.stringify(next.record.evidence).length;
    }
    return records.length === 0 ? undefined : { queue, records, lost };
  }

  /** More into `#ahead`: from the disk, and when all of that is read, from memory. */
  async #read(): Promise<boolean> {
    const found = await this.#segments.readOn().catch((error: unknown) => {
      this.#segments.skip();
      throw error;
    });
    if (found !== undefined) {
      this.#take(found);
      return true;
    }
    const fresh = this.#pending.filter(({ sequence }) => sequence > this.#handed).slice(0, cloudLimits.batchRecords);
    this.#take(fresh.map(({ sequence, record }) => ({ sequence, record })));
    return fresh.length > 0;
  }

  #take(found: readonly QueuedRecord[]): void {
    for (const each of found) {
      if (each.sequence <= this.#handed) continue;
      this.#handed = each.sequence;
      this.#ahead.push(each);
    }
  }

  /** One thing at a time: reading, writing and dropping share the files. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}

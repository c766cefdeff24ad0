import { randomUUID } from 'node:crypto';
import { checksum } from './log-lines.ts';
import type { QueueDisk } from './queue-disk.ts';

/** What of the queue is done with. */
export type Position = {
  /** Names the queue, as long as there is something of it on the disk. */
  readonly queue: string;
  /** Every record up to this sequence has arrived. */
  readonly acknowledged: number;
  /** The last one that was dropped to make room. */
  readonly dropped: number;
  /** How many were lost and not yet reported. */
  readonly lost: number;
  /** From here on the last agent numbered its records: it may have sent some that are nowhere on the disk. */
  readonly numbered: number;
};

/** Of a queue that begins, with a name that no other has. */
export const freshPosition = (): Position => ({
  queue: randomUUID(),
  ...{ acknowledged: 0, dropped: 0, lost: 0, numbered: 0 },
});

const file = 'position';
/** The two places take turns, so that a write that is cut off leaves the other one; a sector each. */
const place = 512;

/** Where the queue stands, on the medium. */
export class PositionFile {
  readonly #disk: QueueDisk;
  #turn: number | undefined;
  #named = false;

  constructor(disk: QueueDisk) {
    this.#disk = disk;
  }

  async read(): Promise<Position | undefined> {
    const content = await this.#disk.read(file, 0, 2 * place);
    const found = [0, 1].flatMap((index) => positionIn(content.subarray(index * place, (index + 1) * place)) ?? []);
    const newest = found.sort((a, b) => b.turn - a.turn)[0];
    this.#turn = newest?.turn ?? 0;
    return newest?.position;
  }

  /** On the medium when it resolves. */
  async write(position: Position): Promise<void> {
    // Turns go on from what a former agent left, of whichever queue: a lower one would lose against it at the next start,
    // and the new queue would be taken for the old one.
    if (this.#turn === undefined) await this.read();
    const turn = (this.#turn ?? 0) + 1;
    const { queue, acknowledged, dropped, lost, numbered } = position;
    const body = JSON.stringify([turn, queue, acknowledged, dropped, lost, numbered]);
    const text = `${checksum(body)} ${body}\n`.padEnd(place, ' ');
    await this.#disk.write(file, (turn % 2) * place, Buffer.from(text), true);
    if (!this.#named) await this.#disk.sync(file);
    this.#named = true;
    this.#turn = turn;
  }
}

type Written = [turn: number, queue: string, acknowledged: number, dropped: number, lost: number, numbered?: number];

function positionIn(bytes: Buffer): { readonly turn: number; readonly position: Position } | undefined {
  const [line = ''] = bytes.toString('latin1').split('\n');
  const body = line.slice(9);
  if (line.slice(0, 8) !== checksum(body)) return undefined;
  try {
    // A former version wrote five of them.
    const [turn, queue, acknowledged, dropped, lost, numbered = 0] = JSON.parse(body) as Written;
    return { turn, position: { queue, acknowledged, dropped, lost, numbered } };
  } catch {
    return undefined;
  }
}

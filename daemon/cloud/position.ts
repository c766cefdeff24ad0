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
};

const file = 'position';
/** The two places take turns, so that a write that is cut off leaves the other one; a sector each. */
const place = 512;

/** Where the queue stands, on the medium. */
export class PositionFile {
  readonly #disk: QueueDisk;
  #turn = 0;
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
    const turn = this.#turn + 1;
    const body = JSON.stringify([turn, position.queue, position.acknowledged, position.dropped, position.lost]);
    const text = `${checksum(body)} ${body}\n`.padEnd(place, ' ');
    await this.#disk.write(file, (turn % 2) * place, Buffer.from(text), true);
    if (!this.#named) await this.#disk.sync(file);
    this.#named = true;
    this.#turn = turn;
  }
}

function positionIn(bytes: Buffer): { readonly turn: number; readonly position: Position } | undefined {
  const [line = ''] = bytes.toString('latin1').split('\n');
  const body = line.slice(9);
  if (line.slice(0, 8) !== checksum(body)) return undefined;
  try {
    const [turn, queue, acknowledged, dropped, lost] = JSON.parse(body) as [number, string, number, number, number];
    return { turn, position: { queue, acknowledged, dropped, lost } };
  } catch {
    return undefined;
  }
}

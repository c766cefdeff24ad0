const newline = 10;

/** @param bytes without its newline; only valid during the call. `cut`: its beginning; the line was longer */
export type OnLine = (bytes: Buffer, cut: boolean) => void;

/**
 * Makes lines of chunks, however they are cut: a line may come in pieces, a chunk may hold thousands. Keeps at most
 * `longest` bytes; what a longer line has beyond them is skipped up to its end.
 */
export class Lines {
  readonly #longest: number;
  readonly #onLine: OnLine;
  #pieces: Buffer[] = [];
  #length = 0;
  /** The present line was given out already, cut. */
  #skipping = false;

  constructor(longest: number, onLine: OnLine) {
    this.#longest = longest;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#add(chunk, start, end);
      this.#finish();
      start = end + 1;
    }
    this.#add(chunk, start, chunk.length);
  }

  /** The stream is over: what came after the last newline is a line too. */
  end(): void {
    if (this.#length > 0) this.#give(false);
    this.#skipping = false;
  }

  #add(chunk: Buffer, start: number, end: number): void {
    if (this.#skipping || start === end) return;
    const room = this.#longest - this.#length;
    // A copy: a piece that is kept must not keep the whole chunk it came in.
    const whole = this.#length === 0 && chunk[end] === newline;
    const piece = chunk.subarray(start, Math.min(end, start + room));
    this.#pieces.push(whole ? piece : Buffer.from(piece));
    this.#length += piece.length;
    if (end - start > room) {
      this.#give(true);
      this.#skipping = true;
    }
  }

  #finish(): void {
    if (!this.#skipping) this.#give(false);
    this.#skipping = false;
  }

  #give(cut: boolean): void {
    const [first = Buffer.alloc(0)] = this.#pieces;
    const line = this.#pieces.length > 1 ? Buffer.concat(this.#pieces, this.#length) : first;
    this.#pieces = [];
    this.#length = 0;
    this.#onLine(line.at(-1) === 13 ? line.subarray(0, -1) : line, cut);
  }
}

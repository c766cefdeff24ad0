/** Repeatable choices: the same seed gives the same sequence everywhere (xorshift32, Marsaglia 2003). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed >>> 0) ^ 0x9e3779b9 || 1;
    for (let warmUp = 0; warmUp < 16; warmUp++) this.#next();
  }

  /** A whole number from 0 to `below` - 1. */
  below(below: number): number {
    return this.#next() % below;
  }

  /** True about once in `count` times. */
  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let index = 0; index < length; index++) bytes[index] = this.#next();
    return bytes;
  }

  #next(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state >>> 0;
    return this.#state;
  }
}

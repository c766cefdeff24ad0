/** Replies kept in each of the two generations; so at most twice as many, about 1 MB. */
const mostReplies = 1024;
/** Octets of the longest query kept: every name fits, with EDNS. */
const longestQuery = 320;

/**
 * Replies by query, both as they are on the wire, without their ids. Encoding with dns2 costs 10 µs, a hit 1 µs.
 * Two generations: when the younger is full it becomes the older, so a flood of ever new names cannot push out
 * what phones ask again and again.
 */
export class PacketCache {
  #young = new Map<string, Buffer>();
  #old = new Map<string, Buffer>();

  /** A copy of the reply with this query's id. */
  find(query: Buffer): Buffer | undefined {
    if (query.length > longestQuery) return undefined;
    const key = query.toString('latin1', 2);
    let kept = this.#young.get(key);
    if (kept === undefined) {
      kept = this.#old.get(key);
      if (kept === undefined) return undefined;
      this.#keep(key, kept);
    }
    const reply = Buffer.allocUnsafe(kept.length);
    reply.set(kept);
    reply[0] = query[0] ?? 0;
    reply[1] = query[1] ?? 0;
    return reply;
  }

  keep(query: Buffer, reply: Buffer): void {
    if (query.length <= longestQuery) this.#keep(query.toString('latin1', 2), Buffer.from(reply));
  }

  /** Replies that are kept, in both generations. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
  }

  #keep(key: string, reply: Buffer): void {
    if (this.#young.size >= mostReplies) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, reply);
  }
}

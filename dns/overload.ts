/** Milliseconds by which a timer of the event loop may be late before that counts as lag. */
const tolerable = 20;
/** Milliseconds for which a lag is acted upon. */
const lasts = 200;
/** Queries a second that every client keeps while the loop lags, and as many at once. A phone asks some tens. */
const allowance = 200;
/** Clients told apart; a hotspot's subnet has 253 addresses. */
const mostClients = 256;

type Bucket = { left: number; at: number };

/**
 * Drops queries only while the event loop lags, and then only of a client above its allowance while others ask too: a
 * flood costs the others nothing, and a machine that is merely busy loses no phone. Pure but for its memory; `now` in
 * milliseconds, monotonic.
 */
export class Overload {
  #late = 0;
  #until = Number.NEGATIVE_INFINITY;
  readonly #clients = new Map<string, Bucket>();

  /** False: everything is admitted, and nobody need ask. */
  get isActive(): boolean {
    return this.#until !== Number.NEGATIVE_INFINITY;
  }

  /** One sample of how late a timer was. Two late ones in a row are lag; one may be a garbage collection. */
  sample(lateness: number, now: number): void {
    this.#late = lateness > tolerable ? this.#late + 1 : 0;
    if (this.#late >= 2) this.#until = now + lasts;
    else if (this.isActive && now >= this.#until) {
      this.#until = Number.NEGATIVE_INFINITY;
      this.#clients.clear();
    }
  }

  /** Whether this client's query is looked at. */
  admits(client: string, now: number): boolean {
    if (now >= this.#until) return true;
    let bucket = this.#clients.get(client);
    if (bucket === undefined) {
      // More addresses than a hotspot can have are invented ones.
      if (this.#clients.size >= mostClients) return false;
      bucket = { left: allowance, at: now };
      this.#clients.set(client, bucket);
    }
    bucket.left = Math.min(allowance, bucket.left + ((now - bucket.at) * allowance) / 1000);
    bucket.at = now;
    if (bucket.left < 1) return this.#clients.size === 1; // there is nobody to protect
    bucket.left -= 1;
    return true;
  }
}

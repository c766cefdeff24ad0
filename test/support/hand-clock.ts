import type { Clock } from '../../netplan/clock.ts';
import type { Duration, Instant } from '../../netplan/duration.ts';

type Waiter = { readonly due: Instant; readonly wake: () => void };

/** Rounds of the event loop without news before all is called quiet: promise chains through streams need a few. */
const quietRounds = 4;
/** More than this without time moving is a circle that never waits; real work stays far below. */
const mostRounds = 20_000;

/** Immediates of `settle` itself, of which several may run at once. */
let ownRounds = 0;

const nextRound = () =>
  new Promise<void>((resolve) => {
    ownRounds++;
    setImmediate(() => {
      ownRounds--;
      resolve();
    });
  });

/** Work that goes on by itself: files and immediates of others. Timers and sockets are not waited for. */
function work(): 'files' | 'immediates' | 'none' {
  const kinds = process.getActiveResourcesInfo();
  if (kinds.some((kind) => kind.startsWith('FSReq') || kind === 'CloseReq')) return 'files';
  return kinds.filter((kind) => kind === 'Immediate').length > ownRounds ? 'immediates' : 'none';
}

/** A disk may take its time, which no clock of ours measures. */
const shortRest = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

/**
 * Time that moves only when a test moves it. Waits end in the order of their moments (equal ones in the order they
 * were asked for), and after each the program may do all it can before the next one ends: a story of a day takes
 * milliseconds, and is the same each time.
 */
export class HandClock implements Clock {
  #now: Instant;
  #waiters: Waiter[] = [];
  #moving = false;
  /** Counts what was asked of this clock, so that `settle` sees whether anything still happens. */
  #calls = 0;

  constructor(start: Instant = 0) {
    this.#now = start;
  }

  now(): Instant {
    return this.#now;
  }

  wait(duration: Duration, signal?: AbortSignal): Promise<void> {
    this.#calls++;
    if (signal?.aborted === true) return Promise.resolve();
    if (Number.isNaN(duration)) throw new RangeError('a wait of NaN milliseconds');
    return new Promise((resolve) => {
      const wake = () => {
        this.#calls++;
        signal?.removeEventListener('abort', wake);
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        resolve();
      };
      const waiter: Waiter = { due: this.#now + Math.max(0, duration), wake };
      signal?.addEventListener('abort', wake, { once: true });
      const later = this.#waiters.findIndex((other) => other.due > waiter.due);
      this.#waiters.splice(later === -1 ? this.#waiters.length : later, 0, waiter);
    });
  }

  /** The moment at which the next wait ends, `undefined` when nobody waits. */
  get next(): Instant | undefined {
    return this.#waiters[0]?.due;
  }

  /** How many waits are open: a test of a program that has ended expects 0. */
  get waiting(): number {
    return this.#waiters.length;
  }

  /** Moves time by `duration`, ending each wait at its own moment. */
  async advance(duration: Duration): Promise<void> {
    await this.advanceUntil(() => false, duration);
  }

  /**
   * Moves from wait to wait until `reached` holds, at most `limit`; tells whether it does.
   * @throws Error when time is being moved already: two hands would move it twice
   */
  async advanceUntil(reached: () => boolean, limit: Duration): Promise<boolean> {
    if (this.#moving) throw new Error('time is being moved already');
    this.#moving = true;
    try {
      return await this.#move(reached, this.#now + limit);
    } finally {
      this.#moving = false;
    }
  }

  async #move(reached: () => boolean, end: Instant): Promise<boolean> {
    await this.settle();
    for (let due = this.next; !reached(); due = this.next) {
      if (due === undefined || due > end) {
        this.#now = end;
        return false;
      }
      this.#now = due;
      await this.settle();
    }
    return true;
  }

  /**
   * Lets everything happen that needs no time.
   * @throws Error when it does not come to rest: something goes in a circle without ever waiting
   */
  async settle(): Promise<void> {
    let quiet = 0;
    for (let round = 0; quiet < quietRounds; ) {
      if (round > mostRounds) throw new Error(`the program does not come to rest at ${this.#now} ms`);
      const calls = this.#calls;
      const first = this.#waiters[0];
      if (first !== undefined && first.due <= this.#now) first.wake();
      await nextRound();
      const others = work();
      quiet = calls !== this.#calls || others !== 'none' ? 0 : quiet + 1;
      if (others === 'files') await shortRest();
      else round++;
    }
  }
}

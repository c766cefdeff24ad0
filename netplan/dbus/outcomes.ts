import type { Clock } from '../clock.ts';
import { type Duration, hours, milliseconds } from '../duration.ts';
import type { NetworkEvent } from '../networks.ts';

/** So many outcomes are kept for a reader who is slow; one at a time can come into being. */
const mostOutcomes = 256;
/** As long as a clock sleeps at a time; then the sleep begins anew. */
const untilTold = hours(1);
/** A connection in the making gives some twenty signals in two seconds; looking at each would slow it down. */
const pace = milliseconds(200);

type Reader = { changed: boolean; readonly outcomes: NetworkEvent[]; wake: () => void };

/** What the outside says, for each reader of `events`: the newest `changed` only, and every outcome. */
export class Outcomes {
  readonly #clock: Clock;
  readonly #readers = new Set<Reader>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  tell(event: NetworkEvent): void {
    for (const reader of this.#readers) {
      if (event.kind === 'changed' && reader.changed) continue;
      if (event.kind === 'changed') reader.changed = true;
      else if (reader.outcomes.length < mostOutcomes) reader.outcomes.push(event);
      reader.wake();
    }
  }

  async *events(signal: AbortSignal): AsyncGenerator<NetworkEvent> {
    const reader: Reader = { changed: true, outcomes: [], wake: () => undefined };
    this.#readers.add(reader);
    let next = this.#clock.now();
    try {
      while (!signal.aborted) {
        const outcome = reader.outcomes.shift();
        const early = next - this.#clock.now();
        if (outcome !== undefined) yield outcome;
        else if (!reader.changed) await this.#sleep(reader, untilTold, signal);
        else if (early > 0) await this.#sleep(reader, milliseconds(early), signal);
        else {
          reader.changed = false;
          next = this.#clock.now() + pace;
          yield { kind: 'changed' };
        }
      }
    } finally {
      this.#readers.delete(reader);
    }
  }

  /** Until something is told, or `length` is over. */
  async #sleep(reader: Reader, length: Duration, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    reader.wake = () => woken.abort();
    await this.#clock.wait(length, AbortSignal.any([signal, woken.signal]));
    reader.wake = () => undefined;
  }
}

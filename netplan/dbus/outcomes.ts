import type { Clock } from '../clock.ts';
import { seconds } from '../duration.ts';
import type { NetworkEvent } from '../networks.ts';

/** So many outcomes are kept for a reader who is slow; one at a time can come into being. */
const mostOutcomes = 256;
/** In case a signal was lost. */
const safetyNet = seconds(60);

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
      if (event.kind === 'changed') reader.changed = true;
      else if (reader.outcomes.length < mostOutcomes) reader.outcomes.push(event);
      reader.wake();
    }
  }

  async *events(signal: AbortSignal): AsyncGenerator<NetworkEvent> {
    const reader: Reader = { changed: true, outcomes: [], wake: () => undefined };
    this.#readers.add(reader);
    try {
      while (!signal.aborted) {
        const outcome = reader.outcomes.shift();
        if (outcome !== undefined) yield outcome;
        else if (reader.changed) {
          reader.changed = false;
          yield { kind: 'changed' };
        } else await this.#sleep(reader, signal);
      }
    } finally {
      this.#readers.delete(reader);
    }
  }

  async #sleep(reader: Reader, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    reader.wake = () => woken.abort();
    await this.#clock.wait(safetyNet, AbortSignal.any([signal, woken.signal]));
    reader.wake = () => undefined;
    reader.changed ||= !woken.signal.aborted && !signal.aborted;
  }
}

import type { Clock } from '../netplan/clock.ts';
import { formatDuration, minutes, seconds } from '../netplan/duration.ts';
import { type Backoff, pauseAfter } from './backoff.ts';
import { codeOf, errorText } from './errors.ts';
import type { Health } from './health.ts';
import type { Log } from './logging.ts';

/** A part of the agent that lives as long as it does: it ends only when `signal` aborts, and soon then. */
export type Unit = { readonly name: string; run(signal: AbortSignal): Promise<void> };

export type UnitSurroundings = {
  readonly clock: Clock;
  readonly health: Health;
  readonly log: Log;
  /** Ends all of them. */
  readonly signal: AbortSignal;
  /** 0 to 1; Math.random unless it is a test's. */
  readonly random?: () => number;
};

const restarts: Backoff = { first: seconds(1), factor: 2, cap: minutes(5), jitter: 0.2 };
/** Running for so long, a unit counts as well again, and its pauses begin anew. */
const well = minutes(2);
/**
 * What a unit may take to end. machine-server gives its modules 90 s, the supervisor gives it 120 s and then 12 s to what
 * it leaves behind; systemd must wait longer than all of them (`TimeoutStopSec`).
 */
export const stopLimit = seconds(150);

/**
 * Runs all until `signal` aborts. One that throws or ends by itself is started again with growing pauses, and is a
 * health condition until it has run well; the others do not notice. Resolves when all have ended, at the latest
 * `stopLimit` after the abort; never rejects.
 */
export async function runUnits(units: readonly Unit[], surroundings: UnitSurroundings): Promise<void> {
  const { clock, log, signal } = surroundings;
  const running = new Set(units.map(({ name }) => name));
  const all = Promise.all(
    units.map(async (unit) => {
      await keepRunning(unit, surroundings);
      running.delete(unit.name);
    }),
  );
  const allEnded = new AbortController();
  const late = async () => {
    await aborted(signal);
    await clock.wait(stopLimit, allEnded.signal);
    if (running.size > 0) log.error({ units: [...running] }, 'units did not end in time');
  };
  await Promise.race([all, late()]);
  allEnded.abort();
}

async function keepRunning(unit: Unit, { clock, health, log, signal, random }: UnitSurroundings): Promise<void> {
  for (let failures = 1; !signal.aborted; failures++) {
    const start = clock.now();
    // Its own signal ends whatever a crashed run has left waiting, before the next run.
    const end = new AbortController();
    void clock.wait(well, AbortSignal.any([signal, end.signal])).then(() => {
      if (!signal.aborted && !end.signal.aborted) health.clear('unit-crashed', unit.name);
    });
    const failure = await failureOf(unit, AbortSignal.any([signal, end.signal]));
    end.abort();
    if (signal.aborted) {
      if (failure !== undefined) log.warn({ unit: unit.name, err: failure }, 'unit failed while it was ending');
      return;
    }
    const ran = clock.now() - start;
    if (ran >= well) failures = 1;
    const pause = pauseAfter(restarts, failures, (random ?? Math.random)());
    const error = failure ?? new Error('it ended by itself');
    const evidence = {
      unit: unit.name,
      failures,
      ranFor: formatDuration(ran),
      again: formatDuration(pause),
      err: error,
    };
    log.error(evidence, 'unit crashed');
    health.set('unit-crashed', `${unit.name}: ${codeOf(error) ?? errorText(error)}`, unit.name);
    await clock.wait(pause, signal);
  }
}

/** Also of a unit that throws before its first wait. */
async function failureOf(unit: Unit, signal: AbortSignal): Promise<unknown> {
  try {
    await unit.run(signal);
    return undefined;
  } catch (error) {
    return error ?? new Error('it threw nothing');
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

import type { AttemptRecord, OfflineCount, State } from '../provisioning/state.ts';
import type { Core } from './core.ts';

/** What outlives this process. `offline` until the next boot, the others for good. Rejects when it cannot be written. */
export interface Memory {
  readOffline(): Promise<OfflineCount | undefined>;
  readAttempt(): Promise<AttemptRecord | undefined>;
  readReboots(): Promise<{ readonly inARow: number; readonly writable: boolean }>;
  writeOffline(offline: OfflineCount): Promise<void>;
  writeAttempt(attempt: AttemptRecord): Promise<void>;
  writeReboots(inARow: number): Promise<void>;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What became of a write, by what it was to keep; no error: it is written. */
export type Written = (what: 'offline' | 'attempt' | 'reboots', error?: unknown) => void;

/**
 * Writes down what changed, newest last, one write of a kind at a time. A write that fails is reported and given up:
 * the next change writes the whole again.
 */
export function remember(core: Core, memory: Memory, written: Written): () => void {
  const offline = lane<OfflineCount>(
    (value) => memory.writeOffline(value),
    (error) => written('offline', error),
  );
  const attempt = lane<AttemptRecord>(
    (value) => memory.writeAttempt(value),
    (error) => written('attempt', error),
  );
  const reboots = lane<number>(
    (value) => memory.writeReboots(value),
    (error) => written('reboots', error),
  );
  // What began with this start was never a change, and must outlive it all the same: an agent that is killed every
  // minute would otherwise count the offline time from zero for ever.
  offline(core.state.offline);
  if (core.state.attempt !== undefined) attempt(core.state.attempt);
  return core.onChange(({ before, state }) => {
    if (!same(before.offline, state.offline)) offline(state.offline);
    if (state.attempt !== undefined && !same(before.attempt, state.attempt)) attempt(state.attempt);
    if (forgotten(before, state)) reboots(0);
  });
}

/** The count of reboots goes up where the reboot is made, so that it is on disk before it; here it only ends. */
const forgotten = (before: State, state: State) => before.reboots.inARow > 0 && state.reboots.inARow === 0;

/** One writer at a time; of the values that come meanwhile only the newest is written. */
function lane<T>(write: (value: T) => Promise<void>, written: (error?: unknown) => void): (value: T) => void {
  let waiting: { readonly value: T } | undefined;
  let writing = false;
  async function work(): Promise<void> {
    writing = true;
    while (waiting !== undefined) {
      const { value } = waiting;
      waiting = undefined;
      await write(value).then(() => written(), written);
    }
    writing = false;
  }
  return (value) => {
    waiting = { value };
    if (!writing) void work();
  };
}

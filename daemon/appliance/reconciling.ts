import type { Clock } from '../../netplan/clock.ts';
import { hours, milliseconds } from '../../netplan/duration.ts';
import { NetworkError } from '../../netplan/errors.ts';
import type { Networks } from '../../netplan/networks.ts';
import type { JoinReason } from '../../netplan/reasons.ts';
import { type Digest, type Step, stepsBetween } from '../../netplan/steps.ts';
import { Bell } from '../bell.ts';
import type { Log } from '../logging.ts';
import type { Core } from './core.ts';
import { Resting } from './resting.ts';
import { nameOf } from './steps-log.ts';
import type { Watcher } from './watching.ts';

/** Joins are asked for once for each id; this many ids are remembered. */
const rememberedJoins = 256;

/** Why a join that was not even accepted did not happen. */
function reasonOf(error: unknown): JoinReason {
  if (!(error instanceof NetworkError)) return 'failed';
  switch (error.code) {
    case 'radio-blocked':
      return 'radio-blocked';
    case 'no-wifi-device':
      return 'device-gone';
    case 'timed-out':
      return 'timed-out';
    case 'unavailable':
      return 'interrupted';
    case 'not-permitted':
    case 'refused':
      return 'failed';
  }
}

export type Outside = {
  readonly networks: Networks;
  readonly watcher: Pick<Watcher, 'look'>;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Works toward the newest wish: finds the difference to what was seen, performs it, and looks again. What failed is
 * still a difference afterwards, and is tried again after a growing rest. A newer wish is read between two steps.
 */
export async function reconcile(core: Core, outside: Outside, signal: AbortSignal): Promise<void> {
  const { networks, watcher, digest, clock, log } = outside;
  const bell = new Bell(signal);
  const stop = core.onChange(bell.ring);
  const asked = new Set<string>();
  const resting = new Resting();

  function stepsToDo(): readonly Step[] {
    const all = stepsBetween(core.state.observation, core.desired().plan, digest).filter(
      (step) => step.action !== 'join' || !asked.has(step.join.attempt),
    );
    resting.keepOnly(new Set(all.map(nameOf)));
    const now = clock.now();
    return all.filter((step) => !resting.rests(nameOf(step), now));
  }

  async function act(step: Step): Promise<void> {
    const name = nameOf(step);
    // Until a later look shows the difference gone, the step counts as not done.
    resting.add(name, clock.now());
    if (step.action === 'join') {
      if (asked.size >= rememberedJoins) asked.clear();
      asked.add(step.join.attempt);
    }
    try {
      await networks.perform(step);
      log.info({ step: name }, 'step done');
    } catch (error) {
      log.warn({ step: name, err: error }, 'step failed');
      if (step.action === 'join') core.take({ kind: 'join-failed', join: step.join.attempt, reason: reasonOf(error) });
    }
  }

  try {
    while (!signal.aborted) {
      const steps = stepsToDo();
      const wish = radioWish(core);
      for (const step of steps) {
        if (signal.aborted || radioWish(core) !== wish) break;
        await act(step);
      }
      if (steps.length > 0) {
        await watcher.look();
        continue;
      }
      const now = clock.now();
      await bell.sleep(clock, milliseconds((resting.next(now) ?? now + hours(1)) - now));
    }
  } finally {
    stop();
  }
}

/** What the radio should do now; while it stays the same, a list of steps stays right. */
function radioWish(core: Core): string {
  const { hotspot, join, keep, autoconnect, profiles, guard, leave, trial } = core.desired().plan;
  const off = profiles === undefined;
  return JSON.stringify([hotspot?.ssid, join?.attempt, keep, autoconnect, off, guard, leave, [...trial]]);
}

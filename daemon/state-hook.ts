import { execa } from 'execa';
import type { Clock } from '../netplan/clock.ts';
import { complaintOf, programEnvironment } from '../netplan/dbus/program.ts';
import { formatDuration, seconds } from '../netplan/duration.ts';
import type { Core } from './appliance/core.ts';
import { modeName } from './appliance/decisions.ts';
import { Bell } from './bell.ts';
import type { Log } from './logging.ts';
import { onlineNow } from './provisioning/online.ts';
import type { Rules, State } from './provisioning/state.ts';
import type { Unit } from './unit.ts';

/** A lamp is set in milliseconds; a sound takes a little. */
export const hookLimit = seconds(10);
const largestOutput = 64 * 1024;

/** What a lamp can show, in the words of the log. Every name is always there; empty: there is no such thing now. */
export type HookWords = {
  readonly MACHINE_MODE: string;
  readonly MACHINE_ONLINE: 'yes' | 'no' | 'unknown';
  /** `handed-over`, `trying`, `connected`, `failed` … of the last attempt of a person. */
  readonly MACHINE_ATTEMPT: string;
  /** Why it failed: one of the reason codes. */
  readonly MACHINE_REASON: string;
};

const online = { online: 'yes', offline: 'no', unknown: 'unknown' } as const;

/** Pure. No name of a network, no secret: what a program gets in its environment, others may read. */
export function hookWords(state: State, { internetRequired }: Pick<Rules, 'internetRequired'>): HookWords {
  return {
    MACHINE_MODE: modeName(state.mode),
    MACHINE_ONLINE: online[onlineNow(state, { internetRequired })],
    MACHINE_ATTEMPT: state.attempt?.state ?? '',
    MACHINE_REASON: state.attempt?.reason ?? '',
  };
}

export type HookResult = { readonly well: boolean; readonly complaint: string };
/** Runs `program` with `words`, until it ends, `hookLimit` is over or `signal` aborts. Never rejects. */
export type RunHook = (program: string, words: HookWords, signal: AbortSignal) => Promise<HookResult>;

export const runHook: RunHook = async (program, words, signal) => {
  const result = await execa(program, [words.MACHINE_MODE], {
    env: { ...programEnvironment(), ...words },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    timeout: hookLimit,
    cancelSignal: signal,
    forceKillAfterDelay: seconds(1),
    maxBuffer: largestOutput,
  });
  const complaint = result.timedOut ? `not done in ${formatDuration(hookLimit)}` : complaintOf(result);
  return { well: !result.failed, complaint };
};

export type StateHookOptions = {
  readonly core: Core;
  readonly clock: Clock;
  readonly log: Log;
  /** `network_configuration.state_hook`. */
  readonly program: () => string | undefined;
  /** The machine's own, unless it is a test's. */
  readonly run?: RunHook;
};

/**
 * Runs the maker's program at each change of what a lamp can show. One at a time, and the newest state counts: what came
 * and went while the last one ran is not shown any more. It delays nothing, and a failure changes nothing.
 */
export function stateHook({ core, clock, log, program, run = runHook }: StateHookOptions): Unit {
  return {
    name: 'state hook',
    async run(signal) {
      const bell = new Bell(signal);
      const stop = core.onChange(bell.ring);
      let shown = '';
      let complained = '';
      try {
        while (!signal.aborted) {
          const words = hookWords(core.state, core.rules);
          const path = program();
          const now = path === undefined ? '' : JSON.stringify([path, words]);
          if (now === shown) await bell.sleep(clock, longest);
          else if (path !== undefined) {
            const { well, complaint } = await run(path, words, signal);
            // The same trouble at each change is said once.
            if (!well && complained !== path && !signal.aborted)
              log.warn({ program: path, complaint }, 'the state hook failed');
            complained = well ? '' : path;
          }
          shown = now;
        }
      } finally {
        stop();
      }
    },
  };
}

/** A changed setting is a change of the rules, which the core tells: this is only the safety net. */
const longest = seconds(60);

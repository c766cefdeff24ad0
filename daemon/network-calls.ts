import * as z from 'zod';
import type { Clock } from '../netplan/clock.ts';
import { formatDuration } from '../netplan/duration.ts';
import type { SavedProfile } from '../netplan/network.ts';
import type { Core } from './appliance/core.ts';
import { type ControlCall, type ControlCalls, ControlError } from './control/calls.ts';
import { carries } from './provisioning/online.ts';
import { type KnownNetwork, knownNetworks, nextStep } from './provisioning/reasoning.ts';

/** A row of `machine-agent networks`, as its `--json` prints it. Times are whole seconds ago; what is not there is null. */
export type NetworkRow = Pick<KnownNetwork, 'name' | 'kind' | 'source' | 'priority'> & {
  readonly state: string;
  readonly reason: string;
  readonly triedSecondsAgo: number | null;
  readonly result: string | null;
  readonly routeMetric: number | null;
};

export type NetworksAnswer = { readonly networks: readonly NetworkRow[]; readonly next: string };

type Seen = Pick<Core, 'state' | 'rules'>;

/** What the machine knows and does about its networks, for a person. */
export function networksAnswer({ state, rules }: Seen, at: number): NetworksAnswer {
  const networks = knownNetworks(state, rules, at).map(
    ({ name, kind, source, priority, why, text, last, routeMetric }): NetworkRow => ({
      ...{ name, kind, source, priority },
      state: why,
      reason: text,
      triedSecondsAgo: last === undefined ? null : Math.round((at - last.at) / 1000),
      result: last?.result ?? null,
      routeMetric: routeMetric ?? null,
    }),
  );
  return { networks, next: nextStep(state, rules, at) };
}

const testInput = z.object({ name: z.string().min(1).max(200) });

/** What commands on this machine may ask about networks: `networks`, `networks-test` and `provision`. */
export function networkCalls(core: Core, clock: Clock): ControlCalls {
  return {
    networks: async () => networksAnswer(core, clock.now()),
    'networks-test': test(core),
    provision: async () => {
      const before = core.state.mode.kind;
      if (before === 'off') throw new ControlError('not-possible', 'disable_network_configuration is on');
      const { available, device } = core.state.observation;
      if (available && device?.canBeHotspot !== true) {
        throw new ControlError('not-possible', 'there is no wifi device that can be a hotspot');
      }
      core.take({ kind: 'provision' });
      if (core.state.mode.kind !== 'hotspot') {
        throw new ControlError(
          'not-possible',
          'a network that a person gave is being tried; the hotspot comes if it fails',
        );
      }
      const time = formatDuration(core.rules.retry);
      return { text: `the hotspot ${before === 'hotspot' ? 'stays' : 'starts now'}, for ${time}` };
    },
  };
}

/** Joins a saved network and returns by itself; the way back is NetworkManager's own, should the agent end meanwhile. */
function test(core: Core): ControlCall {
  return async (input, signal) => {
    const asked = testInput.safeParse(input);
    if (!asked.success) throw new ControlError('bad-input', 'the name of a network is needed');
    const profile = found(core, asked.data.name);
    core.take({ kind: 'test', profile: profile.id });
    const { mode } = core.state;
    if (mode.kind !== 'proving' || mode.purpose.kind !== 'test') {
      throw new ControlError('not-possible', 'the device cannot be spared now: see machine-agent networks explain');
    }
    await ended(core, mode.guard, signal);
    const { tested } = core.state;
    if (tested?.guard !== mode.guard) throw new ControlError('failed', 'the test was cut short by something else');
    return { name: profile.name, result: tested.result, internet: tested.internet };
  };
}

function found({ state }: Seen, name: string): SavedProfile {
  const { profiles, links } = state.observation;
  const named = profiles.filter((each) => each.name === name && each.source !== 'hotspot');
  const profile = named.find(({ source }) => source === 'settings') ?? named[0];
  if (profile === undefined) throw new ControlError('bad-input', `there is no saved network ${JSON.stringify(name)}`);
  if (profile.kind === 'other') throw new ControlError('not-possible', 'it is neither wifi nor wired');
  if (links.some((link) => link.profile === profile.id && carries(link))) {
    throw new ControlError('not-possible', 'it is in use: it works');
  }
  if (state.mode.kind !== 'station') {
    throw new ControlError('not-possible', `not now: the device is in the mode ${state.mode.kind}`);
  }
  return profile;
}

/** Resolves when the mode that holds this way back is over, or the asker is gone; the machine bounds the mode itself. */
function ended(core: Core, guard: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => core.state.mode.kind !== 'proving' || core.state.mode.guard !== guard || signal.aborted;
    const look = () => {
      if (!over()) return;
      stop();
      signal.removeEventListener('abort', look);
      resolve();
    };
    const stop = core.onChange(look);
    signal.addEventListener('abort', look);
    look();
  });
}

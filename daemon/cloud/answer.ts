import { type Duration, milliseconds } from '../../netplan/duration.ts';
import { type Layer, layerFromText } from '../layers.ts';
import type { DeviceAgentConfigResponse } from '../wire/generated/viam/app/agent/v1/agent_pb.js';
import { cloudLimits } from './limits.ts';
import { type GivenWish, type Program, sameWish, type Wish, type Wishes, wishFrom } from './wishes.ts';

/** What the cloud answered, understood. */
export type Answer = {
  /** Until the next call. */
  readonly interval: Duration;
  readonly layer: Layer;
  /** The layer's text, to tell whether it is another than before. */
  readonly text: string;
  readonly wishes: Wishes;
  /** Wishes that are none, by program; what was wished before stays. */
  readonly refused: Readonly<Partial<Record<Program, { readonly version: string; readonly problem: string }>>>;
  /** Why the cloud does not use the fragment, for a person. */
  readonly fragmentProblem: string | undefined;
};

/**
 * Never harms, whatever came: an answer that says nothing at all, or settings that are too large or too deep, are a problem
 * and leave what was. A mistake inside of the settings is found when they are read, and costs its own field. Pure.
 */
export function answerFrom(given: DeviceAgentConfigResponse, former: Wishes): Answer | { readonly problem: string } {
  const sections = {
    ...section('advanced_settings', given.advancedSettings),
    ...section('network_configuration', given.networkConfiguration),
    ...section('additional_networks', given.additionalNetworks),
    ...section('system_configuration', given.systemConfiguration),
  };
  const updates = { agent: given.agentUpdateInfo, 'machine-server': given.viamServerUpdateInfo };
  const empty = Object.keys(sections).length === 0 && Object.values(updates).every((update) => update === undefined);
  if (empty && given.checkInterval === undefined) return { problem: 'it is empty' };
  let text: string;
  try {
    text = JSON.stringify(sections);
  } catch {
    return { problem: 'it is too deep' };
  }
  const layer = layerFromText('cloud', text);
  if (layer.value === undefined) return { problem: layer.problems?.[0]?.found ?? 'its settings are not readable' };
  return { interval: intervalFrom(given.checkInterval), layer, text, ...wishesFrom(updates, former), ...reply(given) };
}

const section = (name: string, value: object | undefined) => (value === undefined ? {} : { [name]: value });

function reply({ reportReply }: DeviceAgentConfigResponse): Pick<Answer, 'fragmentProblem'> {
  const problem = reportReply?.fragmentProblem.slice(0, cloudLimits.reasonLength) ?? '';
  return { fragmentProblem: problem === '' ? undefined : problem };
}

/** The cloud's wish inside of our limits, the usual one where it has none. */
export function intervalFrom(given: { readonly seconds: bigint; readonly nanos: number } | undefined): Duration {
  const { shortestInterval, longestInterval, usualInterval } = cloudLimits;
  const wished = given === undefined ? 0 : Number(given.seconds) * 1000 + given.nanos / 1_000_000;
  if (!(wished > 0)) return usualInterval;
  return milliseconds(Math.min(Math.max(wished, shortestInterval), longestInterval));
}

/** @param random 0 to 1 */
export const spread = (interval: Duration, random: number): Duration =>
  milliseconds(Math.max(cloudLimits.shortestInterval, interval * (1 + cloudLimits.intervalJitter * (2 * random - 1))));

function wishesFrom(updates: Readonly<Record<Program, GivenWish | undefined>>, former: Wishes) {
  const wishes: Partial<Record<Program, Wish>> = { ...former };
  const refused: Partial<Record<Program, { version: string; problem: string }>> = {};
  for (const program of ['agent', 'machine-server'] as const) {
    const update = updates[program];
    // Nothing said is nothing new: a cloud that forgets must not make a machine forget.
    if (update === undefined) continue;
    const wish = wishFrom(update);
    if ('problem' in wish) refused[program] = { version: update.version.slice(0, 200), problem: wish.problem };
    else if (!sameWish(wish, former[program])) wishes[program] = wish;
  }
  return { wishes, refused };
}

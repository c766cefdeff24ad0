import { formatDuration } from '../../netplan/duration.ts';
import { ssidText } from '../../netplan/ssid.ts';
import { offlineFor, onlineNow } from '../provisioning/online.ts';
import type { Mode, State } from '../provisioning/state.ts';
import type { Change } from './core.ts';

/** A mode in one word, for the log, the town's page and the tests. */
export function modeName(mode: Mode): string {
  return mode.kind === 'trying' ? `trying-${mode.what}` : mode.kind;
}

export type Decision = { readonly text: string; readonly evidence: Readonly<Record<string, unknown>> };

/** What a change decided, with what it rests on; nothing where it decided nothing. */
export function decisionsOf({ before, state, at }: Change, internetRequired: boolean): readonly Decision[] {
  return [
    ...modeDecision(before, state, at, internetRequired),
    ...attemptDecision(before, state),
    ...tries(before, state),
  ];
}

function modeDecision(before: State, state: State, at: number, internetRequired: boolean): readonly Decision[] {
  const from = modeName(before.mode);
  const to = modeName(state.mode);
  if (from === to) return [];
  const evidence = {
    from,
    to,
    online: onlineNow(state, { internetRequired }),
    offlineFor: formatDuration(offlineFor(state.offline, at)),
    configured: state.configured,
    ...(state.attempt?.reason === undefined ? {} : { lastAttempt: state.attempt.reason }),
  };
  return [{ text: `${from} -> ${to}`, evidence }];
}

function attemptDecision(before: State, { attempt }: State): readonly Decision[] {
  if (attempt === undefined) return [];
  const known = before.attempt?.id === attempt.id ? before.attempt.state : undefined;
  if (known === attempt.state) return [];
  const { id, ssid, state, reason, internet } = attempt;
  const network = ssid === undefined ? undefined : ssidText(ssid);
  return [{ text: `attempt ${state}`, evidence: { attempt: id, network, reason, internet } }];
}

/** Which known network is tried, and why the last one was left. */
function tries(before: State, { mode, observation, failures }: State): readonly Decision[] {
  const failed = failures
    .filter((failure) => !before.failures.some((each) => each.profile === failure.profile))
    .map(({ profile, reason }) => ({ text: 'a known network failed', evidence: { profile, reason } }));
  if (mode.kind !== 'trying' || mode.what !== 'known' || mode.activation === undefined) return failed;
  const { join, profile } = mode.activation;
  const former = before.mode.kind === 'trying' ? before.mode.activation?.join : undefined;
  if (former === join) return failed;
  const name = observation.profiles.find(({ id }) => id === profile)?.name;
  return [...failed, { text: 'trying a known network', evidence: { name, profile, join } }];
}

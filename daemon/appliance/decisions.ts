import { formatDuration } from '../../netplan/duration.ts';
import { ssidText } from '../../netplan/ssid.ts';
import { offlineFor, onlineNow } from '../provisioning/online.ts';
import { knownNetworks } from '../provisioning/reasoning.ts';
import type { Mode, Rules, State } from '../provisioning/state.ts';
import type { Change } from './core.ts';

/** Networks that were passed over, in one log line. */
const shownReasons = 8;

/** A mode in one word, for the log, the town's page and the tests. */
export function modeName(mode: Mode): string {
  return mode.kind === 'trying' ? `trying-${mode.what}` : mode.kind;
}

export type Decision = { readonly text: string; readonly evidence: Readonly<Record<string, unknown>> };

/** What a change decided, with what it rests on; nothing where it decided nothing. */
export function decisionsOf(change: Change, rules: Rules): readonly Decision[] {
  const { before, state, at } = change;
  return [...modeDecision(before, state, at, rules), ...attemptDecision(before, state), ...tries(change, rules)];
}

function modeDecision(before: State, state: State, at: number, rules: Rules): readonly Decision[] {
  const from = modeName(before.mode);
  const to = modeName(state.mode);
  if (from === to) return [];
  const evidence = {
    from,
    to,
    online: onlineNow(state, rules),
    offlineFor: formatDuration(offlineFor(state.offline, at)),
    configured: state.configured,
    ...(state.mode.kind === 'proving' ? { purpose: state.mode.purpose.kind } : {}),
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
function tries({ before, state, at }: Change, rules: Rules): readonly Decision[] {
  const { mode, observation, failures } = state;
  const failed = failures
    .filter((failure) => !before.failures.some((each) => each.profile === failure.profile))
    .map(({ profile, reason }) => {
      const name = observation.profiles.find(({ id }) => id === profile)?.name;
      return { text: 'a known network failed', evidence: { name, profile, reason } };
    });
  const trying = (mode.kind === 'trying' && mode.what === 'known') || mode.kind === 'proving';
  if (!trying || mode.activation === undefined) return failed;
  const { join, profile } = mode.activation;
  const former = 'activation' in before.mode ? before.mode.activation?.join : undefined;
  if (former === join) return failed;
  const known = knownNetworks(state, rules, at);
  const name = known.find(({ id }) => id === profile)?.name;
  const passedOver = known
    .filter(({ why, kind }) => kind === 'wifi' && why !== 'being-joined' && why !== 'in-use')
    .slice(0, shownReasons)
    .map((each) => `${each.name}: ${each.why}`);
  return [
    ...failed,
    { text: 'trying a known network', evidence: { name, profile, join, others: passedOver.join(', ') } },
  ];
}

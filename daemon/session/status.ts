import type { Attempt, Condition, PortalStatus, Replacement } from '../../portal/session.ts';
import { limits } from '../provisioning/limits.ts';
import { internet, internetOf, onlineNow } from '../provisioning/online.ts';
import type { AttemptRecord, Rules, State } from '../provisioning/state.ts';
import type { Settings } from '../settings.ts';
import { rowsFrom } from './rows.ts';

export type StatusFacts = {
  readonly hostName: string;
  readonly agentVersion: string;
  readonly settings: Settings;
  readonly rules: Rules;
  readonly replacement: Replacement;
  readonly conditions: readonly Condition[];
  readonly staged: PortalStatus['staged'];
  readonly at: number;
};

/** The longest a submission can take: two tries, and the question of internet. */
export const longestAttempt = limits.ownTry * 2 + limits.internetAnswer;

/** What a person is told about the device, from its state. */
export function statusOf(state: State, facts: StatusFacts): PortalStatus {
  const { rules, settings, at } = facts;
  const { observation } = state;
  const network = settings.network_configuration;
  return {
    hostName: facts.hostName,
    manufacturer: network.manufacturer,
    model: network.model,
    agentVersion: facts.agentVersion,
    fragmentId: network.fragment_id,
    hotspotSsid: rules.hotspot.ssid,
    configured: state.configured,
    replacement: facts.replacement,
    online: onlineNow(state, rules) === 'online',
    internet: internet(state),
    networks: rowsFrom(observation, rules.hotspot.ssid),
    networksAge: observation.scannedAt === undefined ? undefined : Math.max(0, at - observation.scannedAt),
    rescan: rescanOf(state),
    attempt: state.attempt === undefined ? undefined : attemptOf(state.attempt, state),
    staged: facts.staged,
    conditions: facts.conditions,
    limits: { attempt: longestAttempt, hotspotReturns: longestAttempt + limits.broadcast },
    color: network.portal_color,
    logoFile: network.portal_logo_file,
    extraFields: network.portal_extra_fields.map(({ max_length, ...field }) => ({ ...field, maxLength: max_length })),
  };
}

/** A driver that failed to scan beside its hotspot will fail again: then the hotspot has to go for some seconds. */
function rescanOf({ mode, observation }: State): PortalStatus['rescan'] {
  if (!observation.available || observation.device === undefined) return 'impossible';
  if (mode.kind !== 'hotspot') return 'free';
  if (mode.pending !== undefined) return 'impossible';
  return mode.scanFailures > 0 ? 'drops-hotspot' : 'free';
}

export function attemptOf(record: AttemptRecord, state: State): Attempt {
  const link = state.observation.links.find(({ profile }) => profile !== undefined && profile === record.profile);
  return {
    id: record.id,
    ssid: record.ssid,
    state: record.state,
    reason: record.reason,
    // The link stands before anybody knows what is behind it; as long as it does, the newest word counts.
    internet: record.state === 'connected' && link !== undefined ? internetOf(link, state) : record.internet,
    addresses: record.state === 'connected' ? (link?.addresses ?? []) : [],
  };
}

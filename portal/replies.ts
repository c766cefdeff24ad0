import { minutes, seconds } from '../netplan/duration.ts';
import { type Ssid, ssidText } from '../netplan/ssid.ts';
import type { PortalHosts } from './hosts.ts';
import { portalLimits } from './limits.ts';
import type { Sentences } from './page-model.ts';
import type { AttemptPart, AttemptReply, NetworksReply, SavedReply, StatusReply } from './schemas.ts';
import type { Attempt, PortalStatus, SavedNetwork } from './session.ts';

/** What a reply holds beside the device's status. */
export type ReplyContext = {
  readonly version: string;
  readonly token: string;
  readonly hosts: PortalHosts;
  /** Where the result will be: its path, and the whole addresses that are known before the join. */
  readonly result: { readonly path: string; readonly port: number; readonly localNames: readonly string[] };
  readonly sentences: Sentences;
};

const inSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/** An accepted submission waits for its reply to arrive (15 s at most), and 3 s more. */
const waitingLimit = inSeconds(portalLimits.delivery + seconds(3));

const nameOf = (ssid: Ssid) => ({ name: ssidText(ssid), ssidHex: ssid });

const withoutPrefix = (address: string): string => address.split('/')[0] ?? address;

export function attemptPart(attempt: Attempt, sentences: Sentences): AttemptPart {
  const network = attempt.ssid === undefined ? null : nameOf(attempt.ssid);
  return {
    id: attempt.id,
    network,
    state: attempt.state,
    reason: attempt.reason ?? null,
    text: attempt.reason === undefined ? null : sentences.reason(attempt.reason, network?.name ?? ''),
    internet: attempt.internet ?? null,
    addresses: attempt.addresses.slice(0, 8).map(withoutPrefix),
  };
}

function resultPart(attempt: Attempt | undefined, { result }: ReplyContext): StatusReply['result'] {
  const port = result.port === 80 ? '' : `:${result.port}`;
  const joined = attempt?.state === 'connected' ? attempt.addresses.map(withoutPrefix) : [];
  const hosts = [...joined.map((address) => (address.includes(':') ? `[${address}]` : address)), ...result.localNames];
  return { path: result.path, urls: hosts.slice(0, 8).map((host) => `http://${host}${port}${result.path}`) };
}

/** How long the present state may last, when to ask again, and when the hotspot is back if the attempt fails. */
function waits(status: PortalStatus): Pick<AttemptReply, 'timeLimit' | 'retryAfter' | 'hotspotReturnsWithin'> {
  const { attempt, hotspotReturns } = { attempt: status.limits.attempt, hotspotReturns: status.limits.hotspotReturns };
  if (status.attempt?.state === 'waiting') {
    const returns = waitingLimit + inSeconds(attempt) + inSeconds(hotspotReturns);
    return { timeLimit: waitingLimit, retryAfter: 2, hotspotReturnsWithin: returns };
  }
  if (status.attempt?.state === 'connecting') {
    const returns = inSeconds(attempt) + inSeconds(hotspotReturns);
    return { timeLimit: inSeconds(attempt), retryAfter: 2, hotspotReturnsWithin: returns };
  }
  return { timeLimit: null, retryAfter: status.networks.length === 0 ? 3 : 10, hotspotReturnsWithin: null };
}

export function networksReply(status: PortalStatus): NetworksReply {
  return {
    rows: status.networks.map(({ id, ssid, security, supported, signal, known, connected }) => ({
      ...{ id, ...nameOf(ssid), security, supported, signal, known, connected },
    })),
    age: status.networksAge === undefined ? null : Math.max(0, Math.floor(status.networksAge / 1000)),
    rescan: status.rescan,
  };
}

export const savedReply = (networks: readonly SavedNetwork[], sentences: Sentences): SavedReply => ({
  networks: networks.map(({ name, kind, source, priority, state, triedAgo, result, routeMetric }) => ({
    ...{ name, kind, source, priority, state, text: sentences.saved(state) },
    triedSecondsAgo: triedAgo === undefined ? null : Math.max(0, Math.floor(triedAgo / 1000)),
    result: result ?? null,
    routeMetric: routeMetric ?? null,
  })),
});

export function attemptReply(status: PortalStatus, context: ReplyContext): AttemptReply {
  return {
    version: context.version,
    attempt: status.attempt === undefined ? null : attemptPart(status.attempt, context.sentences),
    result: resultPart(status.attempt, context),
    ...waits(status),
  };
}

export function rescanWaits(status: PortalStatus, outcome: 'done' | 'dropping-hotspot') {
  // The hotspot comes back when the scan is over: 20 s at most, and the time it takes to start.
  if (outcome === 'dropping-hotspot') {
    const returns = 20 + inSeconds(Math.min(status.limits.hotspotReturns, minutes(5)));
    return { timeLimit: returns, retryAfter: 5, hotspotReturnsWithin: returns };
  }
  return waits(status);
}

export function statusReply(status: PortalStatus, context: ReplyContext): StatusReply {
  return {
    ...attemptReply(status, context),
    device: {
      hostName: status.hostName,
      manufacturer: status.manufacturer,
      model: status.model,
      agentVersion: status.agentVersion,
      hotspotName: status.hotspotSsid === undefined ? null : ssidText(status.hotspotSsid),
    },
    fragmentId: status.fragmentId ?? null,
    configured: status.configured,
    replacement: status.replacement,
    online: status.online,
    internet: status.internet,
    networks: networksReply(status),
    staged: status.staged,
    conditions: status.conditions.map((condition) => ({
      ...{ code: condition.code, severity: condition.severity, text: context.sentences.condition(condition) },
    })),
    limits: {
      waiting: waitingLimit,
      connecting: inSeconds(status.limits.attempt),
      hotspotReturns: inSeconds(status.limits.hotspotReturns),
    },
    hotspot: { address: context.hosts.address, mode: context.hosts.mode },
    branding: { color: status.color ?? null, logo: status.logoFile === undefined ? null : '/logo' },
    extraFields: status.extraFields.map((field) => ({ ...field, pattern: field.pattern ?? null })),
    token: context.token,
  };
}

import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Ssid, ssidText } from '../../netplan/ssid.ts';
import type { Attempt, NetworkRow, PortalStatus } from '../session.ts';
import type {
  GetSmartMachineStatusResponseSchema,
  NetworkInfoSchema,
} from './generated/viam/provisioning/v1/provisioning_pb.ts';
import { protocolVersion, reasonText, securityWords } from './words.ts';

/** What one client is told beside the device's status. */
export type Told = {
  /** Why its last call was turned down, until its next good one. */
  readonly problem: string | undefined;
  /** The attempt whose error it has answered by giving the same network again. */
  readonly answered: string | undefined;
};

/** Conditions that keep provisioning from working; what else is wrong with the machine is not the app's business. */
const toldConditions: ReadonlySet<string> = new Set(['credentials-corrupt', 'storage-unwritable']);

/** Why the last attempt failed, as far as this client should still see it; empty: no reason. */
const lastError = (attempt: Attempt | undefined, { answered }: Told): string =>
  attempt?.reason === undefined || attempt.id === answered ? '' : reasonText(attempt.reason);

type NetworkMessage = MessageInitShape<typeof NetworkInfoSchema>;

function networkMessage(ssid: Ssid, row: NetworkRow | undefined, connected: boolean, error: string): NetworkMessage {
  return {
    type: 'wifi',
    ssid: ssidText(ssid),
    security: row === undefined ? '' : securityWords(row.security),
    signal: row?.signal ?? 0,
    connected,
    lastError: error,
  };
}

export function networkMessages(status: PortalStatus, told: Told): NetworkMessage[] {
  const { attempt, networks } = status;
  return networks.map((row) =>
    networkMessage(row.ssid, row, row.connected, row.ssid === attempt?.ssid ? lastError(attempt, told) : ''),
  );
}

function attemptMessage({ attempt, networks }: PortalStatus, told: Told): NetworkMessage | undefined {
  if (attempt?.ssid === undefined) return undefined;
  const row = networks.find(({ ssid }) => ssid === attempt.ssid);
  return networkMessage(attempt.ssid, row, attempt.state === 'connected', lastError(attempt, told));
}

/** Sentences for a person, the last attempt's first, as the reference orders them. Reading consumes none. */
function errorTexts({ attempt, conditions }: PortalStatus, told: Told): string[] {
  const error = lastError(attempt, told);
  return [
    ...(error === '' || attempt?.ssid === undefined ? [] : [`SSID: ${ssidText(attempt.ssid)}: ${error}`]),
    ...(told.problem === undefined ? [] : [told.problem]),
    ...conditions.filter(({ code }) => toldConditions.has(code)).map(({ text }) => text),
  ];
}

export function statusMessage(
  status: PortalStatus,
  told: Told,
): MessageInitShape<typeof GetSmartMachineStatusResponseSchema> {
  const attempt = attemptMessage(status, told);
  return {
    provisioningInfo: {
      fragmentId: status.fragmentId ?? '',
      model: status.model,
      manufacturer: status.manufacturer,
    },
    hasSmartMachineCredentials: status.configured,
    isOnline: status.online,
    ...(attempt === undefined ? {} : { latestConnectionAttempt: attempt }),
    errors: errorTexts(status, told),
    agentVersion: protocolVersion,
  };
}

/** States have ids, which the messages have no fields for: metadata beside them, which apps that do not know it ignore. */
export function statusMetadata({ attempt, agentVersion }: PortalStatus): Readonly<Record<string, string>> {
  return {
    'machine-agent-version': agentVersion,
    ...(attempt === undefined ? {} : { 'attempt-id': attempt.id, 'attempt-state': attempt.state }),
    ...(attempt?.reason === undefined ? {} : { 'attempt-reason': attempt.reason }),
  };
}

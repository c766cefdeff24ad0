import type { Duration } from '../../netplan/duration.ts';
import { CodedError } from '../../netplan/errors.ts';
import type { DeviceAgentConfigResponse } from '../wire/generated/viam/app/agent/v1/agent_pb.js';
import type { QueuedRecord } from './log-lines.ts';
import type { Report } from './report.ts';

export type CloudErrorCode =
  | 'unreachable' // no connection, no answer in time, or the cloud is not well
  | 'not-trusted' // its certificate is not one for this address, from somebody whom the machine trusts
  | 'refused' // it does not accept the credentials
  | 'rejected' // it accepted us and understood, but does not want this
  | 'unsupported' // it does not know the call
  | 'overloaded' // it asks for a pause
  | 'not-understood'; // its answer is none

/** A call that failed. The message is the cloud's own, cut, and never holds what was sent. */
export class CloudError extends CodedError<CloudErrorCode> {}

export type CallOptions = { readonly limit: Duration; readonly signal: AbortSignal };

/** One connection to the cloud with one machine's credentials. Every call is bounded, and rejects with a `CloudError`. */
export interface CloudLink {
  configuration(report: Report, options: CallOptions): Promise<DeviceAgentConfigResponse>;
  /** @param queue names the queue in whose order the records' sequences are */
  log(queue: string, records: readonly QueuedRecord[], options: CallOptions): Promise<void>;
  needsRestart(options: CallOptions): Promise<{ readonly restart: boolean; readonly interval: Duration }>;
  /** Ends what is open, at once. */
  close(): void;
}

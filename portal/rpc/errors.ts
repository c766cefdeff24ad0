import { Code, ConnectError } from '@connectrpc/connect';
import { CodedError } from '../../netplan/errors.ts';
import { titleOf } from '../errors.ts';
import type { Outcome, Refusal } from '../session.ts';

/** What this API turns down by itself; all else is a refusal of the device. */
type OwnCode =
  | 'network-type-unknown'
  | 'network-name-invalid'
  | 'password-invalid'
  | 'cloud-config-missing'
  | 'credentials-invalid';

export type AppErrorCode = Refusal | OwnCode;

/**
 * The status of each error on the wire. The two that existing apps know from the reference are plain errors there, so
 * UNKNOWN; the others say what an app can do about them.
 */
const statuses: { readonly [C in AppErrorCode]: Code } = {
  'network-type-unknown': Code.Unknown,
  'cloud-config-missing': Code.Unknown,
  'network-name-invalid': Code.InvalidArgument,
  'password-invalid': Code.InvalidArgument,
  'credentials-invalid': Code.InvalidArgument,
  'nothing-to-do': Code.FailedPrecondition,
  'network-unknown': Code.NotFound,
  'password-required': Code.InvalidArgument,
  'unsupported-security': Code.FailedPrecondition,
  'machine-credentials-required': Code.FailedPrecondition,
  'ownership-code-required': Code.PermissionDenied,
  'ownership-code-wrong': Code.PermissionDenied,
  'replacement-refused': Code.PermissionDenied,
  'attempt-in-progress': Code.Aborted,
  'extra-field-invalid': Code.FailedPrecondition,
  'storage-failed': Code.Internal,
  'rate-limited': Code.ResourceExhausted,
};

/** Every code that an error of this API may carry: the closed list. */
export const appErrorCodes = Object.keys(statuses) as readonly AppErrorCode[];

/** A call turned down; the message is for a person, and holds no secret. */
export class AppError extends CodedError<AppErrorCode> {
  get status(): Code {
    return statuses[this.code];
  }
}

/** The device's refusal, in the words of the REST API. */
export const refused = ({ refusal }: Extract<Outcome, { accepted: false }>): AppError =>
  new AppError(refusal, titleOf(refusal));

/** As it goes over the wire: the text as the status' message, our code as metadata beside it. */
export const toWire = (error: AppError): ConnectError =>
  new ConnectError(error.message, error.status, { 'error-code': error.code }, undefined, error);

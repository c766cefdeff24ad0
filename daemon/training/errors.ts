import { Code, ConnectError } from '@connectrpc/connect';
import { CodedError } from '../../netplan/errors.ts';

/** Every code that an error of this client may have, and its number on the wire (gRPC's status codes). */
export const trainingStatuses = {
  canceled: Code.Canceled,
  unknown: Code.Unknown,
  /** An input is missing or malformed: found before the call, or by the cloud. */
  'invalid-argument': Code.InvalidArgument,
  'deadline-exceeded': Code.DeadlineExceeded,
  /** No such job, data set or script. */
  'not-found': Code.NotFound,
  /** The model has this version already. */
  'already-exists': Code.AlreadyExists,
  /** The key has no owner permission in this organization. */
  'permission-denied': Code.PermissionDenied,
  'resource-exhausted': Code.ResourceExhausted,
  /** The job is not in a state that allows this: cancelling what has ended, deleting what has not. */
  'failed-precondition': Code.FailedPrecondition,
  aborted: Code.Aborted,
  'out-of-range': Code.OutOfRange,
  unimplemented: Code.Unimplemented,
  internal: Code.Internal,
  /** The cloud cannot be reached. */
  unavailable: Code.Unavailable,
  'data-loss': Code.DataLoss,
  /** The cloud does not accept the key. */
  unauthenticated: Code.Unauthenticated,
} as const satisfies Record<string, Code>;

export type TrainingErrorCode = keyof typeof trainingStatuses;

const codes = new Map(Object.entries(trainingStatuses).map(([name, code]) => [code, name as TrainingErrorCode]));

/** A call that failed. `code` is one of `trainingStatuses`, `status` its number; `field` names a bad input. */
export class TrainingError extends CodedError<TrainingErrorCode> {
  readonly field: string | undefined;

  constructor(code: TrainingErrorCode, message: string, options: ErrorOptions & { readonly field?: string } = {}) {
    super(code, message, options);
    this.field = options.field;
  }

  get status(): Code {
    return trainingStatuses[this.code];
  }
}

/** Whatever a transport has thrown, as one of ours. */
export function trainingError(error: unknown): TrainingError {
  if (error instanceof TrainingError) return error;
  const connect = ConnectError.from(error);
  return new TrainingError(codes.get(connect.code) ?? 'unknown', connect.rawMessage, { cause: error });
}

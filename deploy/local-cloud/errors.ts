import { CodedError } from '../../netplan/errors.ts';

/** Everything that the local cloud can refuse: for the calls (as gRPC's status) and for the page (as HTTP's). */
export const refusals = {
  invalid: { grpc: 3, http: 400 },
  unauthenticated: { grpc: 16, http: 401 },
  forbidden: { grpc: 7, http: 403 },
  'not-found': { grpc: 5, http: 404 },
  exists: { grpc: 6, http: 409 },
  /** It is not in a state that allows this. */
  precondition: { grpc: 9, http: 409 },
  'too-many': { grpc: 8, http: 429 },
} as const;

export type RefusalCode = keyof typeof refusals;

/** The message is for a person, and goes over the wire. */
export class CloudError extends CodedError<RefusalCode> {}

export const notFound = (what: string): CloudError => new CloudError('not-found', `There is no ${what} here.`);

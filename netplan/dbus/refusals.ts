import { DBusError } from 'dbus-next';
import { NetworkError, type NetworkErrorCode } from '../errors.ts';
import { CallTimedOut, ConnectionClosed } from './connection.ts';

/** Endings of D-Bus error names that mean something to us; any other is a refusal. */
const codes: readonly (readonly [ending: string, code: NetworkErrorCode])[] = [
  ['.AccessDenied', 'not-permitted'], // the bus's own policy
  ['.PermissionDenied', 'not-permitted'], // polkit, through NetworkManager
  ['.AuthFailed', 'not-permitted'],
  ['.ServiceUnknown', 'unavailable'],
  ['.NameHasNoOwner', 'unavailable'],
  ['.Disconnected', 'unavailable'],
  ['.NoReply', 'unavailable'], // the service went away while we waited: our own limit is shorter than the bus's
  ['.Timeout', 'timed-out'],
  ['.LimitsExceeded', 'timed-out'], // the bus is too busy with us: no word about what was asked
];

/** What went wrong with a call, in the words of this door. NetworkManager's own text never quotes a secret. */
export function networkError(error: unknown, what: string): NetworkError {
  if (error instanceof NetworkError) return error;
  if (error instanceof CallTimedOut) return new NetworkError('timed-out', error.message);
  if (error instanceof ConnectionClosed) return new NetworkError('unavailable', `${what}: ${error.message}`);
  if (!(error instanceof DBusError)) return new NetworkError('refused', `${what} failed`, { cause: error });
  const code = codes.find(([ending]) => error.type.endsWith(ending))?.[1] ?? 'refused';
  return new NetworkError(code, `${what}: ${error.text}`, { cause: new Error(error.type) });
}

/** The D-Bus name of the error below, for the few callers to whom "there is no such thing" is an answer. */
export const errorName = (error: unknown): string =>
  error instanceof NetworkError && error.cause instanceof Error ? error.cause.message : '';

/** Whether the object or method asked for does not exist: it vanished meanwhile, or this version does not know it. */
export const isUnknown = (error: unknown): boolean =>
  /\.(UnknownObject|UnknownMethod|UnknownInterface|UnknownProperty|UnknownConnection|InvalidConnection|ConnectionNotActive|UnknownDevice)$/.test(
    errorName(error),
  );

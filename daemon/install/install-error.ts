import { CodedError } from '../../netplan/errors.ts';

export type InstallErrorCode =
  | 'not-linux'
  | 'no-such-root'
  | 'no-systemd'
  | 'temporary-program' // it would be gone after a reboot
  | 'outside-root' // the installed system could not find it
  | 'masked' // an administrator has forbidden the service
  | 'not-enabled';

/** Why nothing, or not all, was installed. */
export class InstallError extends CodedError<InstallErrorCode> {}

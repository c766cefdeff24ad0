import { CodedError } from '../netplan/errors.ts';
import { codeOf } from './errors.ts';

export type FileErrorCode =
  | 'disk-full'
  | 'read-only'
  | 'not-permitted'
  | 'is-a-folder'
  | 'not-a-file' // a device, a pipe, a circle of links, or a file where a folder should be
  | 'too-large'
  | 'failed'; // the cause says how

/** The message names the path, never a part of the content. */
export class FileError extends CodedError<FileErrorCode> {}

/** Of the system, errno(3). */
const codes: Readonly<Record<string, FileErrorCode>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EROFS: 'read-only',
  EACCES: 'not-permitted',
  EPERM: 'not-permitted',
  EISDIR: 'is-a-folder',
  ENOTDIR: 'not-a-file',
  ELOOP: 'not-a-file',
  ENXIO: 'not-a-file', // a socket
  EFBIG: 'too-large',
};

/** @param action completes "cannot …" */
export function fileError(action: string, cause: unknown): FileError {
  const code = cause instanceof FileError ? cause.code : (codes[codeOf(cause) ?? ''] ?? 'failed');
  return new FileError(code, `cannot ${action} (${code})`, { cause });
}

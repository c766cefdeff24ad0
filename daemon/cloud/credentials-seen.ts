import { FileError } from '../files.ts';
import { type CredentialsReading, credentialsFrom } from './credentials.ts';

/** What was found in the place of the credentials file. */
export type Seen =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'content'; readonly bytes: Buffer }
  | { readonly kind: 'unreadable'; readonly error: unknown };

/** Without a problem there is no file, and the machine belongs to nobody. */
export type Judgement = CredentialsReading | { readonly credentials: undefined; readonly problem: undefined };

export function judged(seen: Seen): Judgement {
  switch (seen.kind) {
    case 'nothing':
      return { credentials: undefined, problem: undefined };
    case 'content':
      return credentialsFrom(seen.bytes);
    case 'unreadable':
      return {
        credentials: undefined,
        problem: seen.error instanceof Error ? seen.error.message : 'it cannot be read',
      };
  }
}

/** A file that will never be good, and must not be lost either. One that cannot be read at all may be good. */
export const isDamaged = (seen: Seen): boolean =>
  seen.kind === 'content'
    ? judged(seen).problem !== undefined
    : seen.kind === 'unreadable' && seen.error instanceof FileError && seen.error.code === 'too-large';

export const same = (one: Seen, other: Seen | undefined): boolean =>
  one.kind === other?.kind && (one.kind !== 'content' || (other.kind === 'content' && one.bytes.equals(other.bytes)));

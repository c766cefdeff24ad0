import { createHmac } from 'node:crypto';
import type { Hotspot, Profile } from './profile.ts';
import { Secret } from './secret.ts';

/**
 * JSON with the secrets in it, to make a digest of, and for nothing else. A replacer is given what `toJSON` has hidden
 * already; the object that holds the value still has the secret.
 */
export const openText = (whole: unknown): string =>
  JSON.stringify(whole, function (this: Readonly<Record<string, unknown>>, key, shown: unknown) {
    const held = this[key];
    return held instanceof Secret ? held.reveal() : shown;
  });

/**
 * A digest over everything in a profile (or the hotspot) that we set, its secrets included. It is written into the saved
 * profile (`user.data`), so that an unchanged profile is recognised without reading secrets back, and costs no write. Keyed with a secret of this device:
 * any local user may read `user.data`, and could otherwise try passwords against it. The first letter names the version
 * of the mapping: raise it when `dictionary.ts` writes something else for the same profile.
 */
export function digestOf(profile: Profile | Hotspot, key: Secret): string {
  return `1:${createHmac('sha256', key.reveal()).update(openText(profile)).digest('base64url').slice(0, 27)}`;
}

import { createHmac } from 'node:crypto';
import type { Hotspot, Profile } from './profile.ts';
import { Secret } from './secret.ts';

/**
 * A digest over everything in a profile (or the hotspot) that we set. It is written into the saved profile (`user.data`), so that an
 * unchanged profile is recognised without reading secrets back, and costs no write. Keyed with a secret of this device:
 * any local user may read `user.data`, and could otherwise try passwords against it. The first letter names the version
 * of the mapping: raise it when `dictionary.ts` writes something else for the same profile.
 */
export function digestOf(profile: Profile | Hotspot, key: Secret): string {
  const text = JSON.stringify(profile, (_key, value: unknown) => (value instanceof Secret ? value.reveal() : value));
  return `1:${createHmac('sha256', key.reveal()).update(text).digest('base64url').slice(0, 27)}`;
}

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
  const part = (whole: unknown, length: number) =>
    createHmac('sha256', key.reveal()).update(openText(whole)).digest('base64url').slice(0, length);
  return 'source' in profile ? `2:${part(profile, 27)}.${part(linkOf(profile), 12)}` : `1:${part(profile, 27)}`;
}

/** What a link is made with: a change here shows only when the link is made anew. */
const linkOf = ({ interface: port, wifi, addressing, routeMetric }: Profile) => {
  const { powerSave, ...network } = wifi ?? { powerSave: undefined };
  return [port, network, addressing, routeMetric];
};

const linkPart = (digest: string | undefined): string | undefined => digest?.split('.')[1]?.replace(trialMark, '');

/** Whether a link with the one profile has to be made anew for the other. False where it cannot be known. */
export function remakesLink(saved: string | undefined, wanted: string): boolean {
  const former = linkPart(saved);
  return former !== undefined && former !== linkPart(wanted);
}

const trialMark = '~';

/** The digest of a profile that is on trial, in memory only: another one, so that what has proved itself is saved. */
export const onTrial = (digest: string): string => `${digest}${trialMark}`;

import * as z from 'zod';
import { settingLimits } from './limits.ts';
import { Secret } from './secret.ts';
import { maximumSsidBytes, type Ssid, ssidFromText } from './ssid.ts';

// Shapes that several settings share. Each is the schema alone; `setting()` adds the words. Their expressions are
// published, so they use only what every language's engine knows; the rest is in `refine`.

const control = /[\p{Cc}\p{Cs}]/u;

/** One line of text for people: no control characters, no half characters (a lone surrogate has no UTF-8 form). */
export const line = (from: number, to: number) =>
  z
    .string()
    .min(from)
    .max(to)
    .refine((text) => !control.test(text), 'control characters are not allowed');

/** An empty text means that there is none. */
export const orNone = <T extends z.ZodType<unknown, string>>(schema: T) =>
  z.union([z.literal('').transform(() => undefined), schema]);

/** 1 to 32 bytes of UTF-8, taken as they are: blanks count. */
export const ssidField = z
  .string()
  .min(1)
  .max(maximumSsidBytes)
  .transform((text, context): Ssid => {
    if (text.isWellFormed() && Buffer.byteLength(text) <= maximumSsidBytes) return ssidFromText(text);
    const code = text.isWellFormed() ? 'too-long' : 'malformed'; // half a character has no bytes
    context.issues.push({ code: 'custom', input: text, params: { code } });
    return z.NEVER;
  });

/** IEEE 802.11i: a passphrase of 8 to 63 characters 0x20 to 0x7e, or the 256 bit key itself as hexadecimal digits. */
export const passphrase = /^(?:[\x20-\x7e]{8,63}|[0-9A-Fa-f]{64})$/;
export const expectedPassphrase = '8 to 63 printable ASCII characters, or 64 hexadecimal digits';

export const passphraseField = z
  .string()
  .min(8)
  .max(64)
  .regex(passphrase)
  .transform((text) => new Secret(text));

/** The kernel's rule for names of interfaces (`dev_valid_name`). */
export const interfaceField = orNone(
  z
    .string()
    .max(15)
    .regex(/^[^\s/:]+$/)
    .refine((name) => name !== '.' && name !== '..' && !control.test(name) && Buffer.byteLength(name) <= 15),
);
export const expectedInterface = 'the name of an interface: at most 15 characters, no blank, slash or colon';

/** An absolute path; empty: none. */
export const pathField = orNone(
  z
    .string()
    .max(settingLimits.pathLength)
    .regex(/^\/[\s\S]*[^/]$/)
    .refine((path) => !control.test(path)),
);
export const expectedPath = 'an absolute path to a file';

/** True, false, or unset. */
export const triState = z
  .boolean()
  .nullable()
  .transform((value) => value ?? undefined);

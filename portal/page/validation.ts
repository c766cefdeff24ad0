import type { FieldProblem } from '../errors.ts';
import type { NetworkReply } from '../schemas.ts';

/** What is wrong with one value; `limit` for `too-short` and `too-long`. `undefined` where nothing is. */
export type Flaw = { readonly problem: FieldProblem; readonly limit?: number } | undefined;

const required: Flaw = { problem: 'required' };

/** A name that was typed: 1 to 32 bytes of UTF-8 (IEEE 802.11 9.4.2.2). Never trimmed: blanks are part of a name. */
export function nameFlaw(name: string): Flaw {
  if (name === '') return required;
  return new TextEncoder().encode(name).length > 32 ? { problem: 'too-long', limit: 32 } : undefined;
}

/**
 * A wifi password: 8 to 63 printable ASCII characters, or exactly 64 hexadecimal digits, which are the key itself
 * (IEEE 802.11 J.4). Measured on the raw value: every printable character counts as one, and none is changed.
 */
export function passwordFlaw(password: string): Flaw {
  if (password === '') return required;
  if (!/^[ -~]*$/.test(password)) return { problem: 'not-printable-ascii' };
  if (password.length < 8) return { problem: 'too-short', limit: 8 };
  if (password.length > 64) return { problem: 'too-long', limit: 63 };
  return password.length === 64 && /[^0-9a-f]/i.test(password) ? { problem: 'not-hexadecimal' } : undefined;
}

/** Open networks, encrypted ones among them (OWE), have none. */
export const needsPassword = (security: NetworkReply['security']): boolean => security !== 'open' && security !== 'owe';

// Leading zeros are refused, because some programs read them as octal.
const byte = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const dotted = `${byte}(\\.${byte}){3}`;
const networkAddressPattern = `\\s*${dotted}/([1-9]|[12]\\d|3[0-2])\\s*`;
const addressesPattern = `[\\s,]*(${dotted}([\\s,]+${dotted})*)?[\\s,]*`;

const matches = (value: string, pattern: string): boolean => new RegExp(`^(?:${pattern})$`, 'u').test(value);

/** An address with its prefix, `192.168.1.20/24`. Whether it can be used is the device's to say. */
export const addressFlaw = (value: string): Flaw =>
  matches(value, networkAddressPattern) ? undefined : { problem: 'not-a-network-address' };

/** Addresses with blanks or commas between; none is right as well. */
export const addressesFlaw = (value: string): Flaw =>
  matches(value, addressesPattern) ? undefined : { problem: 'not-an-address' };

/** An answer to a question of the maker: the pattern is for the whole value, as in an HTML `pattern`. */
export function extraFlaw(
  value: string,
  field: { required: boolean; pattern: string | null; maxLength: number },
): Flaw {
  if (value === '') return field.required ? required : undefined;
  if (value.length > field.maxLength) return { problem: 'too-long', limit: field.maxLength };
  return field.pattern === null || matches(value, field.pattern) ? undefined : { problem: 'pattern-mismatch' };
}

import { settingLimits } from '../../netplan/limits.ts';
import { cut } from '../problems.ts';

/** Completes "found …". With `hidden`, and for a URL with a password in it, only the kind is told. */
export function foundText(value: unknown, hidden: boolean): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return `an object with ${Object.keys(value).length} members`;
  if (typeof value !== 'string') return hidden ? `a ${typeof value} (not shown)` : String(value);
  if (value === '') return 'an empty text';
  if (hidden || /:\/\/.*@/s.test(value)) return `a text of ${value.length} characters (not shown)`;
  return JSON.stringify(cut(value, settingLimits.foundLength));
}

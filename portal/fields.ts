import type { z } from 'zod';
import { type FieldError, PortalError } from './errors.ts';
import type { FormValues } from './page-model.ts';

/** @throws PortalError fields-invalid, with each field that does not fit; body-unreadable where it is no object at all. */
export function readFields<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new PortalError('body-unreadable');
  throw new PortalError(
    'fields-invalid',
    result.error.issues.flatMap((issue) => fieldsOf(issue, data)),
  );
}

/** A field as its sender calls it, no longer than a name is: unknown ones are the sender's invention. */
const fieldName = (path: readonly PropertyKey[]): string => path.map(String).join('.').slice(0, 64);

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], data);

function fieldsOf(issue: z.core.$ZodIssue, data: unknown): FieldError[] {
  const field = fieldName(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, 10)
        .map((key) => ({ field: fieldName([...issue.path, key]), problem: 'unknown-field' }));
    case 'too_big':
      return [{ field, problem: 'too-long', limit: Number(issue.maximum) }];
    case 'too_small':
      return [{ field, problem: 'too-short', limit: Number(issue.minimum) }];
    case 'invalid_value':
      return [{ field, problem: 'unknown' }];
    case 'invalid_union': {
      // Text that is too long says more than that it is not the other type.
      const long = issue.errors.flat().find((inner) => inner.code === 'too_big');
      return [
        long === undefined
          ? { field, problem: 'not-text' }
          : { field, problem: 'too-long', limit: Number(long.maximum) },
      ];
    }
    default:
      return [{ field, problem: valueAt(data, issue.path) === undefined ? 'required' : 'not-text' }];
  }
}

/**
 * The body of an HTML form, each field once, decoded once and exactly: `+` is a blank, `%2B` a plus sign. Fields named
 * `extra.<name>` come together in `extra`, as in JSON.
 *
 * @throws PortalError body-unreadable (bad escapes, bytes that are not UTF-8), fields-invalid (a field given twice)
 */
export function parseForm(body: string): Readonly<Record<string, unknown>> {
  // Without prototypes: a field may be called `__proto__`.
  const fields: Record<string, unknown> = Object.create(null);
  const extra: Record<string, string> = Object.create(null);
  for (const pair of body.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    const [target, key] = name.startsWith('extra.') ? [extra, name.slice(6)] : [fields, name];
    if (key in target) throw new PortalError('fields-invalid', [{ field: fieldName([name]), problem: 'conflict' }]);
    target[key] = value;
  }
  return Object.keys(extra).length === 0 ? fields : Object.assign(fields, { extra });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new PortalError('body-unreadable');
  }
}

/** What may be shown again of a form that was sent: its text fields, but for the secrets. */
export function shownAgain(body: unknown): FormValues {
  if (typeof body !== 'object' || body === null) return {};
  const values: Record<string, string> = {};
  for (const [field, value] of Object.entries(body)) {
    if (field === 'extra' && typeof value === 'object' && value !== null) {
      for (const [name, answer] of Object.entries(value)) values[`extra.${name}`] = String(answer);
    } else if (typeof value === 'string' && shownFields.has(field)) {
      values[field] = value;
    }
  }
  return values;
}

/** Named one by one, so that a field that is new is not shown before somebody has thought about it. */
const shownFields: ReadonlySet<string> = new Set([
  ...['network', 'ssid', 'ssidHex', 'enterpriseMethod', 'identity', 'addressing', 'address', 'gateway', 'dns'],
  ...['appAddress', 'machineId', 'apiKeyId', 'fragmentId'],
]);

import * as z from 'zod';
import { type Wording, wordings } from '../../netplan/setting.ts';

/** What a schema accepts, without its default, conversion or permission to be null. */
export function core(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return core(schema.in);
  if (
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly
  ) {
    return core(schema.unwrap());
  }
  return schema;
}

/** The schema's words, or those of the nearest place above `path` that has some. */
export function wordingAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): Wording {
  let wording = wordings.get(schema) ?? { expected: 'something else', secret: true, extension: false };
  let place = schema;
  for (const part of path) {
    const here = core(place);
    if (here instanceof z.ZodObject) place = here.shape[part as string] ?? place;
    else if (here instanceof z.ZodArray) place = here.element;
    else break;
    wording = wordings.get(place) ?? wording;
  }
  return wording;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members of objects inside one setting that its schema does not know. */
export function* unknownMembers(
  schema: z.core.$ZodType,
  value: unknown,
): Generator<{ readonly path: readonly PropertyKey[]; readonly known: readonly string[] }> {
  const here = core(schema);
  if (here instanceof z.ZodObject && isObject(value)) {
    for (const key of Object.keys(value)) {
      const member = Object.hasOwn(here.shape, key) ? here.shape[key] : undefined;
      if (member === undefined) yield { path: [key], known: Object.keys(here.shape) };
      else for (const inner of unknownMembers(member, value[key])) yield { ...inner, path: [key, ...inner.path] };
    }
  } else if (here instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const inner of unknownMembers(here.element, item)) yield { ...inner, path: [index, ...inner.path] };
    }
  }
}

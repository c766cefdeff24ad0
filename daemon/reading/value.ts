import type * as z from 'zod';
import { wordings } from '../../netplan/setting.ts';
import { type LayerName, type Path, type ProblemCode, pathText, problem } from '../problems.ts';
import { foundText } from './found.ts';
import { findingOf } from './issues.ts';
import type { Given, Reading } from './reading.ts';
import { isObject, unknownMembers, wordingAt } from './shape.ts';
import { warnOfUnknown } from './unknown.ts';

/** `null` is "unset" in the members of a setting as well. */
const withoutNulls = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) : value;

function valueAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const part of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, part)) return undefined;
    here = (here as Record<PropertyKey, unknown>)[part];
  }
  return here;
}

type Finding = {
  readonly layer: LayerName;
  readonly code: ProblemCode;
  readonly at: Path;
  readonly expected: string;
  readonly found: string;
};

/**
 * The value of the highest layer that has a good one, or `undefined`: none has. Every layer is looked at, so that a
 * mistake in the maker's file is known before the cloud's value goes away.
 */
export function readValue(
  schema: z.ZodType,
  givens: readonly Given[],
  path: Path,
  reading: Reading,
  how: { readonly rule?: (value: unknown) => string | undefined; readonly otherwise: string },
): { readonly value: unknown } | undefined {
  let settled: Given | undefined;
  const bad: Finding[] = [];
  for (const { layer, value: given } of givens) {
    if (given === undefined || given === null) continue;
    const value = withoutNulls(given);
    const parsed = schema.safeParse(value, { reportInput: true });
    const finding = (code: ProblemCode, at: Path, expected = wordingAt(schema, at).expected): Finding => {
      return { layer, code, at, expected, found: foundText(valueAt(value, at), wordingAt(schema, at).secret) };
    };
    if (!parsed.success) {
      const { code, path: at } = findingOf(parsed.error);
      bad.push(finding(code, at));
    } else if (settled === undefined) {
      // A value that a higher one hides is in nobody's way: rules between fields are for what would hold.
      const expected = how.rule?.(parsed.data);
      if (expected !== undefined) bad.push(finding('conflict', [], expected));
      else settled = { layer, value: parsed.data };
    }
    if (parsed.success) {
      for (const { member, code, expected } of wordings.get(schema)?.doubts?.(value, parsed.data) ?? []) {
        const { at, ...draft } = finding(code, [member], expected);
        reading.problems.push(problem({ ...draft, path: [...path, ...at], severity: 'warning' }));
      }
    }
    for (const { path: at, known } of unknownMembers(schema, value)) {
      warnOfUnknown({ layer, value: valueAt(value, at) }, [...path, ...at], known, reading);
    }
  }
  const detail = settled === undefined ? how.otherwise : `the value of "${settled.layer}" holds`;
  for (const { at, ...draft } of bad) {
    reading.problems.push(problem({ ...draft, path: [...path, ...at], severity: 'error', detail }));
  }
  if (settled !== undefined) reading.origins.set(pathText(path), settled.layer);
  return settled;
}

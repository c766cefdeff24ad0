import * as z from 'zod';
import { settingLimits } from '../netplan/limits.ts';
import { foundText } from './found.ts';
import { findingOf } from './issues.ts';
import { nearest } from './nearest.ts';
import { type LayerName, type Path, type Problem, pathText, problem } from './problems.ts';
import { isObject, unknownMembers, wordingAt } from './schema-shape.ts';

/** What one layer says about one place. */
export type Given = { readonly layer: LayerName; readonly value: unknown };

/** Settled so far; `rules` are the rules between fields, by path. A field with a rule is read after all others. */
export type Reading = {
  readonly problems: Problem[];
  readonly origins: Map<string, LayerName>;
  readonly rules: ReadonlyMap<string, (value: never, others: never) => string | undefined>;
  /** In which section a name is known, for names that stand in a wrong one. */
  readonly sections: ReadonlyMap<string, string>;
};

/** Reads one place out of `givens` (highest layer first): objects member by member, maps name by name. */
export function read(schema: z.core.$ZodType, givens: readonly Given[], path: Path, reading: Reading): unknown {
  const inner = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
  if (inner instanceof z.ZodObject) return readMembers(inner, objectsOf(givens, path, reading), path, reading);
  if (inner instanceof z.ZodRecord) return readMap(inner, schema, objectsOf(givens, path, reading), path, reading);
  const settled = readValue(schema as z.ZodType, givens, path, reading, undefined);
  return settled === undefined ? (schema as z.ZodType).parse(undefined) : settled.value;
}

type Objects = readonly { readonly layer: LayerName; readonly value: Record<string, unknown> }[];

function objectsOf(givens: readonly Given[], path: Path, { problems }: Reading): Objects {
  return givens.filter((given): given is Objects[number] => {
    if (given.value === undefined || given.value === null || isObject(given.value)) return isObject(given.value);
    problems.push(
      problem({
        path,
        layer: given.layer,
        severity: 'error',
        code: 'wrong-type',
        expected: 'an object',
        found: foundText(given.value, true),
        detail: 'all of it is left out of this layer',
      }),
    );
    return false;
  });
}

const membersNamed = (objects: Objects, key: string): Given[] =>
  objects.filter(({ value }) => Object.hasOwn(value, key)).map(({ layer, value }) => ({ layer, value: value[key] }));

function readMembers(schema: z.ZodObject, objects: Objects, path: Path, reading: Reading): unknown {
  const known = Object.keys(schema.shape);
  for (const { layer, value } of objects) {
    for (const key of Object.keys(value)) {
      if (!known.includes(key)) warnOfUnknown({ layer, value: value[key] }, [...path, key], known, reading);
    }
  }
  const settled: Record<string, unknown> = {};
  const ruleOf = (key: string) => reading.rules.get(pathText([...path, key]));
  for (const key of known.toSorted((a, b) => Number(ruleOf(a) !== undefined) - Number(ruleOf(b) !== undefined))) {
    const member = schema.shape[key] as z.ZodType;
    const rule = ruleOf(key);
    if (rule === undefined) {
      settled[key] = read(member, membersNamed(objects, key), [...path, key], reading);
    } else {
      const check = (value: unknown) => rule(value as never, settled as never);
      const found = readValue(member, membersNamed(objects, key), [...path, key], reading, check);
      settled[key] = found === undefined ? member.parse(undefined) : found.value;
    }
  }
  return Object.fromEntries(known.map((key) => [key, settled[key]])); // in the schema's order
}

function readMap(schema: z.ZodRecord, outer: z.core.$ZodType, objects: Objects, path: Path, reading: Reading): unknown {
  const { most, expectedName } = wordingAt(outer, []);
  const keys = new Set<string>();
  const complain = (layer: LayerName, at: Path, code: Problem['code'], expected: string, found: string) =>
    reading.problems.push(
      problem({ path: at, layer, severity: 'error', code, expected, found, detail: 'it is left out' }),
    );
  for (const { layer, value } of objects) {
    for (const key of Object.keys(value)) {
      const name = (schema.keyType as z.ZodType).safeParse(key, { reportInput: true });
      if (key === '__proto__') {
        complain(layer, [...path, key], 'forbidden-key', 'another name', 'a name that JavaScript gives a meaning');
      } else if (!name.success) {
        complain(layer, [...path, key], findingOf(name.error).code, expectedName ?? 'a name', foundText(key, false));
      } else if (!keys.has(key) && keys.size >= (most ?? settingLimits.networks)) {
        complain(layer, path, 'too-many', `at most ${most} entries`, `${Object.keys(value).length}`);
        break;
      } else keys.add(key);
    }
  }
  // Without a prototype, so that asking for `constructor` finds an entry of that name, or none.
  const settled: Record<string, unknown> = Object.create(null);
  for (const key of keys) {
    const found = readValue(
      schema.valueType as z.ZodType,
      membersNamed(objects, key),
      [...path, key],
      reading,
      undefined,
    );
    if (found !== undefined) settled[key] = found.value;
  }
  return settled;
}

/** `null` is "unset" in members of a setting as well. */
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

/** The value of the highest layer that has a good one. */
function readValue(
  schema: z.ZodType,
  givens: readonly Given[],
  path: Path,
  reading: Reading,
  rule: ((value: unknown) => string | undefined) | undefined,
): { readonly value: unknown } | undefined {
  let settled: Given | undefined;
  const bad: (Omit<Parameters<typeof problem>[0], 'severity' | 'detail'> & object)[] = [];
  for (const { layer, value: given } of givens) {
    if (given === undefined || given === null) continue;
    const value = withoutNulls(given);
    const parsed = schema.safeParse(value, { reportInput: true });
    const report = (code: Problem['code'], at: Path, expected?: string) => {
      const wording = wordingAt(schema, at);
      const found = foundText(valueAt(value, at), wording.secret);
      bad.push({ layer, path: [...path, ...at], code, expected: expected ?? wording.expected, found });
    };
    if (!parsed.success) {
      const { code, path: at } = findingOf(parsed.error);
      report(code, at);
    } else if (settled === undefined) {
      const broken = rule?.(parsed.data);
      if (broken === undefined) settled = { layer, value: parsed.data };
      else report('conflict', [], broken);
    }
    for (const { path: at, known } of unknownMembers(schema, value)) {
      warnOfUnknown({ layer, value: valueAt(value, at) }, [...path, ...at], known, reading);
    }
  }
  const detail = settled === undefined ? 'the built-in value holds' : `the value of "${settled.layer}" holds`;
  for (const draft of bad) reading.problems.push(problem({ ...draft, severity: 'error', detail }));
  if (settled !== undefined) reading.origins.set(pathText(path), settled.layer);
  return settled;
}

function warnOfUnknown(given: Given, path: Path, known: readonly string[], { problems, sections }: Reading): void {
  const key = String(path.at(-1));
  const near = nearest(key, known);
  const section = sections.get(key);
  problems.push(
    problem({
      path,
      layer: given.layer,
      severity: 'warning',
      code: 'unknown-key',
      expected: 'a known name',
      found: foundText(given.value, true),
      ...(near !== undefined
        ? { detail: `did you mean "${near}"?` }
        : section !== undefined && { detail: `it belongs into "${section}"` }),
    }),
  );
}

import * as z from 'zod';
import { type LayerName, type Path, type Problem, pathText, problem } from '../problems.ts';
import { foundText } from './found.ts';
import { findingOf } from './issues.ts';
import type { Given, Reading } from './reading.ts';
import { isObject, wordingAt } from './shape.ts';
import { warnOfUnknown } from './unknown.ts';
import { readValue } from './value.ts';

/** Reads one place out of `givens` (highest layer first): objects member by member, maps name by name. */
export function read(schema: z.ZodType, givens: readonly Given[], path: Path, reading: Reading): unknown {
  const inner = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
  if (inner instanceof z.ZodObject) return readMembers(inner, objectsOf(givens, path, reading), path, reading);
  if (inner instanceof z.ZodRecord) return readMap(inner, schema, objectsOf(givens, path, reading), path, reading);
  return orBuiltIn(schema, readValue(schema, givens, path, reading, builtIn));
}

const builtIn = { otherwise: 'the built-in value holds' };
const orBuiltIn = (schema: z.ZodType, settled: { readonly value: unknown } | undefined) =>
  settled === undefined ? schema.parse(undefined) : settled.value;

type Objects = readonly { readonly layer: LayerName; readonly value: Record<string, unknown> }[];

function objectsOf(givens: readonly Given[], path: Path, { problems }: Reading): Objects {
  return givens.filter((given): given is Objects[number] => {
    if (given.value === undefined || given.value === null) return false;
    if (isObject(given.value)) return true;
    problems.push(
      problem({
        path,
        layer: given.layer,
        severity: 'error',
        code: 'wrong-type',
        expected: 'an object',
        found: foundText(given.value, true),
        detail: 'nothing of it is used',
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
      // Editors find the published schema by `$schema` at the top of a file.
      if (known.includes(key) || (path.length === 0 && key === '$schema')) continue;
      warnOfUnknown({ layer, value: value[key] }, [...path, key], known, reading);
    }
  }
  const settled: Record<string, unknown> = {};
  const ruleOf = (key: string) => reading.rules.get(pathText([...path, key]));
  for (const [key, member] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    if (ruleOf(key) !== undefined)
      settled[key] = undefined; // keeps its place; read below
    else settled[key] = read(member, membersNamed(objects, key), [...path, key], reading);
  }
  // Fields with a rule come last, when the others are settled.
  for (const [key, member] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const rule = ruleOf(key);
    if (rule === undefined) continue;
    const how = { ...builtIn, rule: (value: unknown) => rule(value as never, settled as never) };
    settled[key] = orBuiltIn(member, readValue(member, membersNamed(objects, key), [...path, key], reading, how));
  }
  return settled;
}

function readMap(map: z.ZodRecord, schema: z.ZodType, objects: Objects, path: Path, reading: Reading): unknown {
  // Without a prototype, so that asking for `constructor` finds an entry of that name, or none.
  const settled: Record<string, unknown> = Object.create(null);
  for (const key of namesIn(map, schema, objects, path, reading)) {
    const found = readValue(map.valueType as z.ZodType, membersNamed(objects, key), [...path, key], reading, {
      otherwise: 'it is left out',
    });
    if (found !== undefined) settled[key] = found.value;
  }
  return settled;
}

/** The good names of all layers, those of the highest first, and not more than there may be. */
function namesIn(map: z.ZodRecord, schema: z.ZodType, objects: Objects, path: Path, reading: Reading): Set<string> {
  const { most = 1000, expectedName = 'a name' } = wordingAt(schema, []);
  const names = new Set<string>();
  for (const { layer, value } of objects) {
    const complain = (at: Path, code: Problem['code'], expected: string, found: string, detail: string) =>
      reading.problems.push(problem({ path: at, layer, severity: 'error', code, expected, found, detail }));
    const given = Object.keys(value);
    for (const key of given) {
      const checked = (map.keyType as z.ZodType).safeParse(key, { reportInput: true });
      if (key === '__proto__') {
        // Legal in JSON, but whoever copies the map by assignment would set a prototype.
        complain([...path, key], 'forbidden-key', 'another name', 'a name with a meaning of its own', 'it is left out');
      } else if (!checked.success) {
        complain([...path, key], findingOf(checked.error).code, expectedName, foundText(key, false), 'it is left out');
      } else if (!names.has(key) && names.size >= most) {
        complain(path, 'too-many', `at most ${most} in all layers`, `${given.length}`, 'the last ones are left out');
        break;
      } else {
        names.add(key);
      }
    }
  }
  return names;
}

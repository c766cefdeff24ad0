import * as z from 'zod';

/** What is said about a setting beside its schema. */
export type Wording = {
  /** Completes "expected …" in a problem. */
  readonly expected: string;
  /** Its value is never shown, not even in a problem. */
  readonly secret: boolean;
  /** Not part of the agent's common configuration: only this agent knows it. */
  readonly extension: boolean;
  /** Of a map: what its names are like, and how many there may be. */
  readonly expectedName?: string;
  readonly most?: number;
  /** Of an object that is good as a whole: members that do not do what was surely meant. */
  readonly doubts?: (given: unknown, value: unknown) => readonly Doubt[];
};

/** A warning about a member of a good object. `expected` completes "expected …". */
export type Doubt = {
  readonly member: string;
  readonly code: 'not-used' | 'conflict';
  readonly expected: string;
};

export const wordings = z.registry<Wording>();

type Words<T extends z.ZodType> = Partial<Wording> & {
  /** For the published schema and the README: meaning, unit, limits. */
  readonly describe: string;
  readonly expected: string;
  /** In the form in which it would be written in JSON. */
  readonly default: z.input<T>;
};

/** A setting is its schema, its built-in value, and the words for people about it. */
export function setting<T extends z.ZodType>(schema: T, words: Words<T>): z.ZodPrefault<T> {
  const { describe, default: builtIn, ...wording } = words;
  return worded(z.prefault(schema, builtIn as never).describe(describe), wording);
}

/** The same for a place that has no built-in value: a required member, or the values of a map. */
export function worded<T extends z.ZodType>(schema: T, words: Partial<Wording> & Pick<Wording, 'expected'>): T {
  wordings.add(schema, { secret: false, extension: false, ...words });
  return schema;
}

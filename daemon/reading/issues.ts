import type * as z from 'zod';
import type { ProblemCode } from '../problems.ts';

type Issue = z.core.$ZodIssue;
export type Finding = { readonly path: readonly PropertyKey[]; readonly code: ProblemCode };

/** JSON has no infinity, but 1e999 is read as one: a number, only too large. */
const isInfinite = (issue: Issue): boolean =>
  issue.code === 'invalid_type' && issue.expected === 'number' && typeof issue.input === 'number';

const isGiven = (issue: Issue): boolean =>
  (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') || issue.input !== undefined;

/** Says only that the value has another form than this branch. */
const isOtherForm = (issue: Issue): boolean =>
  (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.path.length === 0 && !isInfinite(issue);

/** What a union says depends on which of its forms was meant: the one whose form it has, else any. */
function meant(branches: readonly (readonly Issue[])[]): Issue | undefined {
  const firsts = branches.flatMap((branch) => branch.slice(0, 1));
  return firsts.find((issue) => !isOtherForm(issue)) ?? firsts.at(-1);
}

function codeOf(issue: Issue): ProblemCode {
  if (!isGiven(issue)) return 'missing';
  switch (issue.code) {
    case 'invalid_type':
      return isInfinite(issue) ? 'out-of-range' : 'wrong-type';
    case 'invalid_value':
      return typeof issue.input === 'string' ? 'unknown-value' : 'wrong-type';
    case 'too_small':
    case 'too_big':
      if (issue.origin === 'number' || issue.origin === 'int') return 'out-of-range';
      return issue.code === 'too_small' ? 'too-short' : 'too-long';
    case 'custom':
      return (issue.params?.['code'] as ProblemCode | undefined) ?? 'malformed';
    default:
      return 'malformed';
  }
}

/** The first thing that zod holds against a value, in our words. Needs `reportInput`. */
export function findingOf(error: z.core.$ZodError): Finding {
  let path: readonly PropertyKey[] = [];
  let issue = error.issues[0];
  while (issue?.code === 'invalid_union') {
    path = [...path, ...issue.path];
    issue = meant(issue.errors);
  }
  return issue === undefined ? { path, code: 'malformed' } : { path: [...path, ...issue.path], code: codeOf(issue) };
}

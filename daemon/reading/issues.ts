import type * as z from 'zod';
import type { ProblemCode } from '../problems.ts';

type Issue = z.core.$ZodIssue;
export type Finding = { readonly path: readonly PropertyKey[]; readonly code: ProblemCode };

const isVague = ({ code }: Issue): boolean => code === 'invalid_type' || code === 'invalid_value';

/** What a union says depends on which of its forms was meant: the one that fits in kind, else any. */
function meant(branches: readonly (readonly Issue[])[]): Issue | undefined {
  const firsts = branches.flatMap((branch) => branch.slice(0, 1));
  return firsts.find((issue) => !isVague(issue) || issue.path.length > 0) ?? firsts.at(-1);
}

function codeOf(issue: Issue): ProblemCode {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'missing';
      return issue.expected === 'number' && typeof issue.input === 'number' ? 'out-of-range' : 'wrong-type';
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

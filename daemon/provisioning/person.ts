import type { Instant } from '../../netplan/duration.ts';
import { limits } from './limits.ts';
import type { Person, Rules } from './state.ts';

export const nobody: Person = { act: undefined, sign: undefined };

/** A deliberate act counts by itself; looking on counts only while such an act is not long ago. */
export function noticed(person: Person, deliberate: boolean, at: Instant): Person {
  if (deliberate) return { act: at, sign: at };
  const prolongs = person.act !== undefined && at - person.act <= limits.pollsProlong;
  return prolongs ? { ...person, sign: at } : person;
}

/** Until when the person counts as active, if there is one. */
export const activeUntil = (person: Person, { userIdle }: Pick<Rules, 'userIdle'>): Instant | undefined =>
  person.sign === undefined ? undefined : person.sign + userIdle;

export function isActive(person: Person, rules: Pick<Rules, 'userIdle'>, at: Instant): boolean {
  const until = activeUntil(person, rules);
  return until !== undefined && at < until;
}

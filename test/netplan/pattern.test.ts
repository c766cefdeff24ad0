import t from 'tap';
import { isSafePattern, matchesPattern, stepsOf } from '../../netplan/pattern.ts';
import fc from '../support/cases.ts';

t.test('patterns that people need are safe', async (t) => {
  for (const pattern of [
    '[A-Z]{2}[0-9]{1,6}',
    '\\d{3}-\\d{4}',
    '(?:\\d{3}-)*\\d',
    '(yes|no)',
    '^[A-Za-z ]+$',
    '\\p{L}[\\p{L} \\-]*',
    '[^@]+@[^@]+',
    '(?<site>[a-z]+)-\\b[0-9]+',
    '(?i:abc)+',
    '',
  ]) {
    t.ok(isSafePattern(pattern, 100), pattern);
  }
});

t.test('patterns that can run away are refused', async (t) => {
  for (const pattern of [
    '(a+)+',
    '(a*)*b',
    '(a|a)*b',
    '(a|aa)+',
    'a*a*a*a*a*b',
    '(a?){50}a{50}',
    '(.*)(.*)(.*)(.*)x',
    '(x{0,1000}){0,1000}',
  ]) {
    t.notOk(isSafePattern(pattern, 100), pattern);
  }
});

t.test('patterns whose steps cannot be counted, and those that are none, are refused', async (t) => {
  for (const pattern of [
    '(?=a)a',
    'a(?<!b)',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '[\\q{abc|d}]',
    '\\p{RGI_Emoji}',
    '[',
    '(',
    '*',
    '[a-',
    '\\',
  ]) {
    t.equal(stepsOf(pattern, 100), undefined, pattern);
    t.notOk(isSafePattern(pattern, 100), pattern);
  }
});

t.test('the length of the answer decides', async (t) => {
  t.ok(isSafePattern('a*a*a*b', 50));
  t.notOk(isSafePattern('a*a*a*b', 200));
});

t.test('the whole answer must match, as in a browser', async (t) => {
  t.ok(matchesPattern('a|b', 'b'));
  t.notOk(matchesPattern('a|b', 'ab'));
  t.notOk(matchesPattern('[0-9]{3}', '1234'));
  t.notOk(matchesPattern('[0-9]{3}', '123\n'));
  t.ok(matchesPattern('.', '\u{1f600}'), 'a character is a code point');
});

/** A matcher that tries all ways as an engine does, and counts how often it reaches a place in the pattern. */
type Node =
  | { readonly one: string }
  | { readonly all: readonly Node[] }
  | { readonly any: readonly Node[] }
  | { readonly star: Node };

const node: fc.Arbitrary<Node> = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({ one: fc.constantFrom('a', 'b', '[ab]') }),
    fc.record({ all: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('node'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ star: tie('node') }),
  ),
})).node;

const written = (part: Node): string => {
  if ('one' in part) return part.one;
  if ('all' in part) return `(?:${part.all.map(written).join('')})`;
  if ('any' in part) return `(?:${part.any.map(written).join('|')})`;
  return `(?:${written(part.star)})*`;
};

function reached(part: Node, text: string, start: number, count: { steps: number }): number[] {
  const ends = ((): number[] => {
    if ('one' in part) return part.one.includes(text[start] ?? '-') ? [start + 1] : [];
    if ('any' in part) return part.any.flatMap((inner) => reached(inner, text, start, count));
    if ('all' in part) {
      return part.all.reduce((starts, inner) => starts.flatMap((from) => reached(inner, text, from, count)), [start]);
    }
    const more = reached(part.star, text, start, count).filter((end) => end > start);
    return [start, ...more.flatMap((end) => reached(part, text, end, count))];
  })();
  count.steps += ends.length;
  if (count.steps > 100_000) throw new RangeError('runs away');
  return ends;
}

t.test('a pattern that is taken for safe never takes more steps than were counted', async () => {
  fc.assert(
    fc.property(node, fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }), (part, text) => {
      const steps = stepsOf(written(part), 12);
      if (steps === undefined || steps > 30_000) return true;
      const count = { steps: 0 };
      reached(part, text, 0, count);
      // The counting makes its own entries for groups, and the matcher here one for each round of a star.
      return count.steps <= 3 * steps + 100;
    }),
    { numRuns: 3000 },
  );
});

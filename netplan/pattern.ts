import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

// A pattern of the maker's meets whatever people type: on the device, and in the page on the phone, where a pattern
// that runs away freezes the form. So the steps that matching may take are counted when the settings are read.

/** Steps that one match may take; about 10 ms on a small board. */
const maximumSteps = 1_000_000;
/** Work that counting itself may take. */
const maximumCounts = 2000;

class TooMuch extends Error {}

/** With the flag `v` a class may match several characters at once (`\q{abc}`, flags of countries): not counted. */
const severalCharacters: Parameters<typeof visitRegExpAST>[1] = {
  onClassStringDisjunctionEnter() {
    throw new TooMuch();
  },
  onCharacterSetEnter(set) {
    if (set.kind === 'property' && set.strings) throw new TooMuch();
  },
};

/**
 * How many steps the matcher may take for `pattern` as a whole on a text of at most `length` characters, whatever the
 * text is; `undefined`: too many, or not countable (look-around, references), or not a pattern at all.
 *
 * Counted as ways: `ways[n]` is in how many ways a place in the pattern can be reached with n characters read, as if
 * every character fitted everywhere. A backtracking matcher reaches each place at most so often.
 */
export function stepsOf(pattern: string, length: number): number | undefined {
  let steps = 0;
  let counts = 0;

  const arrive = (ways: number[]): number[] => {
    steps += ways.reduce((sum, count) => sum + count, 0);
    counts += 1;
    if (steps > maximumSteps || counts > maximumCounts) throw new TooMuch();
    return ways;
  };
  const join = (one: number[], other: number[]) => one.map((count, index) => count + (other[index] ?? 0));
  const through = (alternatives: readonly AST.Alternative[], ways: number[]): number[] =>
    alternatives
      .map(({ elements }) => elements.reduce((before, element) => after(element, before), ways))
      .reduce(
        join,
        ways.map(() => 0),
      );

  function repeated({ element, min, max }: AST.Quantifier, ways: number[]): number[] {
    let total = min === 0 ? ways : ways.map(() => 0);
    let now = ways;
    // More rounds than characters are empty ones, of which the matcher makes no use.
    for (let round = 1; round <= Math.min(max, Math.max(min, length)); round += 1) {
      now = after(element, now);
      if (round >= min) total = join(total, now);
      if (now.every((count) => count === 0)) break;
    }
    return arrive(total);
  }

  function after(element: AST.Element, ways: number[]): number[] {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return arrive([0, ...ways.slice(0, length)]);
      case 'Group':
      case 'CapturingGroup':
        return arrive(through(element.alternatives, ways));
      case 'Quantifier':
        return repeated(element, ways);
      case 'Assertion':
        if (element.kind === 'lookahead' || element.kind === 'lookbehind') throw new TooMuch();
        return arrive(ways);
      default: // references to groups
        throw new TooMuch();
    }
  }

  try {
    const parser = new RegExpParser({ ecmaVersion: 2025 });
    const whole = parser.parsePattern(pattern, undefined, undefined, { unicodeSets: true });
    visitRegExpAST(whole, severalCharacters);
    const { alternatives } = whole;
    through(alternatives, [1, ...Array.from({ length }, () => 0)]);
    return steps;
  } catch {
    return undefined; // too much, or a SyntaxError
  }
}

/** Whether all of `text` fits. The flag `v` is what browsers use for the attribute `pattern`. */
export function matchesPattern(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`, 'v').test(text);
}

/** Whether `pattern` may be used on what people type: it compiles, and on `length` characters it cannot run away. */
export function isSafePattern(pattern: string, length: number): boolean {
  if (stepsOf(pattern, length) === undefined) return false;
  try {
    matchesPattern(pattern, '');
    return true;
  } catch {
    return false; // here the engine knows less than the parser, or the other way round
  }
}

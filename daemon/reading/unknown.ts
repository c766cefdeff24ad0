import { settingLimits } from '../../netplan/limits.ts';
import { nearest } from '../nearest.ts';
import { type Path, problem } from '../problems.ts';
import { foundText } from './found.ts';
import type { Given, Reading } from './reading.ts';

/** Warns of a member that no schema knows. Its value is not shown: it may be a secret under a misspelt name. */
export function warnOfUnknown(
  given: Given,
  path: Path,
  known: readonly string[],
  { problems, sections }: Reading,
): void {
  const key = String(path.at(-1));
  const section = sections.get(key);
  // A file full of unknown names must not cost seconds: names beyond the reported ones are not compared.
  const near = problems.length < settingLimits.problems ? nearest(key, known) : undefined;
  const hint =
    section !== undefined && section !== path[0]
      ? `it belongs into "${section}"`
      : near !== undefined
        ? `did you mean "${near}"?`
        : 'it is not used';
  problems.push(
    problem({
      path,
      layer: given.layer,
      severity: 'warning',
      code: 'unknown-key',
      expected: 'a known name',
      found: foundText(given.value, true),
      detail: hint,
    }),
  );
}

import { readFileSync, writeFileSync } from 'node:fs';
import type { Test } from 'tap';

const root = new URL('../../', import.meta.url);

/**
 * Asserts that the part of a page between `<!-- marker -->` and `<!-- /marker -->` is `text`, which the code makes.
 * `npx tap run --snapshot` writes it there instead.
 */
export function partIs(t: Test, page: string, marker: string, text: string): void {
  const file = new URL(page, root);
  const content = readFileSync(file, 'utf8');
  const [before, after] = [`<!-- ${marker} -->`, `<!-- /${marker} -->`];
  const from = content.indexOf(before) + before.length;
  const to = content.indexOf(after, from);
  if (from < before.length || to < from) throw new Error(`${page} has no part marked ${marker}`);
  const part = `\n\n${text}\n\n`;
  if (process.env['TAP_SNAPSHOT'] === '1') writeFileSync(file, content.slice(0, from) + part + content.slice(to));
  else t.equal(content.slice(from, to), part, `${page} says what the code says`);
}

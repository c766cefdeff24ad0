import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const mostLooks = 3;

/** What is wrong with the page as it is now: rule, and the element. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations: found } = await look(page);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}

/** axe looks in slices, and throws when an element of the page is replaced in between: then it looks again. */
async function look(page: Page, looks = 1): Promise<AxeResults> {
  try {
    return await page.evaluate(`axe.run(document, { runOnly: { type: 'tag', values: ${JSON.stringify(tags)} } })`);
  } catch (error) {
    if (looks === mostLooks) throw error;
    await page.waitForTimeout(500);
    return look(page, looks + 1);
  }
}

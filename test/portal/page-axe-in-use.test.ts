import t from 'tap';
import { violations } from '../support/axe.ts';
import { closeBrowser, openPhone } from '../support/browser.ts';
import { serveScreens } from '../support/screens.ts';

const { open, end } = await serveScreens();
t.teardown(closeBrowser);
t.teardown(end);

t.test('the form has no accessibility fault while it is used, nor the attempt while it goes on', async (t) => {
  const page = await openPhone(t, { width: 768 });
  await open(page, 'form');
  for (const summary of await page.locator('summary').all()) if (await summary.isVisible()) await summary.click();
  await page.locator('label.r').nth(1).click();
  await page.fill('#psk', 'pässword');
  t.match(await page.textContent('#e-psk'), 'no accented letters');
  t.same(await violations(page), [], 'with an error');
  await page.fill('#psk', 'correct horse');
  await page.click('button.go');
  await page.waitForSelector('#live:not([hidden])');
  t.same(await violations(page), [], 'while connecting');
});

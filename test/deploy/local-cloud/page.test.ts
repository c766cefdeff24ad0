// The cloud's page in a browser: what a person does with it.
import t from 'tap';
import { violations } from '../../support/axe.ts';
import { closeBrowser, openPhone } from '../../support/browser.ts';
import { picture } from '../../support/cloud-page.ts';
import { localCloud } from '../../support/local-cloud.ts';

t.setTimeout(240_000);
t.teardown(closeBrowser);

t.test('signing in: with a key, not with a wrong one; the token leaves the address', async (t) => {
  const cloud = await localCloud(t);
  const page = await openPhone(t, { width: 360 });
  await page.goto(cloud.url);
  const { id, key } = cloud.key();
  t.strictSame(await violations(page), []);
  await picture(page, 'sign-in-360');
  for (const tried of ['wrong', key]) {
    await page.getByLabel('API key id').fill(id);
    await page.getByLabel('API key', { exact: true }).fill(tried);
    await page.getByRole('button', { name: 'Sign in' }).click();
    if (tried === 'wrong') await page.getByRole('alert').waitFor();
  }
  await page.getByRole('heading', { name: 'Machines' }).waitFor();
  await page.goto(cloud.pageUrl);
  await page.getByRole('heading', { name: 'Machines' }).waitFor();
  t.notMatch(page.url(), /token/);
});

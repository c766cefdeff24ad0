// The cloud's page in a browser: what moves while it is open.
import { writeFile } from 'node:fs/promises';
import t from 'tap';
import { violations } from '../../support/axe.ts';
import { closeBrowser, openPhone } from '../../support/browser.ts';
import { furnished, go, picture, record } from '../../support/cloud-page.ts';

t.setTimeout(240_000);
t.teardown(closeBrowser);

t.test('the log is live, by severity and by search', async (t) => {
  const { cloud, box } = await furnished(t);
  const page = await openPhone(t, { width: 360 });
  await page.goto(cloud.pageUrl);
  await go(page, `#/machines/${box}/logs`);
  await page.getByText('no address was given').waitFor();
  cloud.store.logs.append(box, 'q', [record('warn', 'while the page is open', 3)]);
  await page.getByText('while the page is open').waitFor();
  await page.getByLabel('At least').selectOption('error');
  await page.getByText('station -> hotspot').waitFor({ state: 'detached' });
  await page.getByText('no address was given').waitFor();
  t.equal(await page.locator('.log li').count(), 1);
  await page.getByLabel('At least').selectOption('debug');
  await page.getByLabel('Search').fill('hotspot');
  await page.getByText('station -> hotspot').waitFor();
  await page.getByText('no address was given').waitFor({ state: 'detached' });
  t.equal(await page.locator('.log li').count(), 1);
  cloud.store.logs.append(box, 'q', [record('info', 'of no interest', 4), record('info', 'hotspot -> trying', 5)]);
  await page.getByText('hotspot -> trying').waitFor();
  t.equal(await page.locator('.log li').count(), 2, 'the search holds for what comes');
  t.strictSame(cloud.faults, []);
});

/** Waits until a file is in its folder that the test puts there, so that each state can be seen. */
const gated = (gate: string) => `#!/bin/sh
echo "reading the data"
for try in $(seq 600); do [ -e "${gate}" ] && break; sleep 0.1; done
for argument in "$@"; do case "$argument" in --model_output_directory=*) out="\${argument#*=}";; esac; done
echo model > "$out/model"
echo "the model is made"
`;

t.test('a job in the page: submitted, in progress, completed; another one canceled; each with its log', async (t) => {
  const { cloud } = await furnished(t);
  const { folder } = cloud.store;
  cloud.store.registry.add({ item: 'test:gated', version: '1', file: 'gated.sh', content: gated(`${folder}/go`) });
  const page = await openPhone(t, { width: 768 });
  await page.goto(cloud.pageUrl);
  await go(page, '#/training');
  const form = page.locator('form', { hasText: 'Run a script of the registry' });
  const submit = async (model: string) => {
    await form.getByLabel('Script').selectOption({ label: 'test:gated 1' });
    await form.getByLabel('Model').fill(model);
    await form.getByLabel('Version').fill('1');
    await form.getByRole('button', { name: 'Submit' }).click();
  };
  const row = (model: string) => page.locator('tr', { hasText: `${model} 1` });
  for (const model of ['first', 'second', 'third']) {
    await submit(model);
    await page.getByRole('link', { name: `${model} 1` }).waitFor();
  }
  await row('first').locator('.status.in-progress').waitFor();
  await row('second').locator('.status.in-progress').waitFor();
  // Two run at a time.
  await row('third').locator('.status.pending').waitFor();
  await page.getByRole('link', { name: 'first 1' }).click();
  await page.getByText('reading the data').waitFor();
  t.equal(await page.getByText('the model is made').count(), 0);
  await picture(page, 'jobs-768');
  t.strictSame(await violations(page), []);

  await page.getByRole('button', { name: 'Cancel second 1' }).click();
  await row('second').locator('.status.canceled').waitFor();
  await row('third').locator('.status.in-progress').waitFor();
  await writeFile(`${folder}/go`, '');
  await row('first').locator('.status.completed').waitFor();
  await row('third').locator('.status.completed').waitFor();
  await page.getByText('the model is made').waitFor();

  await submit('first');
  await page
    .getByRole('alert')
    .getByText(/version/)
    .waitFor();
  t.strictSame(cloud.faults, []);
});

// The cloud's page in a browser: what a person does with it, on a phone and at a desk, light and dark.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { violations } from '../../support/axe.ts';
import { closeBrowser, openPhone } from '../../support/browser.ts';
import { localCloud, type TestCloud } from '../../support/local-cloud.ts';

t.setTimeout(240_000);
t.teardown(closeBrowser);

/** A folder for pictures, for eyes; without it none are taken. */
const pictures = process.env['PICTURES'];

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

const go = (page: Page, hash: string) => page.evaluate(`location.assign(${JSON.stringify(hash)})`);

const record = (level: string, message: string, sequence: number) => ({
  ...{ time: Date.UTC(2026, 0, 2, 3, 4, sequence % 60), level: level as 'info', logger: 'agent', message },
  ...{ fields: { from: 'station' }, sequence: BigInt(sequence) },
});

async function furnished(t: Test): Promise<{ readonly cloud: TestCloud; readonly box: string; readonly hall: string }> {
  const cloud = await localCloud(t);
  const { machines, fragments, logs } = cloud.store;
  const { id: box } = machines.create('Box in hall 3');
  machines.create('Box on the shelf');
  const { id: hall } = fragments.create('Halls');
  cloud.key();
  machines.configure(box, '{\n  "network_configuration": { "hotspot_password": "short" }\n}\n');
  machines.reported(
    box,
    {
      host: { platform: 'linux/arm64', distro: 'debian:12', tags: ['rpi4'] },
      versions: { agentRunning: '1.2.3', agentInstalled: '1.2.3', serverRunning: '0.9.0', serverInstalled: '0.9.1' },
      ...{ agentUptime: 4000, serverUptime: 60, fragmentId: hall, answers: { room: '4' }, wishes: [] },
      conditions: [{ code: 'clock-implausible', severity: 'warning', text: 'The clock is wrong.', about: '' }],
    },
    Date.now(),
  );
  logs.append(box, 'q', [record('info', 'station -> hotspot', 1), record('error', 'no address was given', 2)]);
  return { cloud, box, hall };
}

t.test('every view is accessible, and fits a phone and a desk, light and dark', async (t) => {
  const { cloud, box, hall } = await furnished(t);
  const views = {
    machines: '#/machines',
    configure: `#/machines/${box}/configure`,
    logs: `#/machines/${box}/logs`,
    status: `#/machines/${box}/status`,
    fragment: `#/fragments/${hall}`,
    fragments: '#/fragments',
    releases: '#/releases',
    training: '#/training',
    keys: '#/keys',
  };
  for (const kind of [{ width: 360 }, { width: 768, dark: true }] as const) {
    const page = await openPhone(t, kind);
    await page.goto(cloud.pageUrl);
    for (const [name, hash] of Object.entries(views)) {
      await go(page, hash);
      await page.waitForSelector(name === 'logs' ? '.log li' : 'main h1, main .cm-content');
      await page.waitForFunction("!document.querySelector('main').innerText.includes('Loading')");
      if (name === 'configure') await page.waitForSelector('.problems li');
      const about = `${name}, ${kind.width} wide`;
      t.strictSame(await violations(page), [], about);
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      t.ok((wide as number) <= 0, `${about}: nothing stands out at the side (${wide} px)`);
      await picture(page, `${name}-${kind.width}`);
    }
  }
});

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

t.test('editing: completion by the schema, problems in their place, saved for the machine', async (t) => {
  const { cloud } = await furnished(t);
  const { id } = cloud.store.machines.create('fresh');
  const page = await openPhone(t, { width: 768 });
  await page.goto(cloud.pageUrl);
  await go(page, `#/machines/${id}/configure`);
  const editor = page.locator('.cm-content');
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{ "network_configuration": { "hotspot_pre');
  await page.locator('.cm-tooltip-autocomplete').getByText('hotspot_prefix').waitFor();
  await picture(page, 'completion-768');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{ "network_configuration": { "hotspot_password": "short", "model": "M" } }');
  await page.locator('.problems').getByText('hotspot_password').waitFor();
  await page.locator('.cm-lintRange-error').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  t.match(cloud.store.machines.known(id).configuration, /"model": "M"/);

  await page.getByRole('button', { name: 'Put into the JSON' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  t.match(cloud.store.machines.known(id).configuration, /"maintenance_window"[^}]*"from": "22:00"/s);
});

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
  t.equal(await page.locator('.log li').count(), 1);
  await page.getByLabel('At least').selectOption('debug');
  await page.getByLabel('Search').fill('hotspot');
  await page.getByText('no address was given').waitFor({ state: 'detached' });
  await page.getByText('station -> hotspot').waitFor();
  t.equal(await page.locator('.log li').count(), 1);
});

t.test('a job is submitted, runs, and shows its log', async (t) => {
  const { cloud } = await furnished(t);
  const page = await openPhone(t, { width: 768 });
  await page.goto(cloud.pageUrl);
  await go(page, '#/training');
  const form = page.locator('form', { hasText: 'Run a script of the registry' });
  await form.getByLabel('Model').fill('mean');
  await form.getByLabel('Version').fill('1');
  await form.getByRole('button', { name: 'Submit' }).click();
  await page.locator('.status.completed').waitFor();
  await page.getByRole('link', { name: 'mean 1' }).click();
  await page.getByText('reading 400 examples').waitFor();
  await picture(page, 'job-768');
  t.strictSame(await violations(page), []);
  t.strictSame(cloud.faults, []);
});

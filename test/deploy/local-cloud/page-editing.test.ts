// The cloud's page in a browser: an operator changes a machine's configuration, and the machine changes.
import t from 'tap';
import { seconds } from '../../../netplan/duration.ts';
import { AppTown } from '../../support/app-town.ts';
import { violations } from '../../support/axe.ts';
import { closeBrowser, openPhone } from '../../support/browser.ts';
import { furnished, go, picture } from '../../support/cloud-page.ts';

t.setTimeout(240_000);
t.teardown(closeBrowser);

t.test('editing: completion by the schema, problems in their place, saved for the machine', async (t) => {
  const { cloud } = await furnished(t);
  const { id } = cloud.store.machines.create('fresh');
  const page = await openPhone(t, { width: 768 });
  await page.goto(cloud.pageUrl);
  await go(page, `#/machines/${id}/configure`);
  await page.locator('.cm-content').click();
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

  const before = cloud.store.machines.known(id).configuration;
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{ "network_configuration": ');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Nothing was saved.').waitFor();
  t.equal(cloud.store.machines.known(id).configuration, before);
  t.strictSame(cloud.faults, []);
});

t.test('what is typed fast stays as it was typed, and undo goes back to what is saved', async (t) => {
  const { cloud, box } = await furnished(t);
  const page = await openPhone(t, { width: 768 });
  await page.goto(cloud.pageUrl);
  await go(page, `#/machines/${box}/configure`);
  const editor = page.locator('.cm-content');
  await editor.click();
  await page.keyboard.press('Control+a');
  const typed = '// 0123456789 abcdefghijklmnopqrstuvwxyz 0123456789 abcdefghijklmnopqrstuvwxyz';
  await page.keyboard.type(typed);
  t.equal(await editor.textContent(), typed);
  await page.getByRole('button', { name: 'Undo all' }).click();
  await editor.getByText('"short"').waitFor();
  t.notMatch(await editor.textContent(), /0123/);
});

t.test('a configuration that is saved in the page is in force on the running device within one poll', async (t) => {
  const { cloud } = await furnished(t);
  const { id, secret } = cloud.store.machines.create('running');
  const place = await AppTown.start(t, {
    accessPoints: [],
    credentials: { cloud: { app_address: cloud.url, id, secret: secret.reveal() } },
    cloud: true,
  });
  place.town.changePort('eth0', { plugged: true, internet: 'yes' });
  const comesTrue = (holds: () => boolean) =>
    place.reallyUntil(async () => {
      if (!holds()) await place.clock.advance(seconds(1));
      return holds();
    });
  await comesTrue(() => cloud.store.machines.known(id).report !== undefined);

  const page = await openPhone(t, { width: 360 });
  await page.goto(cloud.pageUrl);
  await go(page, `#/machines/${id}/configure`);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{ "network_configuration": { "manufacturer": "typed in the page" } }');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const before = place.clock.now();
  await comesTrue(() => place.session.status().manufacturer === 'typed in the page');
  // The local cloud asks for 10 s between polls, 5 % more or less.
  t.ok(place.clock.now() - before <= seconds(12), 'one poll');
});

t.test('who likes it dark has a dark editor, readable, and it follows when they change their mind', async (t) => {
  const { cloud, box } = await furnished(t);
  const page = await openPhone(t, { width: 768, dark: true });
  await page.goto(cloud.pageUrl);
  await go(page, `#/machines/${box}/configure`);
  await page.locator('.cm-lintRange-error').waitFor();
  const brightness = () =>
    page.evaluate<number>(
      `getComputedStyle(document.querySelector('.cm-editor')).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + +b, 0)`,
    );
  t.ok((await brightness()) < 150);
  await picture(page, 'editor-dark');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{ "network_configuration": { "hot');
  await page.locator('.cm-tooltip-autocomplete').waitFor();
  await picture(page, 'completion-dark');
  t.strictSame(await violations(page), []);
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'light' });
  t.ok((await brightness()) > 600);
  t.strictSame(await violations(page), []);
});

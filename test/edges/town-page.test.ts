import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { seconds } from '../../netplan/duration.ts';
import { openTownPage, townApp } from '../../netplan/simulated/page.ts';
import type { ApplianceSnapshot } from '../../netplan/simulated/page-state.ts';
import { town } from '../../netplan/simulated/town.ts';
import { ssidFromText } from '../../netplan/ssid.ts';
import { closeBrowser, openPhone, type Phone } from '../support/browser.ts';
import { HandClock } from '../support/hand-clock.ts';
import { TownAgent } from '../support/town-agent.ts';

t.teardown(closeBrowser);

async function open(t: Test, phone: Phone = {}) {
  const clock = new HandClock();
  const here = town({ clock });
  const home = here.addAccessPoint({ ssid: ssidFromText('Home'), password: 'correct horse' });
  const agent = new TownAgent(here, clock);
  const listeners = new Set<() => void>();
  let snapshot: ApplianceSnapshot = {
    mode: 'station',
    sentence: 'Looking for a known network.',
    decisions: [],
    conditions: [{ code: 'not-configured', severity: 'info', text: 'This machine belongs to nobody yet.' }],
    clockFactor: 1,
  };
  const app = await townApp(here, {
    snapshot: () => snapshot,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setSpeed: (clockFactor) => show({ clockFactor }),
  });
  function show(changes: Partial<ApplianceSnapshot>): void {
    snapshot = { ...snapshot, ...changes };
    for (const listener of listeners) listener();
  }
  const page = await openPhone(t, phone);
  t.teardown(() => app.close());
  await page.goto(await openTownPage(app, 0));
  await page.locator('main').waitFor();
  return { page, here, home, agent, clock, show };
}

/** Waits until `text` is somewhere on the page. */
const says = (page: Page, text: string) => page.getByText(text).first().waitFor();

t.test('what happens in town is seen on the page, and what is done on the page happens in town', async (t) => {
  const { page, here, home, agent, show } = await open(t);
  await says(page, 'Looking for a known network.');
  show({
    mode: 'hotspot',
    sentence: 'The hotspot is on the air.',
    decisions: [{ at: 61_000, text: 'station -> hotspot' }],
  });
  await says(page, 'The hotspot is on the air.');
  await says(page, 'station → hotspot');

  await page.getByRole('switch', { name: 'Home' }).click({ force: true });
  await page.locator('.router[data-on=false]').waitFor();
  t.equal(here.view().accessPoints[0]?.on, false);
  here.changeAccessPoint(home, { on: true });
  await page.locator('.router[data-on=true]').waitFor();

  await page.getByRole('button', { name: '60×' }).click();
  await page.locator('button[aria-pressed=true]', { hasText: '60×' }).waitFor();
  await agent.hotspotUp();
  await says(page, 'machine-setup-box1');
});

t.test('what is being typed is not overwritten by news, and is sent when it is finished', async (t) => {
  const { page, here, show } = await open(t);
  const password = page.getByLabel('Password').first();
  await password.fill('battery');
  show({ sentence: 'Something else happened.' });
  await says(page, 'Something else happened.');
  t.equal(await password.inputValue(), 'battery');
  t.equal(here.view().accessPoints[0]?.password, 'correct horse');
  await password.press('Enter');
  await new Promise<void>((resolve) => {
    const done = () => here.view().accessPoints[0]?.password === 'battery' && resolve();
    here.onChange(done);
    done();
  });
  t.equal(here.view().accessPoints[0]?.password, 'battery');
});

t.test('a new router can be added, and a name that is too long is explained', async (t) => {
  const { page, here } = await open(t);
  await page.getByLabel('New router').fill('é'.repeat(20));
  await page.getByRole('button', { name: 'Add' }).click();
  await says(page, 'a name has 1 to 32 bytes');
  await page.getByLabel('New router').fill('Workshop');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('switch', { name: 'Workshop' }).waitFor({ state: 'attached' });
  t.match(here.view().accessPoints[1], { name: 'Workshop', security: ['open'] });
});

t.test('a phone joins the hotspot from the page', async (t) => {
  const { page, here, agent, clock } = await open(t);
  await agent.hotspotUp();
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.getByRole('button', { name: 'Joining …' }).waitFor();
  while (here.view().phones.length === 0) await clock.advanceUntil(() => here.view().phones.length > 0, seconds(5));
  await page.getByRole('button', { name: 'Leave the hotspot' }).click();
  await page.getByRole('button', { name: 'Join', exact: true }).waitFor();
  t.same(here.view().phones, []);
});

for (const { dark, width } of [
  { dark: false, width: 360 },
  { dark: true, width: 768 },
] as const) {
  t.test(`nothing runs out of the page or is hard to read, ${dark ? 'dark' : 'light'}, ${width} wide`, async (t) => {
    const { page, here } = await open(t, { dark, width, stillness: true });
    for (let count = 0; count < 7; count++) {
      here.addAccessPoint({ ssid: ssidFromText('A name as long as a name can be'), on: count % 2 === 0 });
    }
    await page.locator('.router').nth(7).waitFor();
    await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
    t.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    // Through the protocol: the page's own policy takes no foreign script.
    await page.evaluate(await readFile(axe, 'utf8'));
    const { violations } = (await page.evaluate('axe.run()')) as {
      violations: { id: string; nodes: { html: string }[] }[];
    };
    t.same(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      [],
    );
  });
}

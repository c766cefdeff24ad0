import t from 'tap';
import { violations } from '../../support/axe.ts';
import { closeBrowser, openPhone } from '../../support/browser.ts';
import { furnished, go, picture } from '../../support/cloud-page.ts';

t.setTimeout(240_000);
t.teardown(closeBrowser);

t.test('every view of the cloud’s page is accessible, and fits a phone and a desk, light and dark', async (t) => {
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

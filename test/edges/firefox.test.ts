// The page in a browser that is not of Chromium's family: Debian's firefox-esr. Only with scripts: it has no command that
// switches them off for a window, and without any the test could not look into the page either.
import t from 'tap';
import { openFirefox, openWindow } from '../support/firefox.ts';
import { PortalSite } from '../support/portal-site.ts';
import { readable, row } from '../support/session.ts';

const networks = ['Home', 'Hall', 'Café Zoë'].map((name, index) => row(name, { signal: 90 - index * 20 }));
const home = '::-p-xpath(//label[contains(., "Home")])';

// One test of its own for each would start Firefox as often, which takes longest.
t.test('the page in Firefox', async (t) => {
  const browser = await openFirefox(t);

  await t.test('shows the list, says why a wrong password failed, and connects with the right one', async (t) => {
    const site = await PortalSite.open(t, { networks });
    const page = await openWindow(t, browser);
    await page.goto(site.address);
    const names = await page.$$eval('#rows label.r bdi', (rows) => rows.map((name) => name.textContent));
    t.same(names, ['Home', 'Hall', 'Café Zoë']);
    t.equal(await page.$eval('body', (body) => body.className), 'live', 'the script has taken over');
    t.notOk(await page.$eval('#psk', (field) => field.checkVisibility()), 'nothing is chosen yet');

    await page.click(home);
    t.ok(await page.$eval('#psk', (field) => field.checkVisibility()), 'the style sheet shows what is asked for');
    await page.type('#psk', 'wrong horse');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#live:not([hidden])');
    t.match(readable(site.session.submissions[0]?.submission), 'wrong horse');
    await site.goAway();
    await page.waitForSelector('#live ::-p-text(The hotspot is gone, as planned)');
    site.session.fail('wrong-password');
    await site.comeBack();
    await page.waitForSelector('#live ::-p-text(The password was refused)');
    t.equal(await page.evaluate('document.querySelector("#psk").value'), '');

    await page.type('#psk', 'correct horse');
    await page.click('button.go');
    await page.waitForSelector('#live ::-p-text(Received)');
    t.match(readable(site.session.submissions[1]?.submission), 'correct horse');
    site.session.attempt({ state: 'connected', internet: 'yes', addresses: ['192.168.1.23/24'] });
    await page.waitForSelector('#outcome ::-p-text(Connected to “Home”)');
    t.ok(await page.$eval('svg.qr', (code) => code.checkVisibility()));
    await page.close();
  });

  await t.test('takes new networks in after a search, and keeps the choice', async (t) => {
    const site = await PortalSite.open(t, { networks });
    const page = await openWindow(t, browser);
    await page.goto(site.address);
    await page.click(home);
    site.session.change({ networks: [row('Brand new', { signal: 99 }), ...networks] });
    await page.click('#search');
    await page.waitForSelector('#rows ::-p-text(Brand new)');
    t.equal((await page.$$('#rows label.r')).length, networks.length + 1);
    t.ok(await page.evaluate('document.querySelector("#rows label:nth-child(2) input").checked'));
    await page.close();
  });
});

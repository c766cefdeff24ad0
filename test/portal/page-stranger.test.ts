// What made somebody hesitate who had never seen the page (docs/page.md, "Tried by a stranger").
import t from 'tap';
import { closeBrowser, openPhone } from '../support/browser.ts';
import { PortalSite } from '../support/portal-site.ts';
import { readable, row } from '../support/session.ts';

t.teardown(closeBrowser);

const networks = [row('Home', { signal: 90 }), row('Hall', { signal: 60 })];

for (const scripts of [true, false]) {
  t.test(`the Enter key sends the form, and starts no search (scripts ${scripts ? 'on' : 'off'})`, async (t) => {
    const site = await PortalSite.open(t, { networks, rescan: 'drops-hotspot' });
    site.session.rescanOutcome = 'dropping-hotspot';
    const page = await openPhone(t, { scripts });
    await page.goto(site.address);
    await page.click('label.r:has-text("Home")');
    await page.fill('#psk', 'correct horse');
    await page.press('#psk', 'Enter');
    await page.waitForSelector(':text("This hotspot goes away in a few seconds")');
    t.match(readable(site.session.submissions[0]?.submission), 'correct horse');
  });
}

t.test('after a wrong password the second try does not give again what the machine has already', async (t) => {
  const site = await PortalSite.open(t, { networks, configured: false });
  const page = await openPhone(t);
  await page.goto(site.address);
  await page.click('label.r:has-text("Home")');
  await page.fill('#psk', 'wrong horse');
  await page.click('summary:has-text("one by one")');
  for (const [name, value] of Object.entries({ appAddress: 'https://cloud.example', machineId: 'm1', secret: 's' })) {
    await page.fill(`#${name}`, value);
  }
  await page.fill('#fragmentId', 'f1');
  await page.click('button.go');
  await page.waitForSelector('#live:not([hidden])');
  t.match(JSON.parse(readable(site.session.submissions[0]?.submission)), {
    credentials: { id: 'm1' },
    fragmentId: 'f1',
  });
  await site.goAway();
  await page.waitForSelector('#live [role=status]:has-text("If “acme-box1” comes back")');
  site.session.fail('wrong-password');
  site.session.change({ configured: true, replacement: 'refused' });
  await site.comeBack();
  await page.waitForSelector('#live:has-text("The password was refused")');
  t.equal(await page.locator('#credentials').count(), 0);
  await page.fill('#psk', 'correct horse');
  await page.press('#psk', 'Enter');
  await page.waitForSelector('#live [role=status]:has-text("Received")');
  const second = JSON.parse(readable(site.session.submissions[1]?.submission));
  t.equal(second.credentials, undefined);
  t.equal(second.fragmentId, undefined);
});

t.test(
  'a field that is only looked at keeps what the machine said of it, so that nothing moves under a finger',
  async (t) => {
    const site = await PortalSite.open(t, { networks, configured: false });
    const page = await openPhone(t);
    await page.goto(site.address);
    await page.click('label.r:has-text("Home")');
    await page.fill('#psk', 'correct horse');
    await page.click('button.go');
    await page.waitForSelector('#e-credentials:has-text("This is needed")');
    await page.tap('summary:has-text("one by one")');
    await page.waitForSelector('#machineId', { state: 'visible' });
    t.match(await page.textContent('#e-credentials'), 'This is needed');
    await page.fill('#credentials', '{');
    t.equal(await page.textContent('#e-credentials'), '', 'gone as soon as something is typed');
    await page.fill('#credentials', '{"cloud": {"app_address": "https://cloud.example", "id": "m1", "secret": "s"}}');
    await page.click('button.go');
    await page.waitForSelector('#live:not([hidden])');
    t.equal(await page.textContent('#problem'), '');
  },
);

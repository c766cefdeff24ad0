import t from 'tap';
import { closeBrowser, openPhone } from '../support/browser.ts';
import { PortalSite } from '../support/portal-site.ts';
import { readable, row } from '../support/session.ts';

t.teardown(closeBrowser);

const networks = ['Home', 'Hall', 'Office', 'Café Zoë', 'Lab'].map((name, index) =>
  row(name, { signal: 90 - index * 15, security: name === 'Hall' ? 'open' : 'wpa-psk' }),
);

/** A phone that has chosen Home, typed its password, and sent it. */
async function sent(t: Parameters<typeof openPhone>[0], site: PortalSite) {
  const page = await openPhone(t);
  await page.goto(site.address);
  await page.click('label.r:has-text("Home")');
  await page.fill('#psk', 'correct horse');
  await page.click('details:has(#address) > summary');
  await page.fill('#dns', '9.9.9.9');
  await page.click('button.go');
  await page.waitForSelector('#live:not([hidden])');
  return page;
}

t.test('a password is sent, the page follows the attempt, and shows the success', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await sent(t, site);
  t.match(JSON.parse(readable(site.session.submissions[0]?.submission)), {
    network: {
      network: { id: networks[0]?.id },
      psk: 'correct horse',
      addressing: { method: 'auto', dns: ['9.9.9.9'] },
    },
  });
  t.match(await page.textContent('#live h2'), 'Connecting to “\u2068Home\u2069”');
  t.match(await page.textContent('#live [role=status]'), 'goes away in a few seconds');
  t.match(await page.textContent('.bar'), /At most \d:\d\d left/);
  t.equal(await page.evaluate('document.activeElement.tagName'), 'H2', 'a screen reader is taken to it');
  site.session.attempt({ state: 'connecting' });
  await page.waitForSelector('#live [role=status]:has-text("is connecting now")');
  site.session.attempt({ state: 'connected', internet: 'yes', addresses: ['192.168.1.23/24'] });
  await page.waitForSelector('#outcome:has-text("Connected to “Home”")');
  t.match(await page.textContent('#outcome'), '192.168.1.23');
  t.match(await page.textContent('#outcome'), 'It has internet.');
  t.ok(await page.isVisible('svg.qr'));
  await page.click('a:has-text("Choose another network")');
  t.ok(await page.isVisible('form'), 'and it can be changed again');
});

t.test('the hotspot goes as announced, comes back, and the page says why; all is kept but the password', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await sent(t, site);
  await site.goAway();
  await page.waitForSelector('#live [role=status]:has-text("The hotspot is gone, as planned")');
  t.notOk(await page.isVisible('form'));
  site.session.fail('wrong-password');
  await site.comeBack();
  await page.waitForSelector('#live:has-text("The password was refused")');
  t.match(await page.textContent('#live h2'), 'Could not connect to “\u2068Home\u2069”');
  t.ok(await page.isVisible('form'));
  t.equal(await page.inputValue('#psk'), '');
  t.equal(await page.inputValue('#dns'), '9.9.9.9');
  t.ok(await page.isChecked('label.r:has-text("Home") input'));
  await page.fill('#psk', 'correct house');
  await page.click('button.go');
  await page.waitForSelector('#live [role=status]:has-text("Received")');
  t.match(readable(site.session.submissions[1]), 'correct house', 'with the token of the hotspot period before');
});

t.test('a page from long ago is told so, and its second try counts', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t);
  await page.goto(site.address);
  for (let period = 0; period < 2; period += 1) {
    await site.goAway();
    await site.comeBack();
  }
  await page.click('label.r:has-text("Home")');
  await page.fill('#psk', 'correct horse');
  await page.click('button.go');
  await page.waitForSelector('#problem:has-text("The page was too old")');
  t.equal(await page.inputValue('#psk'), 'correct horse');
  await page.click('button.go');
  await page.waitForSelector('#live:not([hidden])');
  t.equal(site.session.submissions.length, 1);
});

t.test('when no answer comes, the page says what that means, and waits for nobody', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t);
  await page.clock.install();
  await page.goto(site.address);
  await page.click('label.r:has-text("Hall")');
  await page.click('button.go');
  await page.waitForSelector('#live:not([hidden])');
  await site.goAway();
  await page.clock.runFor(30_000);
  await page.waitForSelector('#live [role=status]:has-text("gone, as planned")');
  await page.clock.runFor(180_000);
  await page.waitForSelector('#live [role=status]:has-text("No answer so far")');
  t.notOk(await page.isVisible('.bar'), 'nothing turns any more');
  t.ok(await page.isVisible('#live a:has-text("Look again")'));
  t.match(await page.textContent('#live [role=status]'), '“acme-box1”');
});

t.test('a page that is closed right after sending has sent it; opened again, it shows how far it is', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t);
  await page.goto(site.address);
  await page.click('label.r:has-text("Hall")');
  const arrived = new Promise<void>((done) => {
    const stop = site.session.onChange(() => {
      stop();
      done();
    });
  });
  await page.click('button.go');
  await arrived;
  await page.close();
  t.equal(site.session.submissions.length, 1);
  site.session.attempt({ state: 'connecting' });
  const again = await openPhone(t);
  await again.goto(site.address);
  await again.waitForSelector('#live [role=status]:has-text("is connecting now")');
  t.notOk(await again.isVisible('form'));
  site.session.fail('no-address');
  await again.waitForSelector('#outcome:has-text("gave the machine no address")');
  t.ok(await again.isVisible('form'));
});

t.test('what the machine does not accept is said at its field, and nothing is lost', async (t) => {
  const site = await PortalSite.open(t, { networks, configured: false });
  const page = await openPhone(t, { language: 'de' });
  await page.goto(site.address);
  await page.click('label.r:has-text("Home")');
  await page.fill('#psk', 'correct horse');
  await page.fill('#credentials', '{“cloud”: {“id”: “x”}}');
  await page.click('button.go');
  await page.waitForSelector('#e-credentials:has-text("Anführungszeichen")');
  t.equal(await page.inputValue('#psk'), 'correct horse');
  t.equal(await page.evaluate('document.activeElement.id'), 'credentials');
  t.equal(await page.getAttribute('#credentials', 'aria-invalid'), 'true');
  await page.fill('#credentials', '');
  await page.click('button.go');
  await page.waitForSelector('#problem:has-text("braucht zuerst seine Zugangsdaten")');
  await page.fill(
    '#credentials',
    '\ufeff{\r\n "cloud": {"app_address": "https://cloud.example", "id": "m1", "secret": "s"}}',
  );
  await page.click('button.go');
  await page.waitForSelector('#live:not([hidden])');
  t.match(JSON.parse(readable(site.session.submissions[0]?.submission)).credentials, { id: 'm1', secret: 's' });
});

t.test('a search brings new networks in, keeps the choice, and what a lost hotspot means is said', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t);
  await page.goto(site.address);
  await page.click('label.r:has-text("Office")');
  site.session.change({ networks: [row('Brand new', { signal: 99 }), ...networks], rescan: 'drops-hotspot' });
  await page.click('#search');
  await page.waitForSelector('label.r:has-text("Brand new")', { state: 'attached' });
  t.equal(await page.locator('[name=network]').count(), networks.length + 2);
  t.ok(await page.isChecked('label.r:has-text("Office") input'));

  await page.clock.install();
  await page.goto(site.address);
  await page.click('.s summary');
  t.match(await page.textContent('.s details'), 'switches this hotspot off');
  site.session.rescanOutcome = 'dropping-hotspot';
  await page.click('#search');
  await page.waitForSelector('#age:has-text("Join “acme-box1” again in a moment")');
  site.session.change({ networks: [row('After the search')] });
  await page.clock.runFor(6000);
  await page.waitForSelector('label.r:has-text("After the search")');
});

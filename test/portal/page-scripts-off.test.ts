import t from 'tap';
import { ssidFromText } from '../../netplan/ssid.ts';
import { closeBrowser, openPhone } from '../support/browser.ts';
import { PortalSite } from '../support/portal-site.ts';
import { readable, row } from '../support/session.ts';

t.teardown(closeBrowser);

const networks = [
  row('Home', { signal: 90 }),
  row('Hall', { signal: 60, security: 'open' }),
  row('eduroam', { signal: 40, security: 'enterprise' }),
];

/** What reached the device last, secrets revealed. */
const received = (site: PortalSite) => JSON.parse(readable(site.session.submissions.at(-1)?.submission ?? null));

t.test('a network is chosen, its password typed and sent, and the reply says what happens now', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t, { scripts: false });
  await page.goto(site.address);
  t.notOk(await page.isVisible('#psk'), 'nothing is asked for before a network is chosen');
  await page.click('label.r:has-text("Home")');
  t.ok(await page.isVisible('#psk'));
  t.notOk(await page.isVisible('#ssid'));
  t.notOk(await page.isVisible('#all'), 'nothing stands there that only scripts can do');
  t.notOk(await page.isVisible('[data-show=psk]'));
  await page.fill('#psk', 'correct horse');
  await page.click('button.go');
  t.match(await page.textContent('h1'), 'Connecting to “Home”');
  t.match(await page.textContent('body'), '“acme-box1” comes back');
  t.match(received(site), { network: { network: { id: networks[0]?.id }, psk: 'correct horse' } });
});

t.test('nothing is sent before a network is chosen: the browser says so', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t, { scripts: false });
  await page.goto(site.address);
  await page.click('button.go');
  t.equal(await page.locator('[name=network]:invalid').count(), networks.length + 1);
  t.equal(site.session.submissions.length, 0);
});

t.test('a hidden network is typed, blanks and all; a user name is asked for where it is needed', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t, { scripts: false });
  await page.goto(site.address);
  await page.click('input.typed');
  await page.fill('#ssid', ' Nostromo ');
  await page.fill('#psk', '+Test-123');
  await page.click('button.go');
  t.match(received(site), { network: { network: { ssid: ssidFromText(' Nostromo ') }, psk: '+Test-123' } });

  const other = await PortalSite.open(t, { networks });
  await page.goto(other.address);
  await page.click('label.r:has-text("eduroam")');
  t.notOk(await page.isVisible('#psk'));
  await page.click('.if-eap summary');
  await page.fill('#identity', 'jo@example.org');
  await page.fill('#password', 'secret');
  await page.selectOption('#enterpriseMethod', 'ttls');
  await page.click('button.go');
  t.match(received(other).network.enterprise, { method: 'ttls', identity: 'jo@example.org', password: 'secret' });
});

t.test('a name that was typed does not stand in the way of a row chosen after it', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t, { scripts: false });
  await page.goto(site.address);
  await page.click('input.typed');
  await page.fill('#ssid', 'Elsewhere');
  await page.click('label.r:has-text("Hall")');
  await page.click('button.go');
  t.match(received(site), { network: { network: { id: networks[1]?.id } } });
});

t.test(
  'a form that was not accepted comes back filled, with the reason at its field, without the password',
  async (t) => {
    const site = await PortalSite.open(t, { networks });
    const page = await openPhone(t, { scripts: false });
    await page.goto(site.address);
    await page.click('label.r:has-text("Home")');
    await page.fill('#psk', 'short');
    await page.click('details:has(#address) > summary');
    await page.fill('#address', '192.168.1.20/24');
    await page.click('button.go');
    t.match(await page.textContent('#problem'), 'Some fields need attention.');
    t.match(await page.textContent('#e-psk'), 'At least 8 characters');
    t.equal(await page.inputValue('#psk'), '');
    t.equal(await page.inputValue('#address'), '192.168.1.20/24');
    t.ok(await page.isChecked('label.r:has-text("Home") input'));
  },
);

t.test('a search keeps what was typed', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t, { scripts: false });
  await page.goto(site.address);
  await page.click('input.typed');
  await page.fill('#ssid', 'Ghost');
  site.session.change({ networks: [...networks, row('New one')] });
  await page.click('#search');
  t.equal(await page.inputValue('#ssid'), 'Ghost');
  t.match(await page.textContent('#rows'), 'New one');
});

t.test('when the phone returns after a failure, the reason stands above the form, which is filled', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t, { scripts: false });
  await page.goto(site.address);
  await page.click('label.r:has-text("Home")');
  await page.fill('#psk', 'correct horse');
  await page.click('details:has(#address) > summary');
  await page.fill('#dns', '9.9.9.9');
  await page.click('button.go');
  await site.goAway();
  site.session.fail('wrong-password');
  await site.comeBack();
  await page.goto(site.address);
  t.match(await page.textContent('#outcome'), 'Could not connect to “Home”');
  t.match(await page.textContent('#outcome'), 'The password was refused');
  t.ok(await page.isChecked('label.r:has-text("Home") input'));
  t.equal(await page.inputValue('#dns'), '9.9.9.9');
  t.equal(await page.inputValue('#psk'), '');
});

t.test('the language is the phone’s, and another is a link away', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t, { scripts: false, language: 'pt-BR' });
  await page.goto(site.address);
  t.match(await page.textContent('legend'), 'Escolha uma rede');
  await page.click('.lang summary');
  await page.click('a:text-is("Polski")');
  t.match(await page.textContent('legend'), 'Wybierz sieć');
  await page.click('label.r:has-text("Home")');
  await page.fill('#psk', 'x');
  await page.click('button.go');
  t.match(await page.textContent('#e-psk'), 'Minimalna liczba znaków: 8.', 'the reply is in that language as well');
});

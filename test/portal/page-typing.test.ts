import t from 'tap';
import { closeBrowser, openPhone } from '../support/browser.ts';
import { PortalSite } from '../support/portal-site.ts';
import { readable, row } from '../support/session.ts';

t.teardown(closeBrowser);

const networks = ['Home', 'Hall', 'Office', 'Lab', 'eduroam'].map((name, index) =>
  row(name, { signal: 90 - index, security: name === 'eduroam' ? 'enterprise' : 'wpa-psk', known: name === 'Lab' }),
);

t.test('a password can be shown and hidden, and no phone touches it in either state', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t);
  await page.goto(site.address);
  await page.click('label.r:has-text("Home")');
  await page.fill('#psk', 'correct horse');
  for (const type of ['password', 'text', 'password']) {
    t.equal(await page.getAttribute('#psk', 'type'), type);
    for (const [name, value] of Object.entries({
      ...{ autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false', autocomplete: 'off' },
    })) {
      t.equal(await page.getAttribute('#psk', name), value, `${name} of ${type}`);
    }
    t.equal(await page.inputValue('#psk'), 'correct horse');
    await page.click('label:has([data-show=psk])');
  }
});

t.test('a password is checked as it is typed, without scolding somebody who has just begun', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t);
  await page.goto(site.address);
  await page.click('label.r:has-text("Home")');
  const error = () => page.textContent('#e-psk');
  await page.type('#psk', 'abc');
  t.equal(await error(), '');
  await page.type('#psk', 'ä');
  t.match(await error(), 'no accented letters');
  await page.press('#psk', 'Backspace');
  t.equal(await error(), '', 'gone as soon as it is mended');
  await page.press('#psk', 'Tab');
  await page.waitForSelector('#e-psk:has-text("At least 8 characters")'); // said when the field is left
  await page.fill('#psk', 'a'.repeat(63).concat('g'));
  t.match(await error(), 'With 64 characters');
  await page.fill('#psk', 'A'.repeat(64));
  t.equal(await error(), '');
  t.equal(await page.getAttribute('#psk', 'aria-invalid'), 'false');
});

t.test('a tap folds the list to the chosen network; the arrow keys walk through it', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t);
  await page.goto(site.address);
  await page.tap('label.r:has-text("Office")');
  t.equal(await page.locator('label.r:visible').count(), 1);
  t.ok(await page.isVisible('#psk'));
  await page.click('#all');
  t.equal(await page.locator('label.r:visible').count(), networks.length + 1);
  await page.focus('label.r:has-text("Office") input');
  await page.keyboard.press('ArrowDown');
  t.ok(await page.isChecked('label.r:has-text("Lab") input'));
  t.equal(await page.locator('label.r:visible').count(), networks.length + 1, 'nothing folds under the keys');
  t.match(await page.textContent('.if-known'), 'saved');
  t.ok(await page.isVisible('.if-known'));
});

t.test('each kind of network asks for what it needs, and only that is sent', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t);
  await page.goto(site.address);
  await page.click('input.typed');
  await page.fill('#ssid', 'Somewhere else');
  await page.fill('#psk', 'some password');
  await page.click('#all');
  await page.click('label.r:has-text("eduroam")');
  t.notOk(await page.isVisible('#psk'));
  t.notOk(await page.isVisible('#ssid'));
  t.ok(await page.isVisible('#identity'), 'opened by the choice');
  await page.fill('#identity', 'jo');
  await page.fill('#password', 'secret');
  await page.click('button.go');
  await page.waitForSelector('#live:not([hidden])');
  const { network } = JSON.parse(readable(site.session.submissions[0]?.submission));
  t.match(network, { network: { id: networks[4]?.id }, enterprise: { method: 'peap', identity: 'jo' } });
});

t.test('nothing is sent before a network is chosen', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t);
  await page.goto(site.address);
  await page.click('button.go');
  t.match(await page.textContent('#e-network'), 'This is needed.');
  t.equal(await page.evaluate('document.activeElement.name'), 'network');
  await page.click('label.r:has-text("Home")');
  t.equal(await page.textContent('#e-network'), '');
  t.equal(site.session.submissions.length, 0);
});

t.test('every printable character of a password and every byte of a name arrive as they were typed', async (t) => {
  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
  for (const [ssid, psk] of [
    ['a"b<c>\'d&e', printable.slice(0, 63)],
    [' 💩 Café ', printable.slice(32)],
    ['%41+&=#', 'test!+#2q1%41 '],
  ] as const) {
    const site = await PortalSite.open(t);
    const page = await openPhone(t);
    await page.goto(site.address);
    await page.click('input.typed');
    await page.fill('#ssid', ssid);
    await page.fill('#psk', psk);
    await page.click('button.go');
    await page.waitForSelector('#live:not([hidden])');
    const { network } = JSON.parse(readable(site.session.submissions[0]?.submission));
    t.equal(network.network.ssid, Buffer.from(ssid).toString('hex'));
    t.equal(network.psk, psk);
  }
});

t.test('where storage is denied the page works all the same', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t);
  await page.addInitScript(`
    const deny = () => { throw new DOMException('denied', 'SecurityError'); };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(globalThis, name, { get: deny });
    }
    Object.defineProperty(Document.prototype, 'cookie', { get: deny, set: deny });
    globalThis.alert = globalThis.confirm = globalThis.prompt = deny;
  `);
  await page.goto(site.address);
  await page.click('label.r:has-text("Home")');
  await page.fill('#psk', 'correct horse');
  await page.click('button.go');
  await page.waitForSelector('#live:not([hidden])');
  t.equal(site.session.submissions.length, 1);
  t.same(await page.context().cookies(), []);
});

t.test('the page asks for itself and nothing else', async (t) => {
  const site = await PortalSite.open(t, { networks });
  const page = await openPhone(t);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await page.goto(site.address);
  await page.waitForLoadState('networkidle');
  t.same(asked, [site.address]);
  t.same(refused, [], 'and its policy refuses nothing of it');
});

import t from 'tap';
import type { AttemptPart } from '../../portal/schemas.ts';
import { attribute, rendered, textOf } from '../support/page.ts';
import { networkRow, pageModel, townNetworks } from '../support/page-model.ts';

const attempt = (changes: Partial<AttemptPart>): AttemptPart => ({
  id: 'a1',
  network: { name: 'Kontor Nord', ssidHex: Buffer.from('Kontor Nord').toString('hex') },
  state: 'failed',
  reason: null,
  text: null,
  internet: null,
  addresses: [],
  ...changes,
});

t.test('the list has one row for each network, in its order, none chosen, and one must be chosen', async (t) => {
  const page = rendered(pageModel());
  const radios = page.all('input', { type: 'radio', name: 'network' });
  t.same(
    radios.map((radio) => attribute(radio, 'value')),
    [...townNetworks.map(({ id }) => id), ''],
    'the last one is for a name that is typed',
  );
  t.ok(radios.every((radio) => attribute(radio, 'checked') === undefined && attribute(radio, 'required') === ''));
  const names = page.all('bdi').map(textOf);
  for (const { name } of townNetworks) t.ok(names.includes(name), name);
});

t.test('security and signal are told in words; what cannot be used says why and cannot be chosen', async (t) => {
  const page = rendered(pageModel());
  const rows = page.all('label', { class: 'r' }).map(textOf);
  t.match(rows[0], 'WPA2 password · strong signal');
  t.match(rows[1], 'saved');
  t.match(rows[3], 'Open, no password');
  t.match(rows[4], 'WPA3 password');
  t.match(rows[5], 'User name and password');
  t.match(rows[10], 'Open, encrypted');
  t.match(rows[15], 'WEP, outdated and unsafe · cannot be used');
  t.match(rows[19], 'weak signal');
  t.equal(attribute(page.all('input', { type: 'radio' })[15] as never, 'disabled'), '');
});

t.test('an empty list says so, and a name can be typed all the same', async (t) => {
  const page = rendered(pageModel({ networks: { rows: [], age: null, rescan: 'free' } }));
  t.match(textOf(page.one('div', { id: 'rows' })), 'No network has been found yet');
  t.equal(page.all('input', { type: 'radio' }).length, 1);
  t.ok(page.byId('ssid'));
});

t.test('a machine that is online need not change its network', async (t) => {
  const page = rendered(pageModel({ online: true }));
  const radios = page.all('input', { type: 'radio', name: 'network' });
  t.equal(attribute(radios[0] as never, 'value'), '', 'the first choice keeps what there is');
  t.ok(radios.every((radio) => attribute(radio, 'required') === undefined));
  t.match(page.html, 'Keep the present connection');
});

t.test('searching again is offered as it is: free, with a warning, or not at all', async (t) => {
  const page = (rescan: 'free' | 'drops-hotspot' | 'impossible', age: number | null = 200) =>
    rendered(pageModel({ networks: { rows: [...townNetworks], age, rescan } }));
  const button = { formaction: '/rescan?lang=en', formnovalidate: true } as const;
  t.ok(page('free').one('button', button));
  t.notMatch(page('free').html, 'switches this hotspot off');
  t.match(page('drops-hotspot').html, 'switches this hotspot off for up to 35 s');
  t.ok(page('drops-hotspot').one('button', button));
  t.same(page('impossible').all('button', button), []);
  t.match(textOf(page('free').one('p', { id: 'age' })), 'Updated 3 min ago');
  t.match(textOf(page('free', 12).one('p', { id: 'age' })), 'Just updated');
});

t.test('above the one button stands what will happen, for how long, and what to do', async (t) => {
  const page = rendered(pageModel());
  const text = textOf(page.one('form'));
  const button = text.lastIndexOf('Connect');
  for (const sentence of [
    'leaves this hotspot',
    'at most 3 min',
    'If “machine-setup-rover-7” comes back',
    'http://rover-7.local/r/abcdefgh234567yz',
  ]) {
    t.ok(text.includes(sentence) && text.indexOf(sentence) < button, sentence);
  }
});

t.test('every write goes to our own address, with the token and the language', async (t) => {
  const page = rendered(pageModel(), 'fr');
  const form = page.one('form');
  t.equal(attribute(form, 'action'), '/submit?lang=fr');
  t.equal(attribute(form, 'method'), 'post');
  t.equal(attribute(page.one('input', { type: 'hidden', name: 'token' }), 'value'), 'k3v7qz5mabcdefgh');
});

t.test('the last attempt stands above the form: why it failed, and the form filled again', async (t) => {
  const failed = { attempt: attempt({ reason: 'wrong-password' }) };
  const page = rendered(pageModel(failed, { values: { address: '192.168.1.20/24', dns: '9.9.9.9' } }));
  const outcome = textOf(page.one('section', { id: 'outcome' }));
  t.match(outcome, 'Could not connect to “Kontor Nord”');
  t.match(outcome, 'The password was refused');
  t.ok(page.html.indexOf('id="outcome"') < page.html.indexOf('<form'));
  const checked = page.all('input', { type: 'radio' }).filter((radio) => attribute(radio, 'checked') !== undefined);
  t.same(
    checked.map((radio) => attribute(radio, 'value')),
    [townNetworks[0]?.id],
    'by its bytes, not by its id',
  );
  t.equal(attribute(page.byId('address') as never, 'value'), '192.168.1.20/24');
  t.equal(attribute(page.byId('psk') as never, 'value'), undefined);
});

t.test('a network that has gone is offered again as a name that was typed', async (t) => {
  const gone = attempt({ network: { name: 'Ghost', ssidHex: '47686f7374' }, reason: 'network-not-found' });
  const page = rendered(pageModel({ attempt: gone }));
  t.equal(attribute(page.byId('ssid') as never, 'value'), 'Ghost');
  const checked = page.all('input', { type: 'radio' }).filter((radio) => attribute(radio, 'checked') !== undefined);
  t.same(
    checked.map((radio) => attribute(radio, 'class')),
    ['typed'],
  );
});

t.test('a success shows name, address, internet and the next address, and no form', async (t) => {
  const connected = attempt({ state: 'connected', internet: 'no', addresses: ['192.168.1.23'] });
  const urls = ['http://192.168.1.23/r/abcdefgh234567yz'];
  const page = rendered(pageModel({ attempt: connected, result: { path: '/r/abcdefgh234567yz', urls } }));
  const outcome = textOf(page.one('section', { id: 'outcome' }));
  for (const part of ['Connected to “Kontor Nord”', '192.168.1.23', 'This network has no internet.', urls[0]]) {
    t.match(outcome, part);
  }
  t.same(page.all('form'), []);
  t.equal(attribute(page.one('svg', { role: 'img' }), 'aria-label'), urls[0]);
  t.ok(page.one('a', { href: '/?lang=en&again=1' }));
});

t.test('while an attempt goes on there is no form, and a way to look again without scripts', async (t) => {
  const page = rendered(pageModel({ attempt: attempt({ state: 'connecting' }) }));
  t.same(page.all('form'), []);
  t.match(textOf(page.one('section', { id: 'outcome' })), 'Connecting to “Kontor Nord”');
  t.ok(page.one('a', { href: '/?lang=en' }));
});

t.test('the result page on the joined network has neither form nor script', async (t) => {
  const page = rendered(pageModel({ attempt: attempt({ state: 'connected', internet: 'yes' }) }, {}, 'result'));
  t.match(page.html, 'Connected to “Kontor Nord”');
  t.same([page.all('form'), page.all('script')], [[], []]);
});

t.test('who the machine is and how it is doing can be read', async (t) => {
  const conditions = [
    { code: 'built-in-password', severity: 'warning', text: 'The built-in password is in use.' },
    { code: 'radio-blocked', severity: 'error', text: 'The radio is blocked.' },
  ] as const;
  const page = rendered(pageModel({ conditions: [...conditions], fragmentId: 'fragment-7' }));
  for (const part of ['rover-7', 'Acme Robotics', 'Rover 2', '0.1.0', 'fragment-7']) t.match(page.html, part);
  t.ok(page.html.indexOf('The radio is blocked.') < page.html.indexOf('<form'), 'an error comes first');
  t.ok(
    page.html.indexOf('The built-in password') > page.html.indexOf('</form>'),
    'a warning does not stand in the way',
  );
});

t.test('the short replies say what happens, and fit in one packet in every language', async (t) => {
  const waiting = attempt({ state: 'waiting' });
  const accepted = rendered(pageModel({ attempt: waiting }, {}, 'accepted'));
  for (const part of [
    'Connecting to “Kontor Nord”',
    'goes away in a few seconds',
    'at most 3 min',
    'comes back',
    '/r/',
  ]) {
    t.match(accepted.html, part);
  }
  t.match(rendered(pageModel({}, {}, 'rescanning')).html, 'Join “machine-setup-rover-7” again');
  t.match(rendered(pageModel({}, {}, 'missing')).html, 'There is nothing here');
});

t.test('two names that look alike stay apart, and blanks at the ends of a name are drawn', async (t) => {
  const rows = ['Nostromo', 'Nostromo ', ' Nostromo'].map((name) => networkRow(name, { id: `id:${name}` }));
  const page = rendered(pageModel({ networks: { rows, age: 1, rescan: 'free' } }));
  const names = page.all('bdi').map(textOf);
  for (const name of ['Nostromo', 'Nostromo␣', '␣Nostromo']) t.ok(names.includes(name), name);
});

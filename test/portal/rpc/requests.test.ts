import t from 'tap';
import { type Ssid, ssidBytes } from '../../../netplan/ssid.ts';
import { AppCalls, cloud } from '../../support/app-calls.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { MemorySession, readable, row } from '../../support/session.ts';

const device = (networks = [row('Home'), row('Hall', { security: 'open' })]) => {
  const session = new MemorySession({ networks });
  return { session, app: new AppCalls(session, new HandClock()) };
};

/** What was submitted, as the session got it. */
const submitted = (session: MemorySession) => JSON.parse(readable(session.submissions.at(-1)?.submission ?? null));

t.test('a network of the list is chosen by its row, whatever its bytes are', async (t) => {
  const latin = 'e9' as Ssid; // "é" in Latin-1, which is no UTF-8
  const utf8 = 'c3a9' as Ssid;
  const blank = row(' Home net ');
  const { session, app } = device([row(latin), row('Home'), blank]);
  const chosen = async (ssid: string) => {
    t.equal((await app.network(ssid, 'correct horse')).status, 200, JSON.stringify(ssid));
    await app.call('ExitProvisioning');
    session.fail('wrong-password');
    return submitted(session).network.network;
  };
  t.strictSame(await chosen('é'), { id: `id-${latin}` }, 'as the list showed it');
  t.strictSame(await chosen('Home'), { id: row('Home').id });
  t.strictSame(await chosen(' Home net '), { id: blank.id });
  t.strictSame(await chosen('Home net'), { id: blank.id }, 'some apps trim names');
  t.strictSame(await chosen('Hidden'), { ssid: Buffer.from('Hidden').toString('hex') }, 'typed: a hidden network');
  session.change({ networks: [row(latin), row(utf8)] });
  t.strictSame(await chosen('é'), { id: `id-${utf8}` }, 'of two that look alike, the one whose bytes were sent');
});

t.test('a name that cannot be one is refused, and says why', async (t) => {
  const { app } = device();
  const [code, message] = ['network-name-invalid', 'A network name has 1 to 32 bytes of UTF-8.'];
  for (const ssid of ['', 'x'.repeat(33), 'ü'.repeat(17), '\ud83d']) {
    const reply = await app.network(ssid, 'correct horse');
    t.equal(reply.body.code, 'invalid_argument', JSON.stringify(ssid));
    if (ssid.isWellFormed()) t.strictSame([reply.headers.get('error-code'), reply.body.message], [code, message]);
  }
  t.equal((await app.network('x'.repeat(32), 'correct horse')).status, 200);
});

t.test('a password is what the network needs, taken as it is', async (t) => {
  const { session, app } = device([
    row('Home'),
    row('Hall', { security: 'open' }),
    row('Cell', { security: 'owe' }),
    row('Old', { security: 'wep', supported: false }),
    row('Odd', { security: 'unknown', supported: false }),
    row('Office', { security: 'enterprise' }),
  ]);
  for (const [ssid, psk, code] of [
    ['Home', 'short', 'password-invalid'],
    ['Home', 'x'.repeat(64), 'password-invalid'],
    ['Home', 'x'.repeat(65), 'password-invalid'],
    ['Home', 'pässword', 'password-invalid'],
    ['Hidden', 'short', 'password-invalid'],
    ['Home', '', 'password-required'],
    ['Old', 'correct horse', 'unsupported-security'],
    ['Odd', 'correct horse', 'unsupported-security'],
    ['Office', 'correct horse', 'unsupported-security'],
  ] as const) {
    const reply = await app.network(ssid, psk);
    t.equal(reply.headers.get('error-code'), code, `${ssid} with "${psk}"`);
    t.notMatch(reply.body.message, psk === '' ? /^$/ : psk, 'the password is not repeated');
  }
  for (const [ssid, psk, taken] of [
    ['Home', ' 8 blanks ', ' 8 blanks '],
    ['Home', 'f'.repeat(64), 'f'.repeat(64)],
    ['Hall', 'left over', undefined],
    ['Cell', 'left over', undefined],
    ['Hidden', '', undefined],
  ] as const) {
    t.equal((await app.network(ssid, psk)).status, 200, `${ssid} with "${psk}"`);
    await app.call('ExitProvisioning');
    t.equal(submitted(session).network.psk, taken);
    session.fail('wrong-password');
  }
});

t.test('credentials are whole, or refused with the part that is missing', async (t) => {
  const { session, app } = device();
  const set = (given: object | undefined) => app.call('SetSmartMachineCredentials', given && { cloud: given });
  for (const [given, code, message] of [
    [undefined, 'cloud-config-missing', 'request must include a Cloud config section'],
    [{}, 'credentials-invalid', 'cloud.app_address is missing.'],
    [{ ...cloud, appAddress: '' }, 'credentials-invalid', 'cloud.app_address is missing.'],
    [
      { ...cloud, appAddress: 'app.example.com' },
      'credentials-invalid',
      'cloud.app_address is no http or https address.',
    ],
    [
      { ...cloud, appAddress: 'file:///etc/passwd' },
      'credentials-invalid',
      'cloud.app_address is no http or https address.',
    ],
    [{ ...cloud, id: '' }, 'credentials-invalid', 'cloud.id is missing.'],
    [{ ...cloud, id: 'a\nb' }, 'credentials-invalid', 'cloud.id is not valid.'],
    [{ ...cloud, secret: '' }, 'credentials-invalid', 'cloud.secret or api_key is missing.'],
    [
      { ...cloud, secret: '', apiKey: { id: 'k', key: '' } },
      'credentials-invalid',
      'cloud.secret or api_key is missing.',
    ],
  ] as const) {
    const reply = await set(given);
    t.strictSame([reply.headers.get('error-code'), reply.body.message], [code, message], JSON.stringify(given));
  }
  for (const [given, taken] of [
    [cloud, { secret: 'hush hush' }],
    [{ ...cloud, apiKey: { id: '', key: '' } }, { secret: 'hush hush' }],
    [{ ...cloud, apiKey: { id: 'key-1', key: '' } }, { secret: 'hush hush' }],
    [
      { ...cloud, apiKey: { id: 'key-1', key: 'k3y' } },
      { secret: 'hush hush', apiKey: { id: 'key-1', key: 'k3y' } },
    ],
    [{ ...cloud, secret: '', apiKey: { id: 'key-1', key: 'k3y' } }, { apiKey: { id: 'key-1', key: 'k3y' } }],
  ] as const) {
    t.equal((await set(given)).status, 200, JSON.stringify(given));
    await app.call('ExitProvisioning');
    t.strictSame(submitted(session).credentials, { appAddress: cloud.appAddress, id: cloud.id, ...taken });
    session.attempt({ state: 'connected' });
  }
});

t.test('a type other than wifi is refused in the words of the reference, cut where it is long', async (t) => {
  const { app } = device();
  const type = 'x'.repeat(5000);
  const { body } = await app.call('SetNetworkCredentials', { type, ssid: 'Home', psk: 'correct horse' });
  t.strictSame(body, {
    code: 'unknown',
    message: `unknown network type: ${'x'.repeat(64)}, only wifi currently supported`,
  });
  const wired = await app.call('SetNetworkCredentials', { ssid: 'Home' });
  t.equal(wired.body.message, 'unknown network type: , only wifi currently supported');
});

t.test('every SSID of the list can be given back as text', async (t) => {
  const names = ['Home', 'Café', ' blanks ', '\u0000', '📱'.repeat(8), 'a"b\\c'].map((name) => row(name));
  const { session, app } = device(names);
  const { body } = await app.call('GetNetworkList');
  for (const [index, { ssid }] of (body['networks'] as { ssid: string }[]).entries()) {
    t.equal((await app.network(ssid, 'correct horse')).status, 200);
    await app.call('ExitProvisioning');
    t.strictSame(
      submitted(session).network.network,
      { id: names[index]?.id },
      ssidBytes(names[index]?.ssid as Ssid).toString(),
    );
    session.fail('wrong-password');
  }
});

import t from 'tap';
import type { Security } from '../../../netplan/network.ts';
import { joinReasons } from '../../../netplan/reasons.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { appErrorCodes } from '../../../portal/rpc/errors.ts';
import { protocolVersion, reasonText, securityWords } from '../../../portal/rpc/words.ts';
import { refusals } from '../../../portal/session.ts';
import { AppCalls } from '../../support/app-calls.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { MemorySession, row } from '../../support/session.ts';

const failed = {
  id: 'attempt-9',
  ssid: ssidFromText('Home'),
  state: 'failed',
  reason: 'wrong-password',
  internet: undefined,
  addresses: [],
} as const;

t.test('the security words are those that apps know, and only an open network looks open', (t) => {
  const words: Readonly<Record<Security, string>> = {
    open: '-',
    owe: 'OWE',
    wep: 'WEP',
    'wpa-psk': 'WPA2',
    sae: 'WPA3',
    enterprise: 'WPA2 802.1X',
    unknown: 'unknown',
  };
  for (const [security, word] of Object.entries(words)) t.equal(securityWords(security as Security), word);
  t.end();
});

t.test('each reason has a text of its own', (t) => {
  t.equal(new Set(joinReasons.map(reasonText)).size, joinReasons.length);
  t.equal(reasonText('wrong-password'), 'bad or missing password', 'apps compare with it');
  t.end();
});

t.test('each refusal of the device has a status', (t) => {
  for (const refusal of refusals) t.ok(appErrorCodes.includes(refusal), refusal);
  t.end();
});

t.test('the version reported is one that apps accept in each way in which they compare', (t) => {
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)$/.exec(protocolVersion) ?? [];
  const [major = 0, minor = 0] = parts.map(Number);
  t.ok(major > 0 || minor >= 20, 'at least 0.20.0, without a suffix that would make it less');
  t.end();
});

t.test('the last attempt is told until there is a new one, however often it is read', async (t) => {
  const session = new MemorySession();
  const app = new AppCalls(session, new HandClock());
  t.strictSame((await app.status()).body['latestConnectionAttempt'], undefined, 'none yet');
  session.change({ attempt: failed });
  const home = { type: 'wifi', ssid: 'Home', security: 'WPA2', signal: 60 };
  for (let time = 0; time < 3; time++) {
    t.match((await app.status()).body, {
      latestConnectionAttempt: { ...home, lastError: 'bad or missing password' },
      errors: ['SSID: Home: bad or missing password'],
    });
  }
  t.match((await app.call('GetNetworkList')).body['networks'], [{ ...home, lastError: 'bad or missing password' }]);
  session.change({ networks: [] });
  t.strictSame((await app.status()).body['latestConnectionAttempt'], {
    type: 'wifi',
    ssid: 'Home',
    lastError: 'bad or missing password',
  });
  session.change({ attempt: { ...failed, id: 'attempt-10', state: 'connected', reason: undefined } });
  t.match((await app.status()).body, { latestConnectionAttempt: { ssid: 'Home', connected: true } });
  t.strictSame((await app.status()).body['errors'], undefined);
  session.change({ attempt: { ...failed, ssid: undefined, reason: undefined, state: 'connected' } });
  t.strictSame((await app.status()).body['latestConnectionAttempt'], undefined, 'only credentials were given');
});

t.test('the same network given again answers its error, for the app that gave it', async (t) => {
  const session = new MemorySession({ attempt: failed });
  const app = new AppCalls(session, new HandClock());
  await app.network('Hall');
  t.match((await app.status()).body, { errors: ['SSID: Home: bad or missing password'] }, 'another network does not');
  await app.network('Home', 'correct horse');
  t.strictSame((await app.status()).body['errors'], undefined);
  t.notMatch((await app.status()).body['latestConnectionAttempt'], { lastError: /./ });
  t.match((await app.status('10.42.0.99')).body, { errors: ['SSID: Home: bad or missing password'] }, 'another phone');
  await app.call('ExitProvisioning');
  session.fail('wrong-password');
  t.match((await app.status()).body, { errors: ['SSID: Home: bad or missing password'] }, 'it is wrong again');
});

t.test(
  'conditions that keep provisioning from working are errors to an app; others are not its business',
  async (t) => {
    const condition = (code: string) =>
      ({ code, severity: 'error', text: `About ${code}.`, detail: undefined }) as const;
    const codes = ['dns-port-in-use', 'credentials-corrupt', 'server-crash-loop', 'storage-unwritable'];
    const session = new MemorySession({ attempt: failed, conditions: codes.map(condition) });
    const app = new AppCalls(session, new HandClock());
    t.strictSame((await app.status()).body['errors'], [
      'SSID: Home: bad or missing password',
      'About credentials-corrupt.',
      'About storage-unwritable.',
    ]);
  },
);

t.test('states have ids, beside the messages that have no fields for them', async (t) => {
  const session = new MemorySession();
  const app = new AppCalls(session, new HandClock());
  const told = async () => {
    const { headers } = await app.status();
    return ['attempt-id', 'attempt-state', 'attempt-reason'].map((name) => headers.get(name));
  };
  t.strictSame(await told(), [null, null, null]);
  session.change({ attempt: failed });
  t.strictSame(await told(), ['attempt-9', 'failed', 'wrong-password']);
  t.equal((await app.status()).headers.get('machine-agent-version'), '1.2.3', 'the version that is really ours');
  await app.network('Hall');
  t.equal((await app.call('ExitProvisioning')).headers.get('attempt-id'), 'attempt-1');
});

t.test('the list is the strongest first, with what is connected', async (t) => {
  const networks = [row('Home', { signal: 90, connected: true }), row('Hall', { signal: 1, security: 'open' })];
  const app = new AppCalls(new MemorySession({ networks }), new HandClock());
  t.strictSame((await app.call('GetNetworkList')).body, {
    networks: [
      { type: 'wifi', ssid: 'Home', security: 'WPA2', signal: 90, connected: true },
      { type: 'wifi', ssid: 'Hall', security: '-', signal: 1 },
    ],
  });
});

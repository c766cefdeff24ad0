import t from 'tap';
import { CodeGuard } from '../../../daemon/session/code-guard.ts';
import { nothing } from '../../../daemon/session/staging.ts';
import { checked, type SubmissionFacts } from '../../../daemon/session/submission.ts';
import { minutes } from '../../../netplan/duration.ts';
import type { Security } from '../../../netplan/network.ts';
import { Secret } from '../../../netplan/secret.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import type { NetworkChoice, Submission } from '../../../portal/session.ts';

const code = new Secret('1234-5678');
const credentials = { appAddress: 'https://a.example', id: 'p', secret: new Secret('s'), apiKey: undefined };

const row = (security: Security, supported = true) => ({
  id: 'row',
  ssid: ssidFromText('Home'),
  security,
  supported,
  signal: 50,
  known: false,
  connected: false,
});

const facts = (
  more: Partial<SubmissionFacts> = {},
  security: Security = 'wpa-psk',
  supported = true,
): SubmissionFacts => ({
  configured: true,
  replacement: 'free',
  ownershipCode: undefined,
  credentials: undefined,
  fragmentId: undefined,
  extraFields: [],
  rowOf: (id) => (id === 'row' ? row(security, supported) : undefined),
  rowNamed: (ssid) => (ssid === ssidFromText('Home') ? row(security, supported) : undefined),
  newId: () => 'id',
  powerSave: undefined,
  ...more,
});

const choice = (more: Partial<NetworkChoice> = {}): NetworkChoice => ({
  network: { id: 'row' },
  psk: new Secret('a password'),
  enterprise: undefined,
  addressing: { method: 'auto', dns: [] },
  ...more,
});

const given = (more: Partial<Submission>): Submission => ({ ...nothing, ...more });

t.test('what is missing or cannot be is refused, with the field', async (t) => {
  const rows: readonly [Partial<Submission>, SubmissionFacts, string, string | undefined][] = [
    [{}, facts(), 'nothing-to-do', undefined],
    [{ network: choice() }, facts({ configured: false }), 'machine-credentials-required', 'credentials'],
    [{ network: choice({ network: { id: 'gone' } }) }, facts(), 'network-unknown', 'network'],
    [{ network: choice({ psk: undefined }) }, facts(), 'password-required', 'psk'],
    [{ network: choice({ psk: undefined }) }, facts({}, 'sae'), 'password-required', 'psk'],
    [{ network: choice() }, facts({}, 'enterprise'), 'password-required', 'identity'],
    [{ network: choice() }, facts({}, 'wep', false), 'unsupported-security', 'network'],
  ];
  for (const [submission, around, refusal, field] of rows) {
    t.same(checked(given(submission), around), { refusal, field }, `${refusal} ${field}`);
  }
});

t.test('credentials and fragment of a configured machine need its code', async (t) => {
  for (const part of [{ credentials }, { fragmentId: 'f' }]) {
    const withCode = facts({ replacement: 'with-code', ownershipCode: code });
    t.match(checked(given(part), withCode), { refusal: 'ownership-code-required', field: 'ownershipCode' });
    t.match(checked(given({ ...part, ownershipCode: new Secret('no') }), withCode), {
      refusal: 'ownership-code-wrong',
    });
    t.match(checked(given({ ...part, ownershipCode: code }), withCode), { profile: undefined });
    t.match(checked(given(part), facts({ replacement: 'refused' })), { refusal: 'replacement-refused' });
    t.match(checked(given(part), facts({ replacement: 'free' })), { profile: undefined });
  }
  t.match(checked(given({ network: choice() }), facts({ replacement: 'refused' })), { profile: { id: 'id' } });
});

t.test('the credentials and the fragment that a machine has already may be given again', async (t) => {
  const key = { id: 'k', key: new Secret('key') };
  for (const held of [
    credentials,
    { ...credentials, apiKey: key },
    { ...credentials, secret: undefined, apiKey: key },
  ]) {
    const again = { ...held, secret: held.secret && new Secret(held.secret.reveal()) };
    for (const replacement of ['refused', 'with-code'] as const) {
      const owned = facts({ replacement, ownershipCode: code, credentials: held, fragmentId: 'f' });
      t.match(checked(given({ credentials: again, fragmentId: 'f', network: choice() }), owned), {
        profile: { id: 'id' },
      });
      for (const other of [
        { credentials: { ...again, id: 'another' } },
        { credentials: { ...again, appAddress: 'https://another.example' } },
        { credentials: { ...again, secret: new Secret('another') } },
        { credentials: { ...again, apiKey: { id: 'k', key: new Secret('another') } } },
        { credentials: again, fragmentId: 'another' },
      ]) {
        t.match(checked(given(other), owned), { refusal: /replacement-refused|ownership-code-required/ });
      }
    }
  }
});

t.test('answers to the maker’s questions fit their rules', async (t) => {
  const field = { name: 'room', label: 'Room', required: true, pattern: '[A-Z]\\d{1,3}', maxLength: 4 };
  const ask = (room: string | undefined, more = {}) =>
    checked(
      given({ network: choice(), extra: room === undefined ? {} : { room } }),
      facts({ extraFields: [{ ...field, ...more }] }),
    );
  for (const right of ['A1', 'Z999']) t.match(ask(right), { profile: {} });
  for (const wrong of [undefined, '', 'a1', 'A1234', 'xA1']) {
    t.match(ask(wrong), { refusal: 'extra-field-invalid', field: 'extra.room' });
  }
  t.match(ask(undefined, { required: false }), { profile: {} });
});

t.test('a row is joined as its network wants, a typed name as what was typed with it says', async (t) => {
  const wifi = (network: NetworkChoice, security: Security = 'wpa-psk') => {
    const result = checked(given({ network }), facts({}, security));
    return 'profile' in result ? result.profile?.wifi : undefined;
  };
  t.match(wifi(choice()), { security: 'wpa-psk', hidden: false, psk: new Secret('a password') });
  t.match(wifi(choice(), 'open'), { security: 'open', psk: undefined });
  const typed = { network: { ssid: ssidFromText('Ghost') } };
  t.match(wifi(choice(typed)), { security: 'unknown', hidden: true });
  t.match(wifi(choice({ ...typed, psk: undefined })), { security: 'open', hidden: true, psk: undefined });
  const enterprise = { method: 'peap', identity: 'robot', password: new Secret('p') } as const;
  t.match(wifi(choice({ ...typed, enterprise })), { security: 'enterprise', enterprise });
  t.match(wifi(choice({ network: { ssid: ssidFromText('Home') } }), 'sae'), { security: 'sae', hidden: false });
});

t.test('five wrong codes, and nobody may try for ten minutes', async (t) => {
  const guard = new CodeGuard();
  for (let wrong = 0; wrong < 5; wrong++) {
    t.equal(guard.isClosed(wrong), false);
    guard.wrong(wrong);
  }
  t.equal(guard.isClosed(5), true);
  t.equal(guard.isClosed(minutes(10) - 1), true);
  t.equal(guard.isClosed(minutes(10)), false, 'the first of them is forgotten');
});

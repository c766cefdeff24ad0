import t from 'tap';
import { readSubmission } from '../../portal/submission.ts';
import { row } from '../support/session.ts';

const asked = { networks: [row('Home', { id: 'home', known: true })], extraFields: [] };
const read = (fields: object) => readSubmission({ token: 'x', network: 'home', ...fields }, asked);
const errors = (fields: object) => read(fields).errors.map(({ field, problem }) => `${field}: ${problem}`);
const addressing = (fields: object) => read(fields).submission?.network?.addressing;

t.test('without an address it is automatic, and servers for names may be added', async (t) => {
  t.strictSame(addressing({}), { method: 'auto', dns: [] });
  t.strictSame(addressing({ dns: '9.9.9.9, 1.1.1.1' }), { method: 'auto', dns: ['9.9.9.9', '1.1.1.1'] });
  t.strictSame(addressing({ dns: ['9.9.9.9'] }), { method: 'auto', dns: ['9.9.9.9'] });
  t.strictSame(addressing({ addressing: 'auto', address: 'left over', gateway: 'x' }), { method: 'auto', dns: [] });
});

t.test('a fixed address comes with its prefix, and its gateway must be within its reach', async (t) => {
  const manual = { method: 'manual', address: '192.168.1.20/24', gateway: '192.168.1.1', dns: ['192.168.1.1'] };
  const fields = { address: ' 192.168.1.20/24 ', gateway: '192.168.1.1 ', dns: '192.168.1.1' };
  t.strictSame(addressing(fields), manual, 'an address alone says that it is fixed');
  t.strictSame(addressing({ ...fields, addressing: 'manual' }), manual);
  t.match(addressing({ address: '10.0.0.2/31', gateway: '10.0.0.3' }), { gateway: '10.0.0.3' });
  t.match(addressing({ address: '10.0.0.1/32' }), { method: 'manual', gateway: undefined });
});

t.test('what cannot be an address is refused with its field', async (t) => {
  t.strictSame(errors({ addressing: 'manual' }), ['address: required']);
  const wrong = [
    '192.168.1.20',
    '192.168.1.300/24',
    '192.168.1.20/33',
    '192.168.1.020/24',
    '1.2.3/8',
    'fe80::1/64',
    'x/24',
  ];
  for (const address of wrong) t.strictSame(errors({ address }), ['address: not-a-network-address'], address);
  for (const address of [
    '192.168.1.0/24',
    '192.168.1.255/24',
    '127.0.0.1/8',
    '224.0.0.1/24',
    '0.0.0.0/8',
    '255.255.255.255/32',
  ]) {
    t.strictSame(errors({ address }), ['address: not-a-network-address'], address);
  }
  t.strictSame(errors({ address: '10.0.0.2/24', gateway: '10.0.1.1' }), ['gateway: not-in-subnet']);
  t.strictSame(errors({ address: '10.0.0.2/24', gateway: '10.0.0.2' }), ['gateway: not-in-subnet'], 'its own address');
  t.strictSame(errors({ address: '10.0.0.2/24', gateway: 'router' }), ['gateway: not-an-address']);
  t.strictSame(errors({ dns: 'one.one' }), ['dns: not-an-address']);
  t.strictSame(errors({ dns: '1.1.1.1 1.1.1.1 1.1.1.1 1.1.1.1 1.1.1.1' }), ['dns: too-long']);
});

t.test('a choice is one network: of the list or typed, and a password alone is none', async (t) => {
  t.strictSame(errors({ ssid: 'Other' }), ['ssid: conflict']);
  t.strictSame(errors({ network: 'gone' }), ['network: unknown']);
  t.strictSame(errors({ network: '', psk: 'correct horse' }), ['network: required']);
  t.strictSame(errors({ network: '', identity: 'me' }), ['network: required']);
  t.strictSame(errors({ network: '', ssid: 'a', ssidHex: '62' }), ['ssidHex: conflict']);
  t.strictSame(errors({ network: '', ssid: 'a', ssidHex: '61' }), []);
  t.equal(read({ network: '' }).submission?.network, undefined, 'only credentials, or nothing');
  t.strictSame(errors({ network: '', ssid: 'x'.repeat(33), fragmentId: 'a\nb' }), [
    'ssid: too-long',
    'fragmentId: not-text',
  ]);
});

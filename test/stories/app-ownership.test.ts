import t from 'tap';
import { minutes, seconds } from '../../netplan/duration.ts';
import { AppCalls, cloud } from '../support/app-calls.ts';
import { simulate } from '../support/simulate.ts';

const code = 'the code on the label';

/** A machine that has an owner, with its hotspot up. */
async function owned(network: object) {
  const town = simulate({ accessPoints: [{ ssid: 'Home', password: 'correct horse' }] });
  const device = await town.device(network);
  const calls = new AppCalls(device.session, town.clock);
  await town.until(() => device.door.place !== undefined);
  const give = (headers: Record<string, string> = {}) =>
    calls.call('SetSmartMachineCredentials', { cloud }, { headers });
  const end = async () => {
    calls.api.endPeriod();
    await town.end();
  };
  return { town, device, calls, give, end };
}

t.test(
  'without an ownership code, credentials cannot be replaced on the spot; a network still can be given',
  async (t) => {
    const { device, calls, give, end } = await owned({});
    for (const headers of [{}, { 'ownership-code': 'anything' }]) {
      const refused = await give(headers);
      t.match(refused, { status: 403, body: { code: 'permission_denied' } });
      t.equal(refused.headers.get('error-code'), 'replacement-refused');
    }
    await calls.network('Home', 'correct horse');
    t.equal((await calls.call('ExitProvisioning')).status, 200);
    t.match(device.disk.credentials, { id: 'part-1' }, 'the owner is the same');
    await end();
  },
);

t.test('with an ownership code, it decides: missing, wrong, right', async (t) => {
  const { town, device, calls, give, end } = await owned({ ownership_code: code });
  t.equal((await give()).headers.get('error-code'), 'ownership-code-required');
  const wrong = await give({ 'ownership-code': 'a guess' });
  t.equal(wrong.headers.get('error-code'), 'ownership-code-wrong');
  t.equal(wrong.body.code, 'permission_denied');
  await calls.network('Home', 'correct horse');
  t.equal((await give({ 'ownership-code': code })).status, 200);
  t.match(device.disk.credentials, { id: 'part-1' }, 'only staged');
  t.equal((await calls.call('ExitProvisioning')).status, 200);
  t.match(device.disk.credentials, { id: cloud.id });
  t.notMatch(JSON.stringify([calls.lines, town.records]), new RegExp(`${code}|a guess|hush`), 'neither is in a log');
  await end();
});

t.test('a code that is more than ASCII comes in binary metadata', async (t) => {
  const { give, end } = await owned({ ownership_code: 'Schlüssel 🔑' });
  const binary = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');
  t.equal(
    (await give({ 'ownership-code-bin': binary('Schlussel') })).headers.get('error-code'),
    'ownership-code-wrong',
  );
  t.equal((await give({ 'ownership-code-bin': binary('Schlüssel 🔑') })).status, 200);
  await end();
});

t.test('a code longer than any is wrong, and so is one that cannot be read', async (t) => {
  const { give, end } = await owned({ ownership_code: code });
  for (const headers of [{ 'ownership-code': 'x'.repeat(5000) }, { 'ownership-code-bin': '%%%' }]) {
    t.equal((await give(headers)).headers.get('error-code'), 'ownership-code-wrong');
  }
  await end();
});

t.test('after five wrong codes nobody may guess for ten minutes', async (t) => {
  const { town, calls, give, end } = await owned({ ownership_code: code, user_idle_minutes: 30 });
  for (let guess = 0; guess < 5; guess++) {
    t.equal((await give({ 'ownership-code': `guess ${guess}` })).headers.get('error-code'), 'ownership-code-wrong');
    await town.pass(seconds(1));
  }
  const closed = await give({ 'ownership-code': code });
  t.equal(closed.headers.get('error-code'), 'rate-limited');
  t.match(closed, { status: 429, body: { code: 'resource_exhausted' } });
  const stranger = { client: '10.42.0.50', headers: { 'ownership-code': code } };
  t.equal(
    (await calls.call('SetSmartMachineCredentials', { cloud }, stranger)).status,
    429,
    'nor from another address',
  );
  await town.pass(minutes(10));
  t.equal((await give({ 'ownership-code': code })).status, 200);
  await end();
});

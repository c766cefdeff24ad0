import t from 'tap';
import { seconds } from '../../netplan/duration.ts';
import { joinReasons } from '../../netplan/reasons.ts';
import { ssidFromText } from '../../netplan/ssid.ts';
import { problemCodes, statusOf, titleOf } from '../../portal/errors.ts';
import { portalLimits } from '../../portal/limits.ts';
import { AttemptReply, HealthReply, NetworksReply, Problem, SavedReply, StatusReply } from '../../portal/schemas.ts';
import { refusals } from '../../portal/session.ts';
import { portalInMemory } from '../support/portal.ts';
import { MemorySession, row } from '../support/session.ts';

const json = ({ payload }: { payload: string }) => JSON.parse(payload);

t.test('each reply is what its schema says, and nothing of it is kept by a client', async (t) => {
  const conditions = [{ code: 'x', severity: 'error' as const, text: 'Something', detail: undefined }];
  const { get } = await portalInMemory({ session: new MemorySession({ conditions }) });
  const replies = {
    'networks/saved': SavedReply,
    status: StatusReply,
    networks: NetworksReply,
    health: HealthReply,
    attempt: AttemptReply,
  };
  for (const [name, schema] of Object.entries(replies)) {
    const reply = await get(`/api/v1/${name}`);
    t.equal(reply.statusCode, 200);
    t.strictSame(schema.parse(json(reply)), json(reply), name);
    t.equal(reply.headers['cache-control'], 'no-store');
    t.equal((await get(`/api/v1/${name}`, { host: 'evil.example' })).statusCode, 302, 'a rebound name reads nothing');
  }
});

t.test('an app learns what to do when the link drops: time limit, when to ask, when the hotspot is back', async (t) => {
  const { get, post, session } = await portalInMemory();
  t.match(json(await get('/api/v1/attempt')), {
    attempt: null,
    timeLimit: null,
    hotspotReturnsWithin: null,
    retryAfter: 10,
  });
  const accepted = await post('submit', { ssid: 'Home', psk: 'correct horse' });
  t.equal(accepted.statusCode, 202);
  const waiting = {
    attempt: { id: 'attempt-1', state: 'waiting' },
    timeLimit: 18,
    retryAfter: 2,
    hotspotReturnsWithin: 123,
  };
  t.match(json(accepted), waiting);
  session.attempt({ state: 'connecting' });
  t.match(json(await get('/api/v1/attempt')), { timeLimit: 75, retryAfter: 2, hotspotReturnsWithin: 105 });
  session.attempt({ state: 'connected', internet: 'yes', addresses: ['192.168.1.20/24', 'fd00::5/64'] });
  const { attempt, result, ...waits } = json(await get('/api/v1/attempt'));
  t.match(attempt, { state: 'connected', internet: 'yes', addresses: ['192.168.1.20', 'fd00::5'] });
  t.match(result.urls, [
    /^http:\/\/192\.168\.1\.20\/r\/\w{16}$/,
    /^http:\/\/\[fd00::5\]\/r\//,
    /^http:\/\/box1\.local\/r\//,
  ]);
  t.match(waits, { timeLimit: null, hotspotReturnsWithin: null });
});

t.test('each reason for a failure comes with its code and a sentence', async (t) => {
  const { get, post, session } = await portalInMemory();
  await post('submit', { ssid: 'Home', psk: 'correct horse' });
  for (const reason of joinReasons) {
    session.fail(reason);
    const { attempt } = json(await get('/api/v1/attempt'));
    t.equal(attempt.reason, reason);
    t.match(attempt.text, 'Home');
  }
  t.match(json(await get('/api/v1/attempt')).attempt, { state: 'failed' }, 'reading it does not consume it');
});

t.test('a long poll ends at the next change, at its limit, or at once when there is something new', async (t) => {
  const { get, session, clock } = await portalInMemory();
  const { version } = json(await get('/api/v1/attempt'));
  t.equal(json(await get('/api/v1/attempt?after=older&wait=25')).version, version);
  t.equal(json(await get(`/api/v1/attempt?after=${version}`)).version, version, 'without wait');
  t.equal(clock.waiting, 0);

  const changed = get(`/api/v1/attempt?after=${version}&wait=25`);
  await clock.settle();
  t.equal(clock.waiting, 1);
  session.change({ attempt: attemptOf('Home') });
  t.match(json(await changed), { attempt: { state: 'connecting' } });
  t.equal(clock.waiting, 0, 'nothing is left waiting');

  const { version: next } = json(await get('/api/v1/attempt'));
  const unchanged = get(`/api/v1/attempt?after=${next}&wait=20`);
  await clock.settle();
  await clock.advance(seconds(20));
  t.equal(json(await unchanged).version, next);
  t.equal((await get('/api/v1/attempt?wait=26')).statusCode, 422);
});

t.test('only so many long polls wait; one more is answered at once', async (t) => {
  const { ask, clock, session } = await portalInMemory();
  const poll = (remoteAddress: string, version: string) =>
    ask({ method: 'GET', url: `/api/v1/attempt?after=${version}&wait=25`, remoteAddress });
  const { version } = json(await poll('10.42.0.2', 'none'));
  const waiting = Array.from({ length: portalLimits.waitsPerClient }, () => poll('10.42.0.2', version));
  await clock.settle();
  t.equal((await poll('10.42.0.2', version)).statusCode, 200, 'a fifth of one client');
  for (let client = 3; waiting.length < portalLimits.waits; client += 1)
    waiting.push(poll(`10.42.0.${client}`, version));
  await clock.settle();
  t.equal(clock.waiting, portalLimits.waits);
  t.equal((await poll('10.42.0.200', version)).statusCode, 200, 'one more of all');
  session.change({});
  t.equal((await Promise.all(waiting)).length, portalLimits.waits);
});

t.test('two phones: the second submission meets the first, and is told about it', async (t) => {
  const { ask, period, session } = await portalInMemory();
  const submit = (remoteAddress: string, ssid: string) =>
    ask({
      method: 'POST',
      url: '/api/v1/submit',
      remoteAddress,
      payload: { token: period.token, ssid, psk: 'correct horse' },
    });
  const first = json(await submit('10.42.0.2', 'Home'));
  t.equal(json(await submit('10.42.0.2', 'Home')).attempt.id, first.attempt.id, 'the same again is the same attempt');
  const other = json(await submit('10.42.0.3', 'Hall'));
  t.match(other, {
    status: 409,
    code: 'attempt-in-progress',
    attempt: { id: first.attempt.id, network: { name: 'Home' } },
  });
  t.strictSame(Problem.parse(other), other);
  t.equal(session.submissions.length, 1);
});

t.test('machine credentials may be sent before the network, and are never shown again', async (t) => {
  const session = new MemorySession({ configured: false });
  const { post, get } = await portalInMemory({ session });
  t.match(json(await post('submit', { ssid: 'Home', psk: 'correct horse' })), {
    ...{ status: 422, code: 'machine-credentials-required' },
    fields: [{ field: 'credentials', problem: 'required' }],
  });
  t.equal(json(await post('credentials', {})).code, 'nothing-to-do');
  const cloud = { app_address: 'https://cloud.example', id: 'part-1', secret: 'hush' };
  const staged = await post('credentials', { credentials: { cloud }, fragmentId: ' frag ' });
  t.strictSame(json(staged), { staged: { network: false, credentials: true, fragment: true } });
  t.notMatch((await get('/api/v1/status')).payload, 'hush');
  t.equal((await post('submit', { ssid: 'Home', psk: 'correct horse' })).statusCode, 202);
  t.equal(session.submissions[0]?.submission.credentials?.secret?.reveal(), 'hush');
});

t.test('input on the page and the exit reach the device; polling does not count as a deed', async (t) => {
  const { post, session } = await portalInMemory();
  t.equal((await post('activity', {})).statusCode, 204);
  t.equal((await post('exit', {})).statusCode, 204);
  t.equal((await post('activity', { token: 'x' })).statusCode, 403);
  t.strictSame(session.acts, [{ client: '10.42.0.77', kind: 'act' }]);
  t.strictSame(session.exits, ['10.42.0.77']);
});

t.test('a client that writes or reads too much is slowed down, others are not', async (t) => {
  const { post, ask, period } = await portalInMemory();
  for (let count = 0; count < portalLimits.writesPerMinute; count += 1) await post('activity', {});
  const slowed = await post('activity', {});
  t.match(json(slowed), { status: 429, code: 'rate-limited', retryAfter: Number });
  t.ok(Number(slowed.headers['retry-after']) > 0);
  const payload = { token: period.token };
  const other = await ask({ method: 'POST', url: '/api/v1/activity', remoteAddress: '10.42.0.8', payload });
  t.equal(other.statusCode, 204);
  t.equal((await post('rescan', {})).statusCode, 200, 'each route for itself');
});

t.test('a reply to an accepted submission is small, with the longest names there are', async (t) => {
  const { post, session } = await portalInMemory();
  session.change({ networks: [row('\u0001'.repeat(32), { id: 'x' })] });
  const { payload, headers } = await post('submit', { network: 'x', psk: 'correct horse' });
  const head = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0);
  t.ok(payload.length + head + 'HTTP/1.1 202 Accepted\r\n\r\n'.length <= 1024, `${payload.length} + ${head} bytes`);
});

t.test('every refusal of the device is a problem with its own status and title', async (t) => {
  const { post, session } = await portalInMemory({}, { manyClients: true });
  t.strictSame(
    refusals.filter((refusal) => !problemCodes.includes(refusal)),
    [],
  );
  for (const refusal of refusals) {
    session.submit = async () => ({ accepted: false, refusal, field: undefined });
    const problem = json(await post('submit', { ssid: 'Home', psk: 'correct horse' }));
    t.match(problem, {
      type: `urn:machine-agent:problem:${refusal}`,
      status: statusOf(refusal),
      title: titleOf(refusal),
    });
    session.submit = async () => ({ accepted: false, refusal, field: 'extra.site' });
    t.match(json(await post('submit', { ssid: 'Home', psk: 'correct horse' })).fields, [{ field: 'extra.site' }]);
  }
});

const attemptOf = (name: string) =>
  ({
    id: 'a',
    ssid: ssidFromText(name),
    state: 'connecting',
    reason: undefined,
    internet: undefined,
    addresses: [],
  }) as const;

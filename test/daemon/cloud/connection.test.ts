import { createServer } from 'node:net';
import { status } from '@grpc/grpc-js';
import t, { type Test } from 'tap';
import { Connection } from '../../../daemon/cloud/connection.ts';
import { seconds } from '../../../netplan/duration.ts';
import { Secret } from '../../../netplan/secret.ts';
import type { MachineCredentials } from '../../../portal/session.ts';
import { FieldTableCloud } from '../../support/field-table-cloud.ts';
import { structOf } from '../../support/field-table-schema.ts';

const options = { limit: seconds(10), signal: AbortSignal.timeout(60_000) };
const withSecret = (appAddress: string): MachineCredentials => ({
  ...{ appAddress, id: 'part-1', secret: new Secret('s3cret'), apiKey: undefined },
});
const report = {
  host: { platform: 'linux/arm64', distro: 'debian:12', tags: ['rpi', 'rpi4'] },
  versions: { agent: '1.2.3', server: '0.9.0' },
  ...{ uptime: 90_500, serverUptime: 1500, fragmentId: 'fragment-1' },
  answers: { hall: 'B 4' },
  conditions: [{ code: 'unit-crashed' as const, severity: 'error' as const, text: 'It fails.', about: 'x' }],
  wishes: [],
};

async function opened(t: Test, credentials?: (address: string) => MachineCredentials) {
  const cloud = await new FieldTableCloud().start();
  const link = new Connection((credentials ?? withSecret)(cloud.address), 'box1');
  t.teardown(() => {
    link.close();
    cloud.stop();
  });
  return { cloud, link };
}

t.test('a secret is shown once, without an authorization header; the token goes with every other call', async (t) => {
  const { cloud, link } = await opened(t);
  await link.configuration(report, options);
  await link.configuration(report, options);
  t.strictSame(
    cloud.calls.map(({ method, authorization }) => [method, ...authorization]),
    [['Authenticate'], ['DeviceAgentConfig', 'Bearer token-1'], ['DeviceAgentConfig', 'Bearer token-1']],
  );
  t.match(cloud.calls[0]?.request, { entity: 'part-1', credentials: { type: 'robot-secret', payload: 's3cret' } });
});

t.test('an API key is preferred to the secret, under its own id', async (t) => {
  const { cloud, link } = await opened(t, (address) => ({
    ...withSecret(address),
    apiKey: { id: 'key-1', key: new Secret('k3y') },
  }));
  await link.configuration(report, options);
  t.match(cloud.calls[0]?.request, { entity: 'key-1', credentials: { type: 'api-key', payload: 'k3y' } });
  t.match(cloud.calls[1]?.request, { id: 'part-1' });
});

t.test('the report arrives in the fields that the cloud has for it', async (t) => {
  const { cloud, link } = await opened(t);
  await link.configuration(report, options);
  t.match(cloud.of('DeviceAgentConfig')[0]?.request, {
    id: 'part-1',
    host_info: { platform: 'linux/arm64', distro: 'debian:12', tags: ['rpi', 'rpi4'] },
    version_info: { agent_running: '1.2.3', agent_installed: '1.2.3', viam_server_running: '0.9.0' },
    agent_uptime: { seconds: '90', nanos: 500_000_000 },
    viam_server_uptime: { seconds: '1', nanos: 500_000_000 },
    report: { fragment_id: 'fragment-1', answers: { hall: 'B 4' }, conditions: [{ code: 'unit-crashed' }] },
  });
  await link.configuration({ ...report, serverUptime: undefined }, options);
  t.equal(cloud.of('DeviceAgentConfig')[1]?.request['viam_server_uptime'], null, 'no server, no uptime');
});

t.test('structures, bytes and lengths of time come as they were sent', async (t) => {
  const { cloud, link } = await opened(t);
  const sha256 = Buffer.from('ab'.repeat(32), 'hex');
  const network_configuration = { hotspot_prefix: 'acme', user_idle_minutes: 4.5, list: [1, null, { deep: true }] };
  cloud.replies['DeviceAgentConfig'] = () => ({
    check_interval: { seconds: 7, nanos: 250_000_000 },
    network_configuration: structOf(network_configuration),
    viam_server_update_info: { filename: 'viam-server', url: 'https://x/y', version: '1.0.0', sha256, format: 3 },
  });
  const answer = await link.configuration(report, options);
  t.strictSame(answer.networkConfiguration, network_configuration);
  t.match(answer.checkInterval, { seconds: 7n, nanos: 250_000_000 });
  t.equal(Buffer.from(answer.viamServerUpdateInfo?.sha256 ?? []).toString('hex'), 'ab'.repeat(32));
});

t.test('a token that is not accepted any more is replaced within the same call', async (t) => {
  const { cloud, link } = await opened(t);
  await link.configuration(report, options);
  cloud.tokens = new Set(['token-2']);
  cloud.replies['Authenticate'] = () => ({ access_token: 'token-2' });
  await link.configuration(report, options);
  t.equal(cloud.of('Authenticate').length, 2);
});

t.test('each way to fail has its code, and no message holds what was sent', async (t) => {
  const { cloud, link } = await opened(t);
  const codes: [number, string][] = [
    [status.UNAUTHENTICATED, 'refused'],
    [status.INVALID_ARGUMENT, 'refused'],
    [status.PERMISSION_DENIED, 'refused'],
    [status.UNAVAILABLE, 'unreachable'],
  ];
  for (const [error, code] of codes) {
    cloud.replies['Authenticate'] = () => ({ error, details: 'no such machine' });
    const failure: unknown = await link.configuration(report, options).catch((reason: unknown) => reason);
    t.match(failure, { code, message: 'no such machine' });
    t.notMatch(String(failure), /s3cret/);
  }
  cloud.replies['Authenticate'] = () => ({ access_token: 'token-1' });
  cloud.replies['DeviceAgentConfig'] = () => ({ error: status.UNIMPLEMENTED });
  await t.rejects(link.configuration(report, options), { code: 'unsupported' });
  cloud.replies['Authenticate'] = () => ({ access_token: 'two\r\nlines' });
  cloud.tokens.clear();
  await t.rejects(link.configuration(report, options), { code: 'not-understood' });
});

t.test('a cloud that never answers costs the limit, and the next call uses a new connection', async (t) => {
  const { cloud, link } = await opened(t);
  await link.configuration(report, options);
  cloud.replies['DeviceAgentConfig'] = () => new Promise(() => undefined);
  await t.rejects(link.configuration(report, { ...options, limit: seconds(0.3) }), { code: 'unreachable' });
  cloud.replies['DeviceAgentConfig'] = () => ({});
  await link.configuration(report, options);
});

t.test('garbage instead of HTTP/2, nobody there, and a connection that says nothing are unreachable', async (t) => {
  for (const words of ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi', '\0\u00ff'.repeat(4000), '']) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      if (words !== '') socket.end(words);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const link = new Connection(withSecret(`http://127.0.0.1:${port}`), 'box1');
    const failure: unknown = await link.configuration(report, { ...options, limit: seconds(1) }).catch((e) => e);
    t.match(failure, { code: /unreachable|not-understood/ }, JSON.stringify(words.slice(0, 20)));
    link.close();
    server.close();
    server.unref();
  }
  const link = new Connection(withSecret('http://127.0.0.1:1'), 'box1');
  await t.rejects(link.configuration(report, options), { code: 'unreachable' });
});

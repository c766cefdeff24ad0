// A cloud behind TLS, with an authority that the machine was told to trust, and with one that it was not.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServerCredentials } from '@grpc/grpc-js';
import t, { type Test } from 'tap';
import { CloudAgent, until } from '../../support/cloud-agent.ts';
import { FieldTableCloud } from '../../support/field-table-cloud.ts';
import { structOf } from '../../support/field-table-schema.ts';

t.setTimeout(300_000);

type Authority = { readonly certificate: string; credentials(name: string): ServerCredentials };

/** An authority of its own, and servers' certificates from it. */
function authority(folder: string): Authority {
  mkdirSync(folder, { recursive: true });
  const file = (name: string) => join(folder, name);
  const openssl = (...given: readonly string[]) => execFileSync('openssl', given, { stdio: 'pipe', timeout: 60_000 });
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    ...['req', '-x509', ...fresh, '-days', '2', '-subj', '/CN=Authority', '-keyout', file('ca.key')],
    ...['-out', file('ca.pem')],
  );
  return {
    certificate: file('ca.pem'),
    credentials(name) {
      openssl('req', ...fresh, '-subj', '/CN=cloud', '-keyout', file('server.key'), '-out', file('server.csr'));
      writeFileSync(file('names'), `subjectAltName=${name}\n`);
      openssl(
        ...['x509', '-req', '-in', file('server.csr'), '-CA', file('ca.pem'), '-CAkey', file('ca.key')],
        ...['-CAcreateserial', '-days', '2', '-extfile', file('names'), '-out', file('server.pem')],
      );
      const pair = { private_key: readFileSync(file('server.key')), cert_chain: readFileSync(file('server.pem')) };
      return ServerCredentials.createSsl(null, [pair]);
    },
  };
}

async function tlsCloud(t: Test, credentials: ServerCredentials): Promise<FieldTableCloud> {
  const cloud = await new FieldTableCloud().start(credentials);
  t.teardown(() => cloud.stop());
  cloud.replies['DeviceAgentConfig'] = () => ({
    check_interval: { seconds: 5 },
    network_configuration: structOf({ hotspot_prefix: 'over-tls' }),
    advanced_settings: structOf({ disable_viam_server: true }),
  });
  return cloud;
}

t.test(
  'over TLS, with an authority from NODE_EXTRA_CA_CERTS, the agent authenticates, asks and sends its log',
  async (t) => {
    const root = t.testdir({});
    const known = authority(join(root, 'known'));
    const cloud = await tlsCloud(t, known.credentials('IP:127.0.0.1'));
    const address = { app_address: `https://127.0.0.1:${cloud.port}` };
    const agent = new CloudAgent(t, join(root, 'agent'), address, { NODE_EXTRA_CA_CERTS: known.certificate });
    agent.start();
    await until(() => agent.read('cloud.json').includes('over-tls'), 'the settings on the disk');
    await until(() => cloud.of('Log').length > 0, 'log records');
    t.match(cloud.of('Authenticate')[0]?.request, {
      entity: 'part-1',
      credentials: { type: 'robot-secret', payload: 'the-machine-secret' },
    });
    await agent.end('SIGTERM');
  },
);

for (const [what, name, trusted, reason] of [
  ['that nobody vouches for', 'IP:127.0.0.1', false, /certificate/i],
  ['of another name', 'DNS:elsewhere.example', true, /altnames|IP: 127/],
] as const) {
  t.test(`a cloud with a certificate ${what} is told nothing, is named in health, and harms nothing`, async (t) => {
    const root = t.testdir({});
    const known = authority(join(root, 'known'));
    const cloud = await tlsCloud(t, known.credentials(name));
    const address = { app_address: `https://127.0.0.1:${cloud.port}` };
    const agent = new CloudAgent(
      t,
      join(root, 'agent'),
      address,
      trusted ? { NODE_EXTRA_CA_CERTS: known.certificate } : {},
    );
    agent.start();
    await until(() => agent.said.includes('cloud-not-trusted'), 'the condition in the log');
    t.match(agent.said, reason);
    t.ok(agent.alive);
    t.strictSame(cloud.calls, [], 'not even the credentials');
    await until(() => agent.queued.some(({ record }) => record.text === 'ready'), 'log records wait on the disk');
    t.notMatch(agent.said, 'the-machine-secret');
    // The right certificate, on the same address: the agent comes by itself.
    cloud.stop();
    if (!trusted) return;
    await cloud.start(known.credentials('IP:127.0.0.1'));
    await until(() => agent.read('cloud.json').includes('over-tls'), 'the settings on the disk');
    await until(() => cloud.of('Log').length > 0, 'log records');
    await agent.end('SIGTERM');
  });
}

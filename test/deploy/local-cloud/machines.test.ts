import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import t from 'tap';
import { AuthService } from '../../../daemon/wire/generated/proto/rpc/v1/auth_pb.js';
import { AgentDeviceService } from '../../../daemon/wire/generated/viam/app/agent/v1/agent_pb.js';
import { RobotService } from '../../../daemon/wire/generated/viam/app/v1/robot_pb.js';
import { localCloud, type TestCloud } from '../../support/local-cloud.ts';

const transport = (cloud: TestCloud) => createGrpcTransport({ baseUrl: cloud.url });

/** Calls as one machine makes them. */
async function machine(cloud: TestCloud, name = 'box') {
  const { id, secret } = cloud.store.machines.create(name);
  const credentials = { type: 'robot-secret', payload: secret.reveal() };
  const { accessToken } = await createClient(AuthService, transport(cloud)).authenticate({ entity: id, credentials });
  const headers = { authorization: `Bearer ${accessToken}` };
  const device = createClient(AgentDeviceService, transport(cloud));
  const robot = createClient(RobotService, transport(cloud));
  return {
    id,
    poll: (report: object = {}, as = id) => device.deviceAgentConfig({ id: as, ...report }, { headers }),
    log: (logs: object[], queue = '') => robot.log({ id, logs, queue }, { headers }),
    needsRestart: () => robot.needsRestart({ id }, { headers }),
  };
}

t.test('a machine gets its sections, and what it reports is kept', async (t) => {
  const cloud = await localCloud(t);
  const box = await machine(cloud);
  cloud.store.machines.configure(box.id, '{ "network_configuration": { "hotspot_prefix": "acme" } } // a comment');
  const reply = await box.poll({
    hostInfo: { platform: 'linux/amd64', distro: 'debian:12', tags: [] },
    versionInfo: { agentRunning: '1.2.3' },
    report: { conditions: [{ code: 'clock-implausible', severity: 'warning', text: 'Wrong.' }] },
  });
  t.strictSame(reply.networkConfiguration, { hotspot_prefix: 'acme' });
  t.equal(reply.checkInterval?.seconds, 10n);
  t.equal(reply.agentUpdateInfo, undefined);
  t.match(cloud.store.machines.known(box.id).report, {
    versions: { agentRunning: '1.2.3' },
    conditions: [{ code: 'clock-implausible' }],
  });
});

t.test('no machine speaks for another, and an unknown token for nobody', async (t) => {
  const cloud = await localCloud(t);
  const [one, other] = [await machine(cloud, 'one'), await machine(cloud, 'other')];
  await t.rejects(one.poll({}, other.id), { code: 7 });
  const device = createClient(AgentDeviceService, transport(cloud));
  await t.rejects(device.deviceAgentConfig({ id: one.id }), { code: 16 });
  const headers = { authorization: 'Bearer a.b.c' };
  await t.rejects(device.deviceAgentConfig({ id: one.id }, { headers }), { code: 16 });
  const auth = createClient(AuthService, transport(cloud));
  await t.rejects(auth.authenticate({ entity: one.id }, { headers }), { code: 3 });
  await t.rejects(auth.authenticate({ entity: one.id }), { code: 3 });
  await t.rejects(auth.authenticate({ entity: one.id, credentials: { type: 'x', payload: 'y' } }), { code: 3 });
});

t.test('a removed machine is not accepted any more, with the token it has', async (t) => {
  const cloud = await localCloud(t);
  const box = await machine(cloud);
  cloud.store.machines.remove(box.id);
  await t.rejects(box.poll(), { code: 16 });
});

t.test(
  'a reported fragment lies under the machine’s own configuration; an unknown one is refused with a reason',
  async (t) => {
    const cloud = await localCloud(t);
    const box = await machine(cloud);
    const { id: fragmentId } = cloud.store.fragments.create('hall');
    cloud.store.fragments.configure(fragmentId, '{ "network_configuration": { "model": "f", "manufacturer": "f" } }');
    cloud.store.machines.configure(box.id, '{ "network_configuration": { "model": "own" } }');
    const good = await box.poll({ report: { fragmentId } });
    t.strictSame(good.networkConfiguration, { model: 'own', manufacturer: 'f' });
    t.match(good.reportReply, { fragmentId, fragmentProblem: '' });
    const bad = await box.poll({ report: { fragmentId: 'nowhere' } });
    t.strictSame(bad.networkConfiguration, { model: 'own' });
    t.match(bad.reportReply, { fragmentId: '', fragmentProblem: /There is no fragment "nowhere"/ });
  },
);

t.test('log records are kept in order, and those that come again are not kept twice', async (t) => {
  const cloud = await localCloud(t);
  const box = await machine(cloud);
  const record = (sequence: number, level = 'info') => ({
    ...{ level, message: `record ${sequence}`, loggerName: 'agent', sequence: BigInt(sequence) },
    fields: [{ Key: 'ssid', Type: 15, String: 'Home' }],
  });
  await box.log([record(1), record(2), record(5, 'error')], 'q');
  await box.log([record(2), record(5, 'error'), record(6)], 'q');
  await box.log([record(1)], 'another');
  const find = (more: object = {}) =>
    cloud.store.logs
      .find({ machine: box.id, level: 'debug', search: '', after: undefined, ...more })
      .map(({ message }) => message);
  t.strictSame(find(), ['record 1', 'record 2', 'record 5', 'record 6', 'record 1']);
  t.strictSame(find({ level: 'warn' }), ['record 5']);
  t.strictSame(find({ search: 'RECORD 6' }), ['record 6']);
  t.equal(find({ search: 'home' }).length, 5, 'fields are searched too');
  t.strictSame(find({ search: '%' }), [], 'a percent sign means itself');
  await t.rejects(box.log(Array.from({ length: 1001 }, (_, index) => record(index + 10))), { code: 3 });
});

t.test('a restart that was asked for is told once', async (t) => {
  const cloud = await localCloud(t);
  const box = await machine(cloud);
  t.equal((await box.needsRestart()).mustRestart, false);
  cloud.store.machines.askRestart(box.id, true);
  t.equal((await box.needsRestart()).mustRestart, true);
  t.equal((await box.needsRestart()).mustRestart, false);
});

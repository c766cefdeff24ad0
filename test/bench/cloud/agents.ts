// 1,000 agents at one cloud, each with its own connection and credentials, all at the same time; and what one call for the
// configuration costs the agent.
import { type Client, credentials, Metadata, makeClientConstructor, type ServiceDefinition } from '@grpc/grpc-js';
import type { QueuedRecord } from '../../../daemon/cloud/log-lines.ts';
import type { Report as MachineReport } from '../../../daemon/cloud/report.ts';
import { seconds } from '../../../netplan/duration.ts';
import { fieldTableSchema } from '../../support/field-table-schema.ts';
import { alternate, type BenchOptions, figureOf, type Report } from '../figure.ts';
import { ServedCloud } from './served.ts';

const agents = 1000;
const records = 20;
/** Rounds beyond these would take minutes. */
const mostRounds = 3;
/** The longest that the local cloud lets a call last. */
const patience = seconds(60);

const report: MachineReport = {
  host: { platform: 'linux/arm64', distro: 'debian:12', tags: ['rpi4'] },
  versions: { agent: '1.2.3', server: '0.9.0' },
  ...{ uptime: 3_600_000, serverUptime: 3_000_000, fragmentId: undefined, answers: {}, conditions: [], wishes: [] },
};

/** `cloud/agents`, `cloud/agents-slowest`, `cloud/agents-memory`, `cloud/agents-cpu`, beside the reference implementation. */
export async function manyAgents(to: Report, options: BenchOptions): Promise<void> {
  const clouds = { ours: await ServedCloud.start('local', agents), peer: await ServedCloud.start('grpc-js', agents) };
  try {
    const rounds = await alternate(
      () => everybody(clouds.ours, options.signal),
      () => everybody(clouds.peer, options.signal),
      { ...options, rounds: Math.min(options.rounds, mostRounds) },
    );
    if (rounds.ours.length === 0) return;
    const peerName = 'grpc-js server, answers from memory';
    for (const [figure, member, unit] of [
      ['agents', 'rate', 'agents/s'],
      ['agents-slowest', 'slowest', 'ms'],
      ['agents-cpu', 'cpu', 'ms CPU/agent'],
      ['agents-memory', 'memory', 'MB'],
    ] as const) {
      const [ours, peer] = [rounds.ours, rounds.peer].map((all) => all.map((one) => one[member]));
      to(figureOf({ part: 'cloud', figure, unit, peerName }, { ours: ours ?? [], peer: peer ?? [] }));
    }
  } finally {
    await Promise.all([clouds.ours.end(), clouds.peer.end()]);
  }
}

/** All at once: one call for the configuration and one batch of log records each. Costs are the cloud's. */
async function everybody(cloud: ServedCloud, signal: AbortSignal) {
  const before = await cloud.cost();
  const begin = performance.now();
  const times = await Promise.all(
    cloud.connections.map(async (connection) => {
      const { networkConfiguration } = await connection.configuration(report, { limit: patience, signal });
      if (networkConfiguration?.['manufacturer'] !== 'bench') throw new Error('the wrong configuration came');
      await connection.log('bench', nextRecords(), { limit: patience, signal });
      return performance.now() - begin;
    }),
  );
  const took = (performance.now() - begin) / 1000;
  const after = await cloud.cost();
  return {
    ...{ rate: agents / took, slowest: Math.max(...times), memory: after.memory },
    cpu: ((after.cpu - before.cpu) * 1000) / agents,
  };
}

let sequence = 0;
function nextRecords(): readonly QueuedRecord[] {
  const time = new Date().toISOString();
  return Array.from({ length: records }, (_, number) => ({
    sequence: ++sequence,
    record: { level: 'info', time, text: 'the mode changed', evidence: { unit: 'network', number, from: 'station' } },
  }));
}

const calls = 500;

/** `cloud/poll-cost`: CPU of one call for the configuration, in the agent, beside grpc-js with the same call. */
export async function pollCost(to: Report, options: BenchOptions): Promise<void> {
  const cloud = await ServedCloud.start('local', 1);
  const { signal } = options;
  const [connection] = cloud.connections;
  const [machine] = cloud.machines;
  if (connection === undefined || machine === undefined) throw new Error('there is no machine');
  const reference = await referenceClient(cloud.url, machine);
  try {
    const rounds = await alternate(
      () => cpuOf(() => connection.configuration(report, { limit: patience, signal })),
      () => cpuOf(() => reference.poll()),
      { ...options, rounds: Math.min(options.rounds, 10) },
    );
    if (rounds.ours.length === 0) return;
    to(figureOf({ part: 'cloud', figure: 'poll-cost', unit: 'us CPU/call', peerName: 'grpc-js client' }, rounds));
  } finally {
    reference.close();
    await cloud.end();
  }
}

async function cpuOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < calls; done++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

type Call = (request: object, metadata: Metadata, done: (error: Error | null, reply: object) => void) => void;

async function referenceClient(url: string, { id, secret }: { readonly id: string; readonly secret: string }) {
  const services = Object.entries(fieldTableSchema());
  const open = (ending: string): Client => {
    const [name = '', service] = services.find(([full]) => full.endsWith(ending)) ?? [];
    const Service = makeClientConstructor(service as ServiceDefinition, name);
    return new Service(new URL(url).host, credentials.createInsecure());
  };
  const [auth, device] = [open('.AuthService'), open('.AgentDeviceService')];
  const call = (client: Client, method: string, request: object, metadata = new Metadata()) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const run = (client as unknown as Record<string, Call>)[method] as Call;
      run.call(client, request, metadata, (error, reply) =>
        error === null ? resolve(reply as Record<string, unknown>) : reject(error),
      );
    });
  const login = { entity: id, credentials: { type: 'robot-secret', payload: secret } };
  const token = (await call(auth, 'Authenticate', login))['access_token'];
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${token}`);
  const request = {
    id,
    host_info: { platform: 'linux/arm64', distro: 'debian:12', tags: ['rpi4'] },
    version_info: { agent_running: '1.2.3', viam_server_running: '0.9.0' },
    ...{ agent_uptime: { seconds: 3600 }, viam_server_uptime: { seconds: 3000 } },
  };
  return {
    poll: () => call(device, 'DeviceAgentConfig', request, metadata),
    close() {
      auth.close();
      device.close();
    },
  };
}

// A cloud in a process of its own, for as long as its parent is there: `local`, or `grpc-js`, the reference implementation
// with answers from memory. Arguments: which, how many machines. Tells its port and machines, and its own cost when asked.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLogging } from '../../../daemon/logging.ts';
import { openLocalCloud } from '../../../deploy/local-cloud/cloud.ts';
import { FieldTableCloud } from '../../support/field-table-cloud.ts';
import { structOf } from '../../support/field-table-schema.ts';

export type Served = {
  readonly url: string;
  readonly machines: readonly { readonly id: string; readonly secret: string }[];
};
/** CPU in seconds since the start; memory in MB. */
export type Cost = { readonly cpu: number; readonly memory: number };

const [which, given = '0'] = process.argv.slice(2);
const count = Number(given);
const folder = await mkdtemp(join(tmpdir(), 'machine-agent-bench-'));
const maker = 'bench';
let afterwards: () => void = () => undefined;

process.send?.(which === 'local' ? await local() : await reference());
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  afterwards();
  process.send?.({ cpu: (user + system) / 1e6, memory: process.memoryUsage.rss() / 1e6 } satisfies Cost);
});
process.once('disconnect', async () => {
  await rm(folder, { recursive: true, force: true });
  process.exit(0);
});

async function local(): Promise<Served> {
  const logging = await openLogging('json', 'error', 2);
  const { store, url } = await openLocalCloud({ folder, port: 0, log: logging.log });
  const machines = Array.from({ length: count }, (_, index) => {
    const { id, secret } = store.machines.create(`machine ${index}`);
    const sections = { network_configuration: { manufacturer: maker, model: `model ${index}` } };
    store.machines.configure(id, JSON.stringify(sections));
    return { id, secret: secret.reveal() };
  });
  return { url, machines };
}

async function reference(): Promise<Served> {
  const cloud = await new FieldTableCloud().start();
  const answer = { check_interval: { seconds: 10 }, network_configuration: structOf({ manufacturer: maker }) };
  cloud.replies['DeviceAgentConfig'] = () => answer;
  // It keeps what it was asked, which is for tests.
  afterwards = () => cloud.calls.splice(0);
  return { url: cloud.address, machines: Array.from({ length: count }, (_, id) => ({ id: `${id}`, secret: 'x' })) };
}

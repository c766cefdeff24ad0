import { join } from 'node:path';
import { writeWhole } from '../daemon/files.ts';
import type { Log } from '../daemon/logging.ts';
import type { LocalCloud } from './local-cloud/cloud.ts';

export type DemoCloudOptions = {
  /** Of the demo; the cloud keeps its things in a folder of its own in it. */
  readonly folder: string;
  readonly port: number;
  /** Where the simulated device has its credentials. */
  readonly credentials: string;
  readonly log: Log;
};

/** Machines ask often here: nobody who tries something likes to wait. */
const checkInterval = 5;

/** A local cloud, with the simulated device provisioned into it. @throws Error of the system, for example EADDRINUSE */
export async function demoCloud({ folder, port, credentials, log }: DemoCloudOptions): Promise<LocalCloud> {
  const { openLocalCloud } = await import('./local-cloud/cloud.ts');
  const { seed } = await import('./local-cloud/seed.ts');
  const cloud = await openLocalCloud({ folder: join(folder, 'cloud'), port, checkInterval, log });
  await seed(cloud.store);
  const { id, secret } = cloud.store.machines.create('demo');
  const file = { cloud: { app_address: cloud.url, id, secret: secret.reveal() } };
  await writeWhole(credentials, `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 });
  return cloud;
}

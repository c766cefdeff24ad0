import type { Test } from 'tap';
import type { Log } from '../../daemon/logging.ts';
import { type LocalCloud, openLocalCloud } from '../../deploy/local-cloud/cloud.ts';
import { seed } from '../../deploy/local-cloud/seed.ts';
import type { Permission } from '../../deploy/local-cloud/store/keys.ts';

export type TestCloud = LocalCloud & {
  /** Faults of the cloud itself; a test that expects none looks here. */
  readonly faults: object[];
  key(permission?: Permission, machine?: string): { readonly id: string; readonly key: string };
  /** The id of the data set that a new cloud begins with. */
  readonly dataset: string;
};

/** A local cloud of a test's own, on any free port. */
export async function localCloud(t: Test, more: { readonly folder?: string } = {}): Promise<TestCloud> {
  const faults: object[] = [];
  const cloud = await openLocalCloud({ folder: more.folder ?? t.testdir(), port: 0, log: logInto(faults) });
  t.teardown(() => cloud.close());
  await seed(cloud.store);
  return {
    ...cloud,
    faults,
    key(permission = 'owner', machine) {
      const { key, secret } = cloud.store.keys.create('test', permission, machine);
      return { id: key.id, key: secret.reveal() };
    },
    dataset: cloud.store.datasets.list()[0]?.id ?? '',
  };
}

function logInto(faults: object[]): Log {
  const quiet = () => {};
  const log: Log = {
    ...{ debug: quiet, info: quiet, warn: quiet },
    error: (evidence) => void faults.push(evidence),
    fatal: (evidence) => void faults.push(evidence),
    child: () => log,
  };
  return log;
}

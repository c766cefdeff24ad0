// Every training and authentication call of the local cloud, from clients that nobody here wrote and from ours, side by
// side: the same inputs must have the same results and the same error codes.
import { setTimeout } from 'node:timers/promises';
import t from 'tap';
import { sdkTrainer, sdkTrainerOverGrpc } from '../../clients/sdk-training.ts';
import { localCloud, type TestCloud } from '../../support/local-cloud.ts';
import { ours, oursInBrowser } from '../../support/our-trainer.ts';
import { pythonGrpcMissing } from '../../support/python-client.ts';
import { pythonTrainer } from '../../support/python-trainer.ts';
import { type SeenJob, StatusError, type Trainer, type TrainerKind } from '../../support/trainer.ts';

const sleeper = '#!/bin/sh\necho waiting\nsleep 600\n';
const broken = '#!/bin/sh\necho no luck >&2\nexit 7\n';

const outcome = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return (await call) ?? 'done';
  } catch (error) {
    if (error instanceof StatusError) return `status ${error.status}`;
    throw error;
  }
};

async function until(trainer: Trainer, id: string, isSo: (job: SeenJob) => boolean): Promise<SeenJob> {
  for (let look = 0; look < 600; look++) {
    const job = await trainer.get(id);
    if (job !== undefined && isSo(job)) return job;
    await setTimeout(50);
  }
  throw new Error('the job did not get there within 30 s');
}

/** Without what differs in each run. */
const plain = (job: SeenJob | undefined) => job && { ...job, id: typeof job.id, organizationId: '', datasetId: '' };

/** Everything that a client can do, in one order; what came of each step. */
async function story(kind: TrainerKind, cloud: TestCloud): Promise<Record<string, unknown>> {
  const org = cloud.store.organization;
  const { dataset } = cloud;
  const key = cloud.key();
  const refused = (key: { id: string; key: string }) =>
    outcome(kind.open(cloud.url, key).then((opened) => opened.list(org, undefined)));
  const operator = await kind.open(cloud.url, cloud.key('operator'));
  const trainer = await kind.open(cloud.url, key);
  const seen: Record<string, unknown> = {
    'a wrong key': await refused({ ...key, key: 'wrong' }),
    'an unknown id': await refused({ ...key, id: 'a3f0a0d8-5c51-4b0b-a4a3-6f1fd5b1b2de' }),
    'a key without owner permission': await outcome(operator.list(org, undefined)),
    'another organization': await outcome(trainer.list('2b0f5a38-2f43-4f9f-8f0e-9d3c6a1f7b10', undefined)),
    'no jobs yet': await outcome(trainer.list(org, 0)),
    containers: await outcome(trainer.containers()),
  };
  const submit = (version: string, data = dataset, tags = ['red', 'blue']) =>
    trainer.submit(org, data, 'm', version, 1, tags);
  const id = await submit('1');
  seen['the same version again'] = await outcome(submit('1'));
  seen['an unknown data set'] = await outcome(submit('2', 'none'));
  seen['an empty name'] = await outcome(trainer.submit(org, dataset, '', '2', 1, ['a']));
  seen['no labels'] = await outcome(submit('2', dataset, []));
  seen['no type'] = await outcome(trainer.submit(org, dataset, 'm', '2', 0, ['a']));
  seen['a trained job'] = plain(await until(trainer, id, ({ status }) => status > 2));
  seen['its log'] = await outcome(trainer.logs(id));
  seen['cancel what has ended'] = await outcome(trainer.cancel(id));

  seen['an unknown script'] = await outcome(trainer.submitCustom(org, dataset, 'test:none', '1', 'c', '1'));
  const custom = (item: string, version: string) => trainer.submitCustom(org, dataset, item, '1', 'c', version);
  const bad = await custom('test:broken', '1');
  seen['a failed job'] = plain(await until(trainer, bad, ({ status }) => status > 2));
  const long = await custom('test:sleeper', '2');
  seen['a running job'] = plain(await until(trainer, long, ({ status }) => status === 2));
  seen['filtered by RUNNING'] = (await trainer.list(org, 2)).map((job) => job.id === long);
  seen['delete what runs'] = await outcome(trainer.remove(long));
  seen.cancel = await outcome(trainer.cancel(long));
  seen['a cancelled job'] = plain(await until(trainer, long, ({ status }) => status === 5));
  seen['all of them'] = (await trainer.list(org, undefined)).map(plain);
  seen['filtered by what failed'] = (await trainer.list(org, 4)).map((job) => job.id === bad);
  for (const one of [id, bad, long]) seen[`delete ${one === id}`] = await outcome(trainer.remove(one));
  for (const call of ['get', 'cancel', 'remove', 'logs'] as const) {
    seen[`${call} of a deleted job`] = await outcome(trainer[call](id));
  }
  seen['none left'] = await outcome(trainer.list(org, 0));
  await Promise.all([operator.close(), trainer.close()]);
  return seen;
}

const python = await pythonGrpcMissing();
const told: Record<string, unknown>[] = [];

for (const kind of [ours, oursInBrowser, sdkTrainer, sdkTrainerOverGrpc, pythonTrainer]) {
  const skip = kind === pythonTrainer && python !== undefined ? python : false;
  t.test(`${kind.name}: every call, from a wrong key to a deleted job`, { skip }, async (t) => {
    const cloud = await localCloud(t);
    cloud.store.registry.add({ item: 'test:sleeper', version: '1', file: 'sleeper.sh', content: sleeper });
    cloud.store.registry.add({ item: 'test:broken', version: '1', file: 'broken.sh', content: broken });
    const seen = await story(kind, cloud);
    t.strictSame(cloud.faults, []);
    t.match(seen, {
      'a wrong key': 'status 16',
      'an unknown id': 'status 16',
      'a key without owner permission': 'status 7',
      'another organization': 'status 7',
      'the same version again': 'status 6',
      'an unknown data set': 'status 5',
      'an empty name': 'status 3',
      'no labels': 'status 3',
      'no type': 'status 3',
      'a trained job': { status: 3, hasModel: true, errorCode: 0, times: [true, true, true, true] },
      'cancel what has ended': 'status 9',
      'an unknown script': 'status 5',
      'a failed job': { status: 4, errorCode: 2, hasModel: false },
      'a running job': { status: 2, times: [true, true, true, false] },
      'filtered by RUNNING': [true],
      'delete what runs': 'status 9',
      'a cancelled job': { status: 5 },
      'filtered by what failed': [true],
      'get of a deleted job': 'status 5',
      'none left': [],
    });
    told.push(seen);
    // Each as the first one, down to the last field.
    t.strictSame(seen, told[0]);
  });
}

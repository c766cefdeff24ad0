import { inspect } from 'node:util';
import { Code, ConnectError } from '@connectrpc/connect';
import t from 'tap';
import { createTrainingClient, ModelType, TrainingError, TrainingStatus } from '../../../daemon/training/node.ts';
import { credentials, trainingCloud } from '../../support/training-cloud.ts';

const submission = ['org', 'data', 'birds', '1', ModelType.SINGLE_LABEL_CLASSIFICATION, ['wren']] as const;

t.test('arguments in the specified order reach the fields of those names', async (t) => {
  const seen: object[] = [];
  const taken = (id: string) => (request: object) => {
    seen.push(request);
    return { id };
  };
  const { options } = trainingCloud({
    submitTrainingJob: taken('job-1'),
    submitCustomTrainingJob: taken('job-2'),
  });
  const client = createTrainingClient(options);
  t.equal(await client.submitTrainingJob(...submission), 'job-1');
  t.match(seen[0], {
    ...{ organizationId: 'org', datasetId: 'data', modelName: 'birds', modelVersion: '1' },
    ...{ modelType: 1, tags: ['wren'], modelFramework: 0 },
  });
  const more = { arguments: { epochs: '3' }, containerVersion: 'node-24' };
  t.equal(await client.submitCustomTrainingJob('org', 'data', 'local:item', '2', 'birds', '3', more), 'job-2');
  t.match(seen[1], {
    ...{ organizationId: 'org', datasetId: 'data', registryItemId: 'local:item', registryItemVersion: '2' },
    ...{ modelName: 'birds', modelVersion: '3', arguments: { epochs: '3' }, containerVersion: 'node-24' },
  });
});

t.test('RUNNING, which the wire does not know, filters for jobs in progress', async (t) => {
  const filters: number[] = [];
  const { options } = trainingCloud({
    listTrainingJobs({ status }) {
      filters.push(status);
      return { jobs: [] };
    },
  });
  const client = createTrainingClient(options);
  for (const status of [TrainingStatus.RUNNING, TrainingStatus.FAILED, undefined]) {
    t.strictSame(await client.listTrainingJobs('org', status), []);
  }
  t.strictSame(filters, [2, 4, 0]);
});

t.test('a record becomes a plain object with dates; what is absent stays absent', async (t) => {
  const created = { seconds: 1_700_000_000n, nanos: 5_000_000 };
  const metadata = { id: 'a', status: 4, createdOn: created, errorStatus: { code: 13, message: 'exit 1' } };
  const { options } = trainingCloud({ getTrainingJob: ({ id }) => (id === 'a' ? { metadata } : {}) });
  const client = createTrainingClient(options);
  const job = await client.getTrainingJob('a');
  t.strictSame(job?.createdOn, new Date(1_700_000_000_005));
  t.equal(job?.trainingStarted, undefined);
  t.strictSame(job?.errorStatus, { code: 13, message: 'exit 1' });
  t.equal(await client.getTrainingJob('b'), undefined);
});

t.test('cancel and delete give null, as in the official SDK', async (t) => {
  const { options } = trainingCloud({ cancelTrainingJob: () => ({}), deleteCompletedTrainingJob: () => ({}) });
  const client = createTrainingClient(options);
  t.equal(await client.cancelTrainingJob('a'), null);
  t.equal(await client.deleteCompletedTrainingJob('a'), null);
});

t.test('an error of the cloud has a code of the list, its number and its text', async (t) => {
  const { options } = trainingCloud({
    cancelTrainingJob: () => {
      throw new ConnectError('no job with this id', Code.NotFound);
    },
  });
  const error = await createTrainingClient(options)
    .cancelTrainingJob('a')
    .catch((error: unknown) => error);
  t.ok(error instanceof TrainingError);
  t.match(error, { code: 'not-found', status: 5, message: 'no job with this id' });
});

t.test('authenticates once for many calls, and again when the cloud has forgotten the token', async (t) => {
  const { cloud, options } = trainingCloud({ listTrainingJobs: () => ({ jobs: [] }) });
  const client = createTrainingClient(options);
  await Promise.all([client.listTrainingJobs('org'), client.listTrainingJobs('org')]);
  t.equal(cloud.authentications, 1);
  cloud.tokens.clear();
  await Promise.all([client.listTrainingJobs('org'), client.listTrainingJobs('org')]);
  t.ok(cloud.authentications <= 3, 'calls that ran side by side do not each ask again and again');
  await client.listTrainingJobs('org');
  t.ok(cloud.authentications <= 3);
});

t.test('a refused key is unauthenticated, is not asked for again within the call, and is in no text', async (t) => {
  const { cloud, options } = trainingCloud({ listTrainingJobs: () => ({ jobs: [] }) });
  const client = createTrainingClient(options);
  cloud.refuses = true;
  const error = await client.listTrainingJobs('org').catch((error: unknown) => error);
  t.match(error, { code: 'unauthenticated', status: 16 });
  t.equal(cloud.authentications, 1);
  t.notOk(inspect([error, client], { depth: 10 }).includes(credentials.payload));
  cloud.refuses = false;
  t.strictSame(await client.listTrainingJobs('org'), []);
});

t.test('a signal ends a call', async (t) => {
  const { options } = trainingCloud({
    listTrainingJobs: (_request, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  const stop = new AbortController();
  // The cloud in memory keeps the deadline's timer until it is over.
  const client = createTrainingClient({ ...options, timeoutMs: 2000 });
  const call = client.listTrainingJobs('org', undefined, { signal: stop.signal });
  stop.abort();
  await t.rejects(call, { code: 'canceled' });
});

t.test('a cloud that is not there is unavailable, whatever the transport', async (t) => {
  const client = createTrainingClient({ serviceHost: 'http://127.0.0.1:9', credentials, timeoutMs: 10_000 });
  await t.rejects(client.listTrainingJobs('org'), { code: 'unavailable' });
});

import t from 'tap';
import { createTrainingClient, ModelType, type TrainingClient } from '../../../daemon/training/node.ts';
import { credentials, trainingCloud } from '../../support/training-cloud.ts';

const long = 'x'.repeat(201);
/** What cannot be right: the call, and the field that the error names. */
const wrong: Readonly<Record<string, readonly [(client: TrainingClient) => Promise<unknown>, string]>> = {
  'no organization': [(c) => c.submitTrainingJob('', 'd', 'm', '1', 1, ['a']), 'organizationId'],
  'a data set that is no text': [(c) => c.submitTrainingJob('o', 7 as never, 'm', '1', 1, ['a']), 'datasetId'],
  'a name over two lines': [(c) => c.submitTrainingJob('o', 'd', 'm\nn', '1', 1, ['a']), 'modelName'],
  'no version': [(c) => c.submitTrainingJob('o', 'd', 'm', '', 1, ['a']), 'modelVersion'],
  'an unspecified type': [(c) => c.submitTrainingJob('o', 'd', 'm', '1', ModelType.UNSPECIFIED, ['a']), 'modelType'],
  'an unknown type': [(c) => c.submitTrainingJob('o', 'd', 'm', '1', 9 as never, ['a']), 'modelType'],
  'no labels': [(c) => c.submitTrainingJob('o', 'd', 'm', '1', 1, []), 'tags'],
  'an empty label': [(c) => c.submitTrainingJob('o', 'd', 'm', '1', 1, ['a', '']), 'tags.1'],
  'a label twice': [(c) => c.submitTrainingJob('o', 'd', 'm', '1', 1, ['a', 'a']), 'tags'],
  'no script': [(c) => c.submitCustomTrainingJob('o', 'd', '', '1', 'm', '1'), 'registryItemId'],
  'no version of the script': [(c) => c.submitCustomTrainingJob('o', 'd', 'r', '', 'm', '1'), 'registryItemVersion'],
  'an argument like an option': [
    (c) => c.submitCustomTrainingJob('o', 'd', 'r', '1', 'm', '1', { arguments: { '--x': '1' } }),
    'arguments.--x',
  ],
  'no id to get': [(c) => c.getTrainingJob(''), 'id'],
  'too long an id to cancel': [(c) => c.cancelTrainingJob(long), 'id'],
  'no id to delete': [(c) => c.deleteCompletedTrainingJob(undefined as never), 'id'],
  'no organization to list': [(c) => c.listTrainingJobs(''), 'organizationId'],
  'an unknown status': [(c) => c.listTrainingJobs('o', 7 as never), 'status'],
  'no id to read logs of': [(c) => c.getTrainingJobLogs(''), 'id'],
};

for (const [name, [call, field]] of Object.entries(wrong)) {
  t.test(`${name}: the field is named, and nothing is sent`, async (t) => {
    const { cloud, options } = trainingCloud();
    const error = await call(createTrainingClient(options)).catch((error: unknown) => error);
    t.match(error, { code: 'invalid-argument', status: 3, field });
    t.match((error as Error).message, new RegExp(`^${field.replaceAll('.', '\\.')} `));
    t.strictSame([cloud.authentications, cloud.calls], [0, []]);
  });
}

t.test('options that cannot be right are refused at once', async (t) => {
  const made = (given: object) => () =>
    createTrainingClient({ serviceHost: 'https://a.example', credentials, ...given });
  t.throws(made({ serviceHost: 'ftp://a.example' }), { code: 'invalid-argument', field: 'serviceHost' });
  t.throws(made({ credentials: { ...credentials, type: 'robot-secret' } }), {
    code: 'invalid-argument',
    field: 'credentials.type',
  });
  t.throws(made({ credentials: { ...credentials, authEntity: '' } }), {
    code: 'invalid-argument',
    field: 'credentials.authEntity',
  });
  t.throws(made({ timeoutMs: 0 }), { code: 'invalid-argument', field: 'timeoutMs' });
});

t.test('an address without a scheme means https, as the specification has it', async (t) => {
  const bases: string[] = [];
  const { options } = trainingCloud();
  const transport: typeof options.transport = (given) => {
    bases.push(given.baseUrl);
    return options.transport(given);
  };
  createTrainingClient({ ...options, serviceHost: 'app.example.com:443', transport });
  createTrainingClient({ ...options, serviceHost: 'http://127.0.0.1:8082/', transport });
  t.strictSame([...new Set(bases)], ['https://app.example.com', 'http://127.0.0.1:8082']);
});

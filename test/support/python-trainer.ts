import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { ModelType, TrainingStatus } from '../../daemon/training/words.ts';
import { type Key, type SeenJob, StatusError, type Trainer, type TrainerKind, timesOf } from './trainer.ts';

const protos = fileURLToPath(new URL('../../daemon/wire', import.meta.url));
const program = fileURLToPath(new URL('../clients/python-app.py', import.meta.url));
const service = 'viam.app.mltraining.v1.MLTrainingService';

/** As protobuf's JSON has it: enumerations by their names. */
type Job = Omit<SeenJob, 'status' | 'modelType' | 'errorCode' | 'hasModel' | 'times'> & {
  readonly status: string;
  readonly modelType: string;
  readonly syncedModelId: string;
  readonly createdOn?: unknown;
  readonly errorStatus?: { readonly code: number };
};

const numberOf = (words: Readonly<Record<string, number>>, prefix: string, name: string): number =>
  words[name.replace(prefix, '')] ?? -1;

const seen = (job: Job): SeenJob => ({
  ...{ id: job.id, organizationId: job.organizationId, datasetId: job.datasetId },
  status: numberOf(TrainingStatus, 'TRAINING_STATUS_', job.status),
  modelType: numberOf(ModelType, 'MODEL_TYPE_', job.modelType),
  ...{ modelName: job.modelName, modelVersion: job.modelVersion, tags: job.tags },
  ...{ isCustomJob: job.isCustomJob, registryItemId: job.registryItemId, registryItemVersion: job.registryItemVersion },
  ...{ errorCode: job.errorStatus?.code ?? 0, hasModel: job.syncedModelId !== '', times: timesOf(job) },
});

type Answer = { readonly reply: unknown } | { readonly status: number; readonly text: string };

/** Debian's Python gRPC (its C core), which knows the service from the .proto files alone. */
export const pythonTrainer: TrainerKind = {
  name: 'Python gRPC (C core)',
  async open(url: string, { id, key }: Key): Promise<Trainer> {
    const folder = await mkdtemp(join(tmpdir(), 'machine-agent-trainer-'));
    const image = join(folder, 'image.binpb');
    await execa('buf', ['build', '-o', image], { cwd: protos, preferLocal: true, localDir: protos, timeout: 60_000 });
    const around = { buffer: false, reject: false } as const;
    const running = execa('/usr/bin/python3', [program, new URL(url).host, image], around);
    const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]();
    let metadata: object = {};

    async function ask<R>(given: object): Promise<R> {
      running.stdin.write(`${JSON.stringify({ metadata, ...given })}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the Python app has ended');
      const answer = JSON.parse(value) as Answer;
      if ('status' in answer) throw new StatusError(answer.status, answer.text);
      return answer.reply as R;
    }
    const call = <R>(method: string, request: object = {}) => ask<R>({ service, method, request });
    async function close(): Promise<void> {
      running.stdin.end();
      await running;
      await rm(folder, { recursive: true, force: true });
    }

    try {
      const credentials = { type: 'api-key', payload: key };
      const auth = { service: 'proto.rpc.v1.AuthService', method: 'Authenticate' };
      const { accessToken } = await ask<{ accessToken: string }>({ ...auth, request: { entity: id, credentials } });
      metadata = { authorization: `Bearer ${accessToken}` };
    } catch (error) {
      await close();
      throw error;
    }
    return {
      async submit(organizationId, datasetId, modelName, modelVersion, modelType, tags) {
        const request = { organizationId, datasetId, modelName, modelVersion, modelType, tags };
        return (await call<{ id: string }>('SubmitTrainingJob', request)).id;
      },
      async submitCustom(organizationId, datasetId, registryItemId, registryItemVersion, modelName, modelVersion) {
        const script = { registryItemId, registryItemVersion };
        const request = { organizationId, datasetId, ...script, modelName, modelVersion };
        return (await call<{ id: string }>('SubmitCustomTrainingJob', request)).id;
      },
      async get(id) {
        const { metadata: job } = await call<{ metadata?: Job }>('GetTrainingJob', { id });
        return job && seen(job);
      },
      async list(organizationId, status = 0) {
        return (await call<{ jobs: Job[] }>('ListTrainingJobs', { organizationId, status })).jobs.map(seen);
      },
      async cancel(id) {
        await call('CancelTrainingJob', { id });
      },
      async remove(id) {
        await call('DeleteCompletedTrainingJob', { id });
      },
      async logs(id) {
        const { logs } = await call<{ logs: { message: string }[] }>('GetTrainingJobLogs', { id });
        return logs.map(({ message }) => message);
      },
      async containers() {
        const { containerMap } = await call<{ containerMap: object }>('ListSupportedContainers');
        return Object.keys(containerMap).sort();
      },
      close,
    };
  },
};

import * as browser from '../../daemon/training/browser.ts';
import * as node from '../../daemon/training/node.ts';
import { StatusError, type TrainerKind, timesOf } from './trainer.ts';

async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof node.TrainingError) throw new StatusError(error.status, error.message);
    throw error;
  }
}

const seen = (job: node.TrainingJob) => ({
  ...{ id: job.id, status: job.status, organizationId: job.organizationId, datasetId: job.datasetId },
  ...{ modelName: job.modelName, modelVersion: job.modelVersion, modelType: job.modelType, tags: job.tags },
  ...{ isCustomJob: job.isCustomJob, registryItemId: job.registryItemId, registryItemVersion: job.registryItemVersion },
  ...{ errorCode: job.errorStatus?.code ?? 0, hasModel: job.syncedModelId !== '', times: timesOf(job) },
});

const trainer = (name: string, entry: typeof node | typeof browser): TrainerKind => ({
  name,
  async open(serviceHost, { id, key }) {
    const credentials = { type: 'api-key', authEntity: id, payload: key } as const;
    const client = entry.createTrainingClient({ serviceHost, credentials });
    return {
      submit: (org, data, model, version, type, tags) =>
        told(client.submitTrainingJob(org, data, model, version, type as node.ModelType, tags)),
      submitCustom: (...given) => told(client.submitCustomTrainingJob(...given)),
      async get(id) {
        const job = await told(client.getTrainingJob(id));
        return job && seen(job);
      },
      list: async (org, status) =>
        (await told(client.listTrainingJobs(org, status as node.TrainingStatus | undefined))).map(seen),
      cancel: async (id) => void (await told(client.cancelTrainingJob(id))),
      remove: async (id) => void (await told(client.deleteCompletedTrainingJob(id))),
      logs: async (id) => (await told(client.getTrainingJobLogs(id))).logs.map(({ message }) => message),
      containers: async () => (await told(client.listSupportedContainers())).map((one) => one.key).sort(),
      close: async () => {},
    };
  },
});

export const ours = trainer('our client, gRPC', node);
export const oursInBrowser = trainer("our client's browser entry, gRPC-web", browser);

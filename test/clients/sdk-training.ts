// The official TypeScript SDK's training client, as an app uses it.
import { createGrpcTransport } from '@connectrpc/connect-node';
import * as sdk from '@viamrobotics/sdk';
import { type SeenJob, StatusError, type Trainer, type TrainerKind, timesOf } from '../support/trainer.ts';

type Job = Omit<SeenJob, 'errorCode' | 'hasModel' | 'times'> & {
  readonly syncedModelId: string;
  readonly createdOn?: unknown;
  readonly errorStatus?: { readonly code: number };
};
type Client = {
  submitTrainingJob(...given: Parameters<Trainer['submit']>): Promise<string>;
  submitCustomTrainingJob(...given: Parameters<Trainer['submitCustom']>): Promise<string>;
  getTrainingJob(id: string): Promise<Job | undefined>;
  listTrainingJobs(organization: string, status?: number): Promise<readonly Job[]>;
  cancelTrainingJob(id: string): Promise<null>;
  deleteCompletedTrainingJob(id: string): Promise<null>;
  /** What the wrapper leaves out is reached through the client behind it. */
  readonly client: {
    getTrainingJobLogs(request: { id: string }): Promise<{ readonly logs: readonly { readonly message: string }[] }>;
    listSupportedContainers(request: object): Promise<{ readonly containerMap: Readonly<Record<string, object>> }>;
  };
};
/** What is used of it: its own declarations cannot be read with Node's rules for ES modules. */
const { createViamClient } = sdk as unknown as {
  createViamClient(options: object): Promise<{ readonly mlTrainingClient: Client }>;
};

async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { code, rawMessage } = error as { readonly code?: number; readonly rawMessage?: string };
    throw code === undefined ? error : new StatusError(code, rawMessage ?? '');
  }
}

const seen = (job: Job): SeenJob => ({
  ...{ id: job.id, status: job.status, organizationId: job.organizationId, datasetId: job.datasetId },
  ...{ modelName: job.modelName, modelVersion: job.modelVersion, modelType: job.modelType, tags: job.tags },
  ...{ isCustomJob: job.isCustomJob, registryItemId: job.registryItemId, registryItemVersion: job.registryItemVersion },
  ...{ errorCode: job.errorStatus?.code ?? 0, hasModel: job.syncedModelId !== '', times: timesOf(job) },
});

const trainer = (client: Client): Trainer => ({
  submit: (...given) => told(client.submitTrainingJob(...given)),
  submitCustom: (...given) => told(client.submitCustomTrainingJob(...given)),
  async get(id) {
    const job = await told(client.getTrainingJob(id));
    return job && seen(job);
  },
  list: async (organization, status) => (await told(client.listTrainingJobs(organization, status))).map(seen),
  async cancel(id) {
    await told(client.cancelTrainingJob(id));
  },
  async remove(id) {
    await told(client.deleteCompletedTrainingJob(id));
  },
  logs: async (id) => (await told(client.client.getTrainingJobLogs({ id }))).logs.map(({ message }) => message),
  containers: async () => Object.keys((await told(client.client.listSupportedContainers({}))).containerMap).sort(),
  close: async () => {},
});

/** Where the SDK looks for another transport. */
const place = globalThis as { VIAM?: { GRPC_TRANSPORT_FACTORY(options: { baseUrl: string }): unknown } };

const kind = (name: string, transport: 'grpc' | 'grpc-web'): TrainerKind => ({
  name,
  async open(serviceHost, { id, key }) {
    const credentials = { type: 'api-key', authEntity: id, payload: key };
    if (transport === 'grpc') {
      place.VIAM = { GRPC_TRANSPORT_FACTORY: (options) => createGrpcTransport({ httpVersion: '2', ...options }) };
    }
    try {
      return trainer((await told(createViamClient({ serviceHost, credentials }))).mlTrainingClient);
    } finally {
      delete place.VIAM;
    }
  },
});

export const sdkTrainer = kind('the official TypeScript SDK, gRPC-web', 'grpc-web');
export const sdkTrainerOverGrpc = kind('the official TypeScript SDK, gRPC', 'grpc');

import { createClient, type Interceptor, type Transport } from '@connectrpc/connect';
import * as z from 'zod';
import { Secret } from '../../netplan/secret.ts';
import { MLTrainingService } from '../wire/generated/viam/app/mltraining/v1/ml_training_pb.js';
import { authenticated } from './authentication.ts';
import { trainingError } from './errors.ts';
import { checked, customSubmission, jobId, jobSubmission, listing, logPage } from './inputs.ts';
import {
  containerFrom,
  jobFrom,
  logEntryFrom,
  type TrainingContainer,
  type TrainingJob,
  type TrainingLogEntry,
} from './job.ts';
import type { ModelFramework, ModelType, TrainingStatus } from './words.ts';

export type TrainingClientOptions = {
  /** The cloud's address. Without a scheme `https` is meant; `http` sends the key in the clear. */
  readonly serviceHost: string;
  /** An API key with owner permission in the organization. */
  readonly credentials: {
    readonly type: 'api-key';
    /** The id of the key. */
    readonly authEntity: string;
    /** The key. */
    readonly payload: string;
  };
  /** How calls travel, instead of the usual way of this entry (Node.js: gRPC; a browser: gRPC-web). */
  readonly transport?: MakeTransport;
  /** Of one call, in milliseconds; 30,000. */
  readonly timeoutMs?: number;
};

export type MakeTransport = (options: { readonly baseUrl: string; readonly interceptors: Interceptor[] }) => Transport;

export type CallOptions = { readonly signal?: AbortSignal };

/** Every call rejects with a `TrainingError`, and with nothing else. */
export type TrainingClient = {
  /** @returns the id of the job */
  submitTrainingJob(
    organizationId: string,
    datasetId: string,
    modelName: string,
    /** Differs from every earlier version of the model. */
    modelVersion: string,
    modelType: ModelType,
    /** The labels to train on. */
    tags: readonly string[],
    options?: CallOptions & { readonly modelFramework?: ModelFramework },
  ): Promise<string>;
  /** Runs a training script of the registry. @returns the id of the job */
  submitCustomTrainingJob(
    organizationId: string,
    datasetId: string,
    registryItemId: string,
    registryItemVersion: string,
    modelName: string,
    modelVersion: string,
    options?: CallOptions & {
      readonly arguments?: Readonly<Record<string, string>>;
      readonly containerVersion?: string;
    },
  ): Promise<string>;
  /** `undefined`: the cloud has answered without a record. A job that is not there is the error `not-found`. */
  getTrainingJob(id: string, options?: CallOptions): Promise<TrainingJob | undefined>;
  /** Without a status: every job of the organization. */
  listTrainingJobs(organizationId: string, status?: TrainingStatus, options?: CallOptions): Promise<TrainingJob[]>;
  cancelTrainingJob(id: string, options?: CallOptions): Promise<null>;
  /** Of a job that has succeeded or failed, or was cancelled. */
  deleteCompletedTrainingJob(id: string, options?: CallOptions): Promise<null>;
  /** A page of what a custom job has written, oldest first; an empty `nextPageToken` says that there is no more yet. */
  getTrainingJobLogs(
    id: string,
    pageToken?: string,
    options?: CallOptions,
  ): Promise<{ readonly logs: TrainingLogEntry[]; readonly nextPageToken: string }>;
  /** What custom jobs can run in. */
  listSupportedContainers(options?: CallOptions): Promise<TrainingContainer[]>;
};

const longest = 1024;
const options = z.object({
  serviceHost: z
    .string()
    .transform((host) => (host.includes('://') ? host : `https://${host}`))
    .refine((host) => URL.canParse(host) && /^https?:$/.test(new URL(host).protocol), {
      error: 'must be an http or https address',
    }),
  credentials: z.object({
    type: z.literal('api-key', { error: 'must be "api-key"' }),
    authEntity: z.string().min(1, { error: 'must not be empty' }).max(longest),
    payload: z.string().min(1, { error: 'must not be empty' }).max(longest),
  }),
  timeoutMs: z.int().min(1).max(3_600_000).default(30_000),
});

/** @throws TrainingError `invalid-argument` where the options cannot be right; nothing is sent before the first call */
export function trainingClient(given: TrainingClientOptions, usual: MakeTransport): TrainingClient {
  const { serviceHost, credentials, timeoutMs } = checked(options, given);
  const make = given.transport ?? usual;
  const baseUrl = new URL(serviceHost).origin;
  const plain = () => make({ baseUrl, interceptors: [] });
  const key = { entity: credentials.authEntity, key: new Secret(credentials.payload) };
  const interceptors = [authenticated(plain, key, timeoutMs)];
  const client = createClient(MLTrainingService, make({ baseUrl, interceptors }));

  async function told<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw trainingError(error);
    }
  }
  const within = ({ signal }: CallOptions = {}) => ({ timeoutMs, ...(signal === undefined ? {} : { signal }) });

  return {
    submitTrainingJob: (organizationId, datasetId, modelName, modelVersion, modelType, tags, more) =>
      told(async () => {
        const { modelFramework } = more ?? {};
        const given = { organizationId, datasetId, modelName, modelVersion, modelType, tags, modelFramework };
        return (await client.submitTrainingJob(checked(jobSubmission, given), within(more))).id;
      }),
    submitCustomTrainingJob: (organizationId, datasetId, registryItemId, version, modelName, modelVersion, more) =>
      told(async () => {
        const { arguments: args, containerVersion } = more ?? {};
        const script = { registryItemId, registryItemVersion: version, arguments: args, containerVersion };
        const given = { organizationId, datasetId, modelName, modelVersion, ...script };
        return (await client.submitCustomTrainingJob(checked(customSubmission, given), within(more))).id;
      }),
    getTrainingJob: (id, more) =>
      told(async () => {
        const { metadata } = await client.getTrainingJob(checked(jobId, { id }), within(more));
        return metadata && jobFrom(metadata);
      }),
    listTrainingJobs: (organizationId, status, more) =>
      told(async () => {
        const { jobs } = await client.listTrainingJobs(checked(listing, { organizationId, status }), within(more));
        return jobs.map(jobFrom);
      }),
    cancelTrainingJob: (id, more) =>
      told(async () => {
        await client.cancelTrainingJob(checked(jobId, { id }), within(more));
        return null;
      }),
    deleteCompletedTrainingJob: (id, more) =>
      told(async () => {
        await client.deleteCompletedTrainingJob(checked(jobId, { id }), within(more));
        return null;
      }),
    getTrainingJobLogs: (id, pageToken, more) =>
      told(async () => {
        const { pageToken: token } = checked(logPage, { id, pageToken });
        const page = { id, ...(token === undefined ? {} : { pageToken: token }) };
        const { logs, nextPageToken } = await client.getTrainingJobLogs(page, within(more));
        return { logs: logs.map(logEntryFrom), nextPageToken };
      }),
    listSupportedContainers: (more) =>
      told(async () => {
        const { containerMap } = await client.listSupportedContainers({}, within(more));
        return Object.values(containerMap).map(containerFrom);
      }),
  };
}

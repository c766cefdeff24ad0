import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { HandlerContext, ServiceImpl } from '@connectrpc/connect';
import { checked, customSubmission, jobId, jobSubmission, listing, logPage } from '../../../daemon/training/inputs.ts';
import { isOver, type TrainingStatus } from '../../../daemon/training/words.ts';
import type {
  MLTrainingService,
  TrainingJobMetadataSchema,
} from '../../../daemon/wire/generated/viam/app/mltraining/v1/ml_training_pb.js';
import { CloudError, notFound } from '../errors.ts';
import { containers } from '../jobs/containers.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Job } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { callerOf } from './calls.ts';

/** `viam.app.mltraining.v1.MLTrainingService`, whole. Inputs are held against the same schemas as in our client. */
export function trainingService(store: Store, runner: JobRunner): ServiceImpl<typeof MLTrainingService> {
  /** Who asks comes before what is asked: an id that exists is nobody's business. */
  function asOwner(context: HandlerContext): void {
    if (callerOf(context).permission === 'owner') return;
    throw new CloudError('forbidden', 'Training needs an API key with owner permission.');
  }
  function inOrganization(id: string): void {
    if (id !== store.organization) {
      throw new CloudError('forbidden', 'This key has no owner permission in that organization.');
    }
  }
  function known(id: string): Job {
    const job = store.jobs.get(checked(jobId, { id }).id);
    if (job === undefined) throw notFound('training job with this id');
    return job;
  }
  function hasDataset(id: string): void {
    if (!store.datasets.has(id)) throw notFound('data set with this id');
  }

  return {
    submitTrainingJob(request, context) {
      asOwner(context);
      const { organizationId, ...submission } = checked(jobSubmission, request);
      inOrganization(organizationId);
      hasDataset(submission.datasetId);
      return { id: store.jobs.submit(organizationId, { ...submission, custom: undefined }).id };
    },
    submitCustomTrainingJob(request, context) {
      asOwner(context);
      const given = checked(customSubmission, request);
      const { organizationId, datasetId, modelName, modelVersion, registryItemId: item } = given;
      inOrganization(organizationId);
      hasDataset(datasetId);
      const version = given.registryItemVersion;
      if (store.registry.get(item, version) === undefined) throw notFound('such version of this registry item');
      const container = given.containerVersion;
      if (container !== '' && !containers().some(({ key }) => key === container)) {
        throw new CloudError('invalid', 'containerVersion is none of the supported containers');
      }
      const custom = { item, version, arguments: given.arguments, container };
      const model = { datasetId, modelName, modelVersion, modelType: 0, modelFramework: 0, tags: [] };
      return { id: store.jobs.submit(organizationId, { ...model, custom }).id };
    },
    getTrainingJob({ id }, context) {
      asOwner(context);
      return { metadata: metadataFrom(known(id)) };
    },
    listTrainingJobs(request, context) {
      asOwner(context);
      const { organizationId, status } = checked(listing, request);
      inOrganization(organizationId);
      return { jobs: store.jobs.list(organizationId, status as TrainingStatus).map(metadataFrom) };
    },
    cancelTrainingJob({ id }, context) {
      asOwner(context);
      const job = known(id);
      if (isOver(job.status)) throw new CloudError('precondition', 'The job has ended already.');
      runner.cancel(job);
      return {};
    },
    async deleteCompletedTrainingJob({ id }, context) {
      asOwner(context);
      await runner.remove(known(id));
      return {};
    },
    getTrainingJobLogs(request, context) {
      asOwner(context);
      const { id, pageToken = '' } = checked(logPage, request);
      if (!/^\d{0,15}$/.test(pageToken)) throw new CloudError('invalid', 'pageToken is none of ours');
      const lines = store.lines.after(known(id).id, Number(pageToken));
      const logs = lines.map(({ level, time, message }) => ({ level, message, time: timestampFromMs(time) }));
      return { logs, nextPageToken: String(lines.at(-1)?.id ?? '') };
    },
    listSupportedContainers(_request, context) {
      asOwner(context);
      return { containerMap: Object.fromEntries(containers().map((container) => [container.key, container])) };
    },
  };
}

export function metadataFrom(job: Job): MessageInitShape<typeof TrainingJobMetadataSchema> {
  const { submission, error } = job;
  const { custom, tags, ...model } = submission;
  return {
    ...{ id: job.id, status: job.status, organizationId: job.organization, syncedModelId: job.model },
    ...{ ...model, tags: [...tags], isCustomJob: custom !== undefined },
    ...(custom && { registryItemId: custom.item, registryItemVersion: custom.version }),
    ...(custom && { arguments: { ...custom.arguments }, containerVersion: custom.container }),
    createdOn: timestampFromMs(job.created),
    lastModified: timestampFromMs(job.modified),
    ...(job.started === undefined ? {} : { trainingStarted: timestampFromMs(job.started) }),
    ...(job.ended === undefined ? {} : { trainingEnded: timestampFromMs(job.ended) }),
    ...(error === undefined ? {} : { errorStatus: { code: error.code, message: error.message } }),
  };
}

import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import type {
  Container,
  TrainingJobLogEntry,
  TrainingJobMetadata,
} from '../wire/generated/viam/app/mltraining/v1/ml_training_pb.js';
import type { ModelFramework, ModelType, TrainingStatus } from './words.ts';

/** A job as the cloud knows it; `undefined` is what it has not said. Empty texts are what a job of its kind has not. */
export type TrainingJob = {
  readonly id: string;
  readonly status: TrainingStatus;
  readonly organizationId: string;
  readonly datasetId: string;
  readonly modelName: string;
  readonly modelVersion: string;
  readonly modelType: ModelType;
  readonly modelFramework: ModelFramework;
  readonly tags: readonly string[];
  readonly isCustomJob: boolean;
  readonly registryItemId: string;
  readonly registryItemVersion: string;
  readonly arguments: Readonly<Record<string, string>>;
  readonly containerVersion: string;
  /** Of the model that came of it; empty while there is none. */
  readonly syncedModelId: string;
  /** Why it failed: one of gRPC's status codes, and a sentence. */
  readonly errorStatus: { readonly code: number; readonly message: string } | undefined;
  readonly createdOn: Date | undefined;
  readonly lastModified: Date | undefined;
  readonly trainingStarted: Date | undefined;
  readonly trainingEnded: Date | undefined;
};

export type TrainingLogEntry = {
  readonly level: string;
  readonly time: Date | undefined;
  readonly message: string;
};

export type TrainingContainer = {
  readonly key: string;
  readonly uri: string;
  readonly framework: string;
  readonly description: string;
  /** From then on it is no longer kept up. */
  readonly endOfLife: Date | undefined;
};

const dateOf = (time: Timestamp | undefined): Date | undefined =>
  time === undefined ? undefined : timestampDate(time);

export function jobFrom(message: TrainingJobMetadata): TrainingJob {
  const { id, organizationId, datasetId, modelName, modelVersion, tags, isCustomJob } = message;
  const { registryItemId, registryItemVersion, containerVersion, syncedModelId, errorStatus } = message;
  return {
    ...{ id, organizationId, datasetId, modelName, modelVersion, tags, isCustomJob },
    ...{ registryItemId, registryItemVersion, containerVersion, syncedModelId },
    // Values that are newer than this program stay numbers: `nameOf` shows them.
    status: message.status as TrainingStatus,
    modelType: message.modelType as ModelType,
    modelFramework: message.modelFramework as ModelFramework,
    arguments: { ...message.arguments },
    errorStatus: errorStatus && { code: errorStatus.code, message: errorStatus.message },
    createdOn: dateOf(message.createdOn),
    lastModified: dateOf(message.lastModified),
    trainingStarted: dateOf(message.trainingStarted),
    trainingEnded: dateOf(message.trainingEnded),
  };
}

export const logEntryFrom = ({ level, time, message }: TrainingJobLogEntry): TrainingLogEntry => ({
  level,
  time: dateOf(time),
  message,
});

export const containerFrom = ({ key, uri, framework, description, eol }: Container): TrainingContainer => ({
  ...{ key, uri, framework, description },
  endOfLife: dateOf(eol),
});

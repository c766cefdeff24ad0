// All that both entries of `machine-agent/training` export, beside their own way to make a client.
export type { CallOptions, MakeTransport, TrainingClient, TrainingClientOptions } from './client.ts';
export { TrainingError, type TrainingErrorCode, trainingStatuses } from './errors.ts';
export { trainingLimits } from './inputs.ts';
export type { TrainingContainer, TrainingJob, TrainingLogEntry } from './job.ts';
export { isOver, ModelFramework, ModelType, nameOf, TrainingStatus } from './words.ts';

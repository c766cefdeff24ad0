// `machine-agent/training` in a browser, and wherever there is `fetch`: nothing here or below needs Node.js.
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { type TrainingClient, type TrainingClientOptions, trainingClient } from './client.ts';

export * from './api.ts';

/**
 * A client for the training jobs of an organization, over gRPC-web, which the cloud has to allow for the page's origin.
 * @throws TrainingError `invalid-argument`; the key is tried with the first call
 */
export const createTrainingClient = (options: TrainingClientOptions): TrainingClient =>
  trainingClient(options, (transport) => createGrpcWebTransport(transport));

// `machine-agent/training` in Node.js.
import { createGrpcTransport } from '@connectrpc/connect-node';
import { type TrainingClient, type TrainingClientOptions, trainingClient } from './client.ts';

export * from './api.ts';

/** A list of every job of a large organization; more than any reply should have, in bytes. */
const longestReply = 32 * 1024 * 1024;

/**
 * A client for the training jobs of an organization, over gRPC (HTTP/2, also without TLS where the address says `http`).
 * @throws TrainingError `invalid-argument`; the key is tried with the first call
 */
export const createTrainingClient = (options: TrainingClientOptions): TrainingClient =>
  trainingClient(options, (transport) => createGrpcTransport({ ...transport, readMaxBytes: longestReply }));

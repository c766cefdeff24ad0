// Loaded when the portal opens, never at the agent's start: connect and protobuf-es take time and memory that a machine
// that is online does not need. Everything else refers to this module by `import()` and by its types.
import { createConnectRouter } from '@connectrpc/connect';
import type { UniversalHandler } from '@connectrpc/connect/protocol';
import type { CommitParts } from './commits.ts';
import { ProvisioningService } from './generated/viam/provisioning/v1/provisioning_pb.ts';
import { appApiLimits } from './limits.ts';
import { provisioningService } from './service.ts';

export type { CommitParts } from './commits.ts';

/** Each method of the service under its path, `/viam.provisioning.v1.ProvisioningService/…`. */
export type Methods = ReadonlyMap<string, UniversalHandler>;

export type AppApi = {
  /** For HTTP/2 without TLS, on a port of its own. */
  readonly grpc: Methods;
  /** gRPC-web and Connect, for the portal's HTTP port. */
  readonly web: Methods;
  endPeriod(): void;
};

/** The app's API, once for a life of the agent: both transports share its state. */
export function appApi(parts: CommitParts): AppApi {
  const { implementation, endPeriod } = provisioningService(parts);
  const methods = (protocols: { grpc: boolean; grpcWeb: boolean; connect: boolean }): Methods => {
    const router = createConnectRouter({
      ...protocols,
      // Nothing here is large, and what cannot be unpacked cannot grow either.
      acceptCompression: [],
      readMaxBytes: appApiLimits.messageBytes,
      maxTimeoutMs: 3_600_000,
    }).service(ProvisioningService, implementation);
    return new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
  };
  return {
    grpc: methods({ grpc: true, grpcWeb: false, connect: false }),
    web: methods({ grpc: false, grpcWeb: true, connect: true }),
    endPeriod,
  };
}

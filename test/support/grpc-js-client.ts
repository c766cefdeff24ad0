import { fileURLToPath } from 'node:url';
import { type Client, credentials, loadPackageDefinition, Metadata, type ServiceError } from '@grpc/grpc-js';
import { load } from '@grpc/proto-loader';
import { type AppClient, type AppClientKind, CallError, type SeenNetwork, type SeenStatus } from './app-client.ts';

const protos = fileURLToPath(new URL('../../portal/rpc', import.meta.url));

type Call = (request: object, metadata: Metadata, done: (error: ServiceError | null, reply: object) => void) => void;

/** The reference implementation for Node.js, with the schema read from the .proto file at run time. */
export const grpcJs: AppClientKind = {
  name: 'grpc-js',
  async open({ app, host = '127.0.0.1' }): Promise<AppClient> {
    const definition = await load('viam/provisioning/v1/provisioning.proto', { includeDirs: [protos], defaults: true });
    const { viam } = loadPackageDefinition(definition) as unknown as {
      viam: { provisioning: { v1: { ProvisioningService: new (...args: unknown[]) => Client } } };
    };
    const client = new viam.provisioning.v1.ProvisioningService(`${host}:${app}`, credentials.createInsecure());
    const call = <R>(method: string, request: object = {}, metadata = new Metadata()) =>
      new Promise<R>((resolve, reject) => {
        const run = (client as unknown as Record<string, Call>)[method] as Call;
        run.call(client, request, metadata, (error, reply) => {
          if (error === null) resolve(reply as R);
          else reject(new CallError(error.code, error.details));
        });
      });
    return {
      async status() {
        const reply = await call<SeenStatus & { latestConnectionAttempt: SeenNetwork | null }>('getSmartMachineStatus');
        return { ...reply, latestConnectionAttempt: reply.latestConnectionAttempt ?? undefined };
      },
      networks: async () => (await call<{ networks: SeenNetwork[] }>('getNetworkList')).networks,
      setNetwork: (type, ssid, psk) => call('setNetworkCredentials', { type, ssid, psk }),
      async setCredentials(cloud, ownershipCode) {
        const metadata = new Metadata();
        if (ownershipCode !== undefined) metadata.set('ownership-code', ownershipCode);
        await call('setSmartMachineCredentials', cloud === undefined ? {} : { cloud }, metadata);
      },
      exit: () => call('exitProvisioning'),
      close: async () => client.close(),
    };
  },
};

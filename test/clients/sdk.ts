// The official TypeScript SDK, as an app maker uses it. A package of its own (see package.json here), because it stands
// on connect 1 and protobuf-es 1.
import { createGrpcTransport } from '@connectrpc/connect-node';
import * as sdk from '@viamrobotics/sdk';
import {
  type AppClient,
  type AppClientKind,
  CallError,
  type GivenCloud,
  type SeenNetwork,
  type SeenStatus,
} from '../support/app-client.ts';

/** What is used of it: its own declarations cannot be read with Node's rules for ES modules. */
type Sdk = {
  createViamClient(options: object): Promise<{ readonly provisioningClient: ProvisioningClient }>;
  readonly provisioningApi: { readonly CloudConfig: new (cloud: GivenCloud) => object };
};
type ProvisioningClient = {
  getSmartMachineStatus(): Promise<SeenStatus>;
  getNetworkList(): Promise<readonly SeenNetwork[]>;
  setNetworkCredentials(type: string, ssid: string, psk: string): Promise<void>;
  setSmartMachineCredentials(cloud?: object): Promise<void>;
  /** What the wrapper leaves out is reached as apps do it: through the client behind it. */
  readonly client: {
    exitProvisioning(request: object): Promise<object>;
    setSmartMachineCredentials(request: object, options: { headers: Record<string, string> }): Promise<object>;
  };
};
const { createViamClient, provisioningApi } = sdk as unknown as Sdk;

/** An access token is sent along and not looked at; with any other credential the SDK would ask the cloud first. */
const credentials = { type: 'access-token', payload: 'unused' };

async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { code, rawMessage } = error as { readonly code?: number; readonly rawMessage?: string };
    throw code === undefined ? error : new CallError(code, rawMessage ?? '');
  }
}

const seen = ({ type, ssid, security, signal, connected, lastError }: SeenNetwork): SeenNetwork => ({
  ...{ type, ssid, security, signal, connected, lastError },
});

const appClient = (app: ProvisioningClient): AppClient => ({
  async status() {
    const reply = await told(app.getSmartMachineStatus());
    const { fragmentId, model, manufacturer } = reply.provisioningInfo;
    const { hasSmartMachineCredentials, isOnline, latestConnectionAttempt, errors, agentVersion } = reply;
    return {
      provisioningInfo: { fragmentId, model, manufacturer },
      ...{ hasSmartMachineCredentials, isOnline, errors, agentVersion },
      latestConnectionAttempt: latestConnectionAttempt && seen(latestConnectionAttempt),
    };
  },
  networks: async () => (await told(app.getNetworkList())).map(seen),
  setNetwork: (type, ssid, psk) => told(app.setNetworkCredentials(type, ssid, psk)),
  async setCredentials(given, ownershipCode) {
    const cloud = given && new provisioningApi.CloudConfig(given);
    if (ownershipCode === undefined) return told(app.setSmartMachineCredentials(cloud));
    const headers = { 'ownership-code': ownershipCode };
    await told(app.client.setSmartMachineCredentials({ cloud }, { headers }));
  },
  exit: async () => void (await told(app.client.exitProvisioning({}))),
  close: async () => {},
});

/** The SDK's usual transport: gRPC-web over `fetch`, to the portal's own port. */
export const sdkOverGrpcWeb: AppClientKind = {
  name: 'the official TypeScript SDK, gRPC-web',
  async open({ portal, host = '127.0.0.1' }) {
    const client = await createViamClient({ serviceHost: `http://${host}:${portal}`, credentials });
    return appClient(client.provisioningClient);
  },
};

/** Where the SDK looks for another transport. */
const place = globalThis as { VIAM?: { GRPC_TRANSPORT_FACTORY(options: { baseUrl: string }): unknown } };

/** As the SDK's guide for Node.js has it: gRPC over HTTP/2. */
export const sdkOverGrpc: AppClientKind = {
  name: 'the official TypeScript SDK, gRPC',
  async open({ app, host = '127.0.0.1' }) {
    place.VIAM = { GRPC_TRANSPORT_FACTORY: (options) => createGrpcTransport({ httpVersion: '2', ...options }) };
    try {
      const client = await createViamClient({ serviceHost: `http://${host}:${app}`, credentials });
      return appClient(client.provisioningClient);
    } finally {
      delete place.VIAM;
    }
  },
};

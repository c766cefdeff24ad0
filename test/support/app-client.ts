/** What an app reads of one network. */
export type SeenNetwork = {
  readonly type: string;
  readonly ssid: string;
  readonly security: string;
  readonly signal: number;
  readonly connected: boolean;
  readonly lastError: string;
};

export type SeenStatus = {
  readonly provisioningInfo: { readonly fragmentId: string; readonly model: string; readonly manufacturer: string };
  readonly hasSmartMachineCredentials: boolean;
  readonly isOnline: boolean;
  readonly latestConnectionAttempt: SeenNetwork | undefined;
  readonly errors: readonly string[];
  readonly agentVersion: string;
};

export type GivenCloud = {
  readonly id: string;
  readonly secret?: string;
  readonly appAddress: string;
  readonly apiKey?: { readonly id: string; readonly key: string };
};

/** How a call failed, as its client saw it: the status' number and text. */
export class CallError extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** An app with a client library that nobody here wrote. Calls reject with `CallError`. */
export interface AppClient {
  status(): Promise<SeenStatus>;
  networks(): Promise<readonly SeenNetwork[]>;
  setNetwork(type: string, ssid: string, psk: string): Promise<void>;
  setCredentials(cloud: GivenCloud | undefined, ownershipCode?: string): Promise<void>;
  exit(): Promise<void>;
  close(): Promise<void>;
}

export type AppClientKind = {
  readonly name: string;
  /** Some carry gRPC over HTTP/2, some speak gRPC-web to the portal's port. `host`: this machine unless given. */
  open(ports: { readonly app: number; readonly portal: number; readonly host?: string }): Promise<AppClient>;
};

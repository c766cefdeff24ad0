/** What a job looks like to every client. */
export type SeenJob = {
  readonly id: string;
  readonly status: number;
  readonly organizationId: string;
  readonly datasetId: string;
  readonly modelName: string;
  readonly modelVersion: string;
  readonly modelType: number;
  readonly tags: readonly string[];
  readonly isCustomJob: boolean;
  readonly registryItemId: string;
  readonly registryItemVersion: string;
  readonly errorCode: number;
  readonly hasModel: boolean;
  readonly times: readonly boolean[];
};

export type Key = { readonly id: string; readonly key: string };

/** One client for training, whoever wrote it. Every call rejects with a `StatusError`. */
export interface Trainer {
  submit(
    ...given: [org: string, data: string, model: string, version: string, type: number, tags: string[]]
  ): Promise<string>;
  submitCustom(
    ...given: [org: string, data: string, item: string, itemVersion: string, model: string, version: string]
  ): Promise<string>;
  get(id: string): Promise<SeenJob | undefined>;
  list(organization: string, status: number | undefined): Promise<readonly SeenJob[]>;
  cancel(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** The messages of the first page. */
  logs(id: string): Promise<readonly string[]>;
  /** The keys of the containers. */
  containers(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type TrainerKind = {
  readonly name: string;
  /** @throws StatusError when the cloud refuses the key already now */
  open(url: string, key: Key): Promise<Trainer>;
};

/** gRPC's number for why a call was turned down. */
export class StatusError extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

type Timed = Readonly<Record<'createdOn' | 'lastModified' | 'trainingStarted' | 'trainingEnded', unknown>>;

/** Which times are there. */
export const timesOf = ({
  createdOn,
  lastModified,
  trainingStarted,
  trainingEnded,
}: Partial<Timed>): readonly boolean[] =>
  [createdOn, lastModified, trainingStarted, trainingEnded].map((time) => time !== undefined && time !== null);

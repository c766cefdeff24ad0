import type { JoinReason } from '../../netplan/reasons.ts';
import { Secret } from '../../netplan/secret.ts';
import { type Ssid, ssidFromText } from '../../netplan/ssid.ts';
import type {
  Attempt,
  ClientId,
  NetworkRow,
  Outcome,
  PortalStatus,
  ProvisioningSession,
  SavedNetwork,
  Submission,
} from '../../portal/session.ts';

const nothing: Submission = {
  ...{ network: undefined, credentials: undefined, fragmentId: undefined, ownershipCode: undefined, extra: {} },
};

export const row = (ssid: Ssid | string, more: Partial<NetworkRow> = {}): NetworkRow => {
  const bytes = /^[0-9a-f]+$/.test(ssid) && ssid.length % 2 === 0 ? (ssid as Ssid) : ssidFromText(ssid);
  return {
    ...{
      id: `id-${bytes}`,
      ssid: bytes,
      security: 'wpa-psk',
      supported: true,
      signal: 60,
      known: false,
      connected: false,
    },
    ...more,
  };
};

/** A device in memory that keeps the rules of `ProvisioningSession`, and remembers everything it was told. */
export class MemorySession implements ProvisioningSession {
  readonly submissions: { readonly client: ClientId; readonly submission: Submission }[] = [];
  readonly acts: { readonly client: ClientId; readonly kind: 'act' | 'open' | 'poll' }[] = [];
  readonly deliveries: string[] = [];
  readonly exits: ClientId[] = [];
  rescanOutcome: 'done' | 'impossible' | 'dropping-hotspot' = 'done';
  /** Awaited by each `submit` before it answers: a device that is slow to save. */
  slowness: () => Promise<void> = async () => {};
  #status: PortalStatus;
  readonly #staged = new Map<ClientId, Submission>();
  readonly #listeners = new Set<() => void>();

  constructor(status: Partial<PortalStatus> = {}) {
    this.#status = {
      ...{ hostName: 'box1', manufacturer: 'Acme', model: 'Rover', agentVersion: '1.2.3', fragmentId: undefined },
      ...{
        hotspotSsid: ssidFromText('acme-box1'),
        configured: true,
        replacement: 'free',
        online: false,
        internet: 'no',
      },
      ...{ networks: [row('Home'), row('Hall', { signal: 40, security: 'open' })], networksAge: 4000, rescan: 'free' },
      ...{ attempt: undefined, staged: { network: false, credentials: false, fragment: false }, conditions: [] },
      ...{
        limits: { attempt: 75_000, hotspotReturns: 30_000 },
        color: undefined,
        logoFile: undefined,
        extraFields: [],
      },
      ...status,
    };
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  status(): PortalStatus {
    return this.#status;
  }

  savedNetworks: readonly SavedNetwork[] = [];
  saved(): readonly SavedNetwork[] {
    return this.savedNetworks;
  }

  change(status: Partial<PortalStatus>): void {
    this.#status = { ...this.#status, ...status };
    for (const listener of this.#listeners) listener();
  }

  /** The attempt under way goes on, or ends. */
  attempt(part: Partial<Attempt>): void {
    const { attempt } = this.#status;
    if (attempt === undefined) throw new Error('there is no attempt');
    this.change({ attempt: { ...attempt, ...part } });
  }

  fail(reason: JoinReason): void {
    this.attempt({ state: 'failed', reason });
  }

  act(client: ClientId, kind: 'act' | 'open' | 'poll'): void {
    this.acts.push({ client, kind });
  }

  stage(client: ClientId, part: Partial<Submission>): Outcome | undefined {
    const given = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
    const staged = { ...(this.#staged.get(client) ?? nothing), ...given };
    this.#staged.set(client, staged);
    const { network, credentials, fragmentId } = staged;
    const present = { network: !!network, credentials: !!credentials, fragment: !!fragmentId };
    this.change({ staged: present });
    return undefined;
  }

  async submit(client: ClientId, given: Submission): Promise<Outcome> {
    await this.slowness();
    const staged = this.#staged.get(client) ?? nothing;
    const submission = {
      ...given,
      network: given.network ?? staged.network,
      credentials: given.credentials ?? staged.credentials,
    };
    const refused = (refusal: Extract<Outcome, { accepted: false }>['refusal']): Outcome => ({
      ...{ accepted: false, refusal, field: undefined },
    });
    const last = this.submissions.at(-1);
    const { attempt, configured, networks } = this.#status;
    if (attempt?.state === 'waiting' || attempt?.state === 'connecting') {
      const isSame = last?.client === client && readable(last.submission) === readable(submission);
      return isSame ? { accepted: true, attempt } : refused('attempt-in-progress');
    }
    const { network } = submission;
    if (network === undefined && submission.credentials === undefined) return refused('nothing-to-do');
    if (!configured && submission.credentials === undefined) return refused('machine-credentials-required');
    this.submissions.push({ client, submission });
    const id = `attempt-${this.submissions.length}`;
    const waiting = { state: 'waiting', reason: undefined, internet: undefined, addresses: [] } as const;
    const made: Attempt = { id, ssid: ssidOf(submission, networks), ...waiting };
    this.change({ attempt: made });
    return { accepted: true, attempt: made };
  }

  delivered(attempt: string): void {
    this.deliveries.push(attempt);
  }

  exit(client: ClientId): void {
    this.exits.push(client);
  }

  async rescan(): Promise<'done' | 'impossible' | 'dropping-hotspot'> {
    if (this.rescanOutcome === 'done') this.change({ networksAge: 0 });
    return this.rescanOutcome;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function ssidOf({ network }: Submission, networks: readonly NetworkRow[]): Ssid | undefined {
  const choice = network?.network;
  if (choice === undefined) return undefined;
  return 'ssid' in choice ? choice.ssid : networks.find(({ id }) => id === choice.id)?.ssid;
}

/** A submission as plain text, secrets revealed: what a test compares. */
export const readable = (value: unknown): string => JSON.stringify(revealed(value));

const revealed = (value: unknown): unknown => {
  if (value instanceof Secret) return value.reveal();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revealed(part)]));
};

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../netplan/clock.ts';
import { openText } from '../../netplan/digest.ts';
import type {
  ClientId,
  Condition,
  MachineCredentials,
  NetworkRow,
  Outcome,
  PortalStatus,
  ProvisioningSession,
  Refusal,
  Replacement,
  SavedNetwork,
  Submission,
} from '../../portal/session.ts';
import type { Core } from '../appliance/core.ts';
import { isOpen } from '../provisioning/modes.ts';
import type { Settings } from '../settings.ts';
import { CodeGuard } from './code-guard.ts';
import { LastScan } from './last-scan.ts';
import { rowsFrom } from './rows.ts';
import { savedNetworks } from './saved.ts';
import { merge, nothing, Staging } from './staging.ts';
import { attemptOf, statusOf } from './status.ts';
import { checked, newIn, replaces } from './submission.ts';

const rememberedRows = 512;
const rememberedClients = 256;

/** What people give beside a network, written whole or not at all. */
export interface Keeping {
  /** Whether a usable file, or one that was usable once, is there: then it is not simply replaced. */
  readonly taken: boolean;
  /** What is in the file; `undefined`: nothing usable. */
  readonly current: MachineCredentials | undefined;
  writeCredentials(credentials: MachineCredentials): Promise<void>;
  writeProvisioned(provisioned: {
    readonly fragmentId: string | undefined;
    readonly extra: Submission['extra'];
  }): Promise<void>;
}

export type SessionParts = {
  readonly core: Core;
  readonly clock: Clock;
  readonly hostName: string;
  readonly agentVersion: string;
  readonly settings: () => Settings;
  readonly conditions: () => readonly Condition[];
  readonly keeping: Keeping;
  /** Looks for networks now; rejects where the radio cannot beside its hotspot. */
  readonly scan: () => Promise<void>;
};

/** The device as every door sees it: page, REST and gRPC share this one. */
export class Session implements ProvisioningSession {
  readonly #parts: SessionParts;
  readonly #staging = new Staging();
  readonly #guard = new CodeGuard();
  readonly #rows = new Map<string, NetworkRow>();
  readonly #lastScan = new LastScan();
  readonly #opened = new Set<ClientId>();
  #accepted: { readonly attempt: string; readonly digest: string } | undefined;
  #accepting = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    parts.core.onChange(({ before, state }) => {
      if (before.mode.kind === 'hotspot' && state.mode.kind !== 'hotspot') this.#endPeriod();
      // Also before anybody asks: a radio that becomes a hotspot may forget what it has heard.
      if (before.observation !== state.observation) this.#lastScan.list(this.#visible(), state.observation.scannedAt);
    });
  }

  /** What a hotspot period brought ends with it: staged values, shown rows, and who had opened the page. */
  #endPeriod(): void {
    this.#staging.clear();
    this.#rows.clear();
    this.#lastScan.clear();
    this.#opened.clear();
  }

  get #replacement(): Replacement {
    if (!this.#parts.keeping.taken) return 'free';
    return this.#parts.settings().network_configuration.ownership_code === undefined ? 'refused' : 'with-code';
  }

  /** What was given is being written. The submission says so to the machine, once its reply can be waited for. */
  get accepting(): boolean {
    return this.#accepting;
  }

  status(): PortalStatus {
    const { core, clock, hostName, agentVersion, settings, conditions } = this.#parts;
    const status = statusOf(core.state, {
      hostName,
      agentVersion,
      settings: settings(),
      rules: core.rules,
      replacement: this.#replacement,
      conditions: conditions(),
      staged: this.#staging.present,
      at: clock.now(),
    });
    const networks = this.#lastScan.list(status.networks, core.state.observation.scannedAt);
    for (const row of networks) this.#show(row);
    return { ...status, networks };
  }

  saved(): readonly SavedNetwork[] {
    const { core, clock } = this.#parts;
    return savedNetworks(core.state, core.rules, clock.now());
  }

  #show(row: NetworkRow): void {
    this.#rows.delete(row.id);
    this.#rows.set(row.id, row);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > rememberedRows && oldest !== undefined) this.#rows.delete(oldest);
  }

  act(client: ClientId, kind: 'act' | 'open' | 'poll'): void {
    const first = kind === 'open' && !this.#opened.has(client);
    if (first && this.#opened.size < rememberedClients) this.#opened.add(client);
    this.#parts.core.take({ kind: 'activity', deliberate: kind === 'act' || first });
  }

  stage(client: ClientId, part: Partial<Submission>): Outcome | undefined {
    this.act(client, 'act');
    const outcome = this.#owns(part);
    if (outcome === undefined) this.#staging.add(client, part);
    return outcome;
  }

  /** Rule 7 holds as soon as a value is given, not only at the end. */
  #owns(part: Partial<Submission>): Outcome | undefined {
    const facts = this.#facts();
    if (!replaces(part, facts)) return undefined;
    const now = this.#parts.clock.now();
    if (this.#replacement === 'with-code' && this.#guard.isClosed(now)) return refused('rate-limited', 'ownershipCode');
    const result = checked({ ...nothing, ...part, network: undefined, extra: {} }, { ...facts, extraFields: [] });
    if (!('refusal' in result)) return undefined;
    if (result.refusal === 'ownership-code-wrong') this.#guard.wrong(now);
    const owner = ['ownership-code-required', 'ownership-code-wrong', 'replacement-refused'].includes(result.refusal);
    return owner ? refused(result.refusal, result.field) : undefined;
  }

  #facts() {
    const { core, settings, keeping } = this.#parts;
    const network = settings().network_configuration;
    return {
      configured: core.state.configured,
      replacement: this.#replacement,
      ownershipCode: network.ownership_code,
      credentials: keeping.current,
      fragmentId: network.fragment_id,
      extraFields: network.portal_extra_fields.map((field) => ({ ...field, maxLength: field.max_length })),
      rowOf: (id: string) => this.#rows.get(id) ?? this.#visible().find((row) => row.id === id),
      rowNamed: (ssid: NetworkRow['ssid']) => this.#visible().find((row) => row.ssid === ssid),
      newId: randomUUID,
      powerSave: network.wifi_power_save,
    };
  }

  #visible = () => rowsFrom(this.#parts.core.state.observation, this.#parts.core.rules.hotspot.ssid);

  async submit(client: ClientId, submission: Submission): Promise<Outcome> {
    const { core, keeping } = this.#parts;
    this.act(client, 'act');
    const whole = merge(this.#staging.of(client), submission);
    const digest = digestOf(whole);
    const { attempt } = core.state;
    const open = attempt !== undefined && isOpen(attempt);
    if (open && this.#accepted?.attempt === attempt.id && this.#accepted.digest === digest) {
      return { accepted: true, attempt: attemptOf(attempt, core.state) };
    }
    if (open || this.#accepting) return refused('attempt-in-progress');
    const owner = this.#owns(whole);
    if (owner !== undefined) return owner;
    const facts = this.#facts();
    const result = checked(whole, facts);
    if ('refusal' in result) return refused(result.refusal, result.field);
    const id = randomBytes(9).toString('base64url');
    const { credentials, fragmentId } = newIn(whole, facts);
    const { extra } = whole;
    this.#accepting = true;
    try {
      // The credentials last: whether they are there decides what the machine does, so nothing may fail after them.
      const answered = Object.keys(extra).length > 0;
      if (fragmentId !== undefined || answered) await keeping.writeProvisioned({ fragmentId, extra });
      if (credentials !== undefined) await keeping.writeCredentials(credentials);
    } catch {
      return refused('storage-failed');
    } finally {
      this.#accepting = false;
    }
    this.#accepted = { attempt: id, digest };
    this.#staging.end(client);
    if (credentials !== undefined) core.take({ kind: 'credentials', configured: true, committed: false });
    core.take({ kind: 'submitted', submission: { attempt: id, profile: result.profile } });
    this.#accepted = { attempt: id, digest };
    const taken = core.state.attempt;
    return taken === undefined
      ? refused('attempt-in-progress')
      : { accepted: true, attempt: attemptOf(taken, core.state) };
  }

  delivered(attempt: string): void {
    this.#parts.core.take({ kind: 'delivered', attempt });
  }

  exit(client: ClientId): void {
    this.#staging.end(client);
    this.#parts.core.take({ kind: 'exit' });
  }

  async rescan(client: ClientId): Promise<'done' | 'impossible' | 'dropping-hotspot'> {
    const { core, scan } = this.#parts;
    this.act(client, 'act');
    switch (this.status().rescan) {
      case 'impossible':
        return 'impossible';
      case 'drops-hotspot':
        core.take({ kind: 'rescan' });
        return 'dropping-hotspot';
      case 'free':
        return scan().then(
          () => 'done' as const,
          () => {
            core.take({ kind: 'scan', done: false });
            return 'impossible' as const;
          },
        );
    }
  }

  onChange(listener: () => void): () => void {
    return this.#parts.core.onChange(() => listener());
  }
}

const refused = (refusal: Refusal, field?: string): Outcome => ({ accepted: false, refusal, field });

/** Tells a repeated request from another one, without keeping its secrets. */
function digestOf(submission: Submission): string {
  return createHash('sha256').update(openText(submission)).digest('base64url');
}

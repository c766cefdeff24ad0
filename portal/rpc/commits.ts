import type { Clock } from '../../netplan/clock.ts';
import type { Attempt, ClientId, Outcome, ProvisioningSession, Submission } from '../session.ts';
import type { PortalLog } from '../view.ts';
import { AppError, refused } from './errors.ts';
import { appApiLimits } from './limits.ts';
import type { Told } from './replies.ts';

/** What this hotspot period has brought from one app. */
type Client = {
  network: boolean;
  credentials: boolean;
  /** Why its last call was turned down, until its next good one. */
  problem: AppError | undefined;
  /** The problem comes from a Set call, so that what is staged is not what the person entered. */
  incomplete: boolean;
  answered: string | undefined;
  grace: AbortController;
};

export type CommitParts = {
  readonly session: ProvisioningSession;
  readonly clock: Clock;
  readonly log: PortalLog;
};

/** Everything an app commits, it has staged before. */
const nothing: Submission = {
  network: undefined,
  credentials: undefined,
  fragmentId: undefined,
  ownershipCode: undefined,
  extra: {},
};

/**
 * When what an app has given takes effect: with its Exit call, or, because apps for the reference below 0.20 never make
 * it, 5 s after its last Set call.
 */
export class Commits {
  readonly #parts: CommitParts;
  readonly #clients = new Map<ClientId, Client>();

  constructor(parts: CommitParts) {
    this.#parts = parts;
  }

  told(client: ClientId): Told {
    const known = this.#clients.get(client);
    return { problem: known?.problem?.message, answered: known?.answered };
  }

  /** Stages a part, or remembers why it cannot be. @throws AppError */
  stage(client: ClientId, part: () => Partial<Submission>): void {
    const { session } = this.#parts;
    const known = this.#clientOf(client);
    known.grace.abort();
    session.act(client, 'act');
    try {
      const given = part();
      const outcome = session.stage(client, given);
      if (outcome?.accepted === false) throw refused(outcome);
      if (given.network !== undefined) {
        known.network = true;
        known.answered = this.#answered(given.network.network);
      }
      if (given.credentials !== undefined) known.credentials = true;
    } catch (error) {
      if (error instanceof AppError) this.#remember(known, error, true);
      throw error;
    }
    known.problem = undefined;
    known.incomplete = false;
    this.#startGrace(client, known);
  }

  /** The failed attempt that the network given now is an answer to: its error is then no news to this app. */
  #answered(network: NonNullable<Submission['network']>['network']): string | undefined {
    const { attempt, networks } = this.#parts.session.status();
    const ssid = 'ssid' in network ? network.ssid : networks.find(({ id }) => id === network.id)?.ssid;
    return attempt !== undefined && attempt.ssid === ssid ? attempt.id : undefined;
  }

  /**
   * Commits what the client has staged. With nothing staged provisioning ends; a repeated call while the first one is
   * being carried out changes nothing.
   * @returns the attempt under way, `undefined` where provisioning ends without one
   * @throws AppError
   */
  async exit(client: ClientId): Promise<Attempt | undefined> {
    const { session, log } = this.#parts;
    const known = this.#clientOf(client);
    known.grace.abort();
    if (known.incomplete && known.problem !== undefined) {
      // Some apps do not wait for the reply to a Set call. One that has given nothing else may leave the next time.
      known.incomplete = known.network || known.credentials;
      throw known.problem;
    }
    const given = known.network || known.credentials;
    const outcome = await this.#commit(client, known, 'exit');
    if (outcome.accepted) return outcome.attempt;
    if (outcome.refusal === 'nothing-to-do') {
      log.info({ client }, 'the app ended provisioning');
      session.exit(client);
      return undefined;
    }
    if (outcome.refusal === 'attempt-in-progress' && !given) return session.status().attempt;
    const error = refused(outcome);
    this.#remember(known, error, false);
    throw error;
  }

  async #commit(client: ClientId, known: Client, by: 'exit' | 'grace'): Promise<Outcome> {
    const { session, log } = this.#parts;
    const { network, credentials } = known;
    const outcome = await session.submit(client, nothing);
    if (outcome.accepted) {
      known.network = false;
      known.credentials = false;
      known.problem = undefined;
      log.info({ client, by, network, credentials, attempt: outcome.attempt.id }, 'the app committed');
    } else if (outcome.refusal !== 'nothing-to-do') {
      log.info({ client, by, refusal: outcome.refusal }, 'what the app committed was refused');
    }
    return outcome;
  }

  #startGrace(client: ClientId, known: Client): void {
    const grace = new AbortController();
    known.grace = grace;
    const { clock, log } = this.#parts;
    void clock.wait(appApiLimits.graceCommit, grace.signal).then(async () => {
      if (grace.signal.aborted) return;
      await this.#graceCommit(client, known).catch((error: unknown) => log.error({ err: error }, 'a commit failed'));
    });
  }

  async #graceCommit(client: ClientId, known: Client): Promise<void> {
    const { session } = this.#parts;
    // With one part missing there is nothing to commit yet; the next Set call begins anew.
    if (!known.network || !(known.credentials || session.status().configured)) return;
    const outcome = await this.#commit(client, known, 'grace');
    if (outcome.accepted) {
      // Nobody waits for a reply.
      session.delivered(outcome.attempt.id);
    } else if (outcome.refusal !== 'nothing-to-do' && outcome.refusal !== 'attempt-in-progress') {
      this.#remember(known, refused(outcome), false);
    }
  }

  #remember(known: Client, error: AppError, incomplete: boolean): void {
    known.problem = error;
    known.incomplete = incomplete;
  }

  #clientOf(client: ClientId): Client {
    const known = this.#clients.get(client) ?? {
      ...{ network: false, credentials: false, problem: undefined, incomplete: false, answered: undefined },
      grace: new AbortController(),
    };
    this.#clients.delete(client);
    this.#clients.set(client, known);
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > appApiLimits.clients && oldest !== undefined) this.#forget(oldest);
    return known;
  }

  #forget(client: ClientId): void {
    this.#clients.get(client)?.grace.abort();
    this.#clients.delete(client);
  }

  /** The hotspot has gone, and with it all that was staged. */
  endPeriod(): void {
    for (const client of this.#clients.keys()) this.#forget(client);
  }
}

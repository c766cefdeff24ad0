import type { Clock } from '../clock.ts';
import { type Duration, milliseconds, seconds } from '../duration.ts';
import { NetworkError } from '../errors.ts';
import type { Internet, Security } from '../network.ts';
import type { NetworkEvent } from '../networks.ts';
import type { Join } from '../plan.ts';
import type { Profile } from '../profile.ts';
import type { JoinReason } from '../reasons.ts';
import { type Activation, activate, type Ending, ourOwn } from './activation.ts';
import type { Bus } from './bus.ts';
import { profileSettings } from './dictionary.ts';
import type { Log } from './log.ts';
import type { Service } from './service.ts';
import { type Circumstances, refine } from './states.ts';
import { hearAgain, type Place } from './supplicant.ts';

export type JoinDoors = {
  readonly bus: Pick<Bus, 'listen' | 'callAnother'>;
  readonly service: Pick<Service, 'connection' | 'activate' | 'addAndActivate' | 'deactivate'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly digest: (profile: Profile) => string;
  readonly tell: (event: NetworkEvent) => void;
};

/** What is known, when a join begins, of its device and of the network. */
export type Ground = {
  /** Object path of the device; `/` lets NetworkManager choose (a saved wired profile). */
  readonly device: string;
  readonly ours: boolean;
  /** Where the network was heard, and the name of the device, where the list is not fresh enough to be joined from. */
  readonly hearFirst: { readonly name: string; readonly place: Place } | undefined;
  /** Looks when the join has failed. */
  readonly circumstances: () => Promise<Circumstances>;
  readonly internet: () => Promise<Internet>;
};

const ourLimit = seconds(75);
const othersLimit = seconds(100);
const rememberedAttempts = 64;

/** Joins that are wished: each once, at most one at a time, and one outcome for each. */
export class Joins {
  readonly #doors: JoinDoors;
  readonly #seen: string[] = [];
  /** Ends the running attempt with this reason. */
  #supersede: ((reason: JoinReason) => void) | undefined;

  constructor(doors: JoinDoors) {
    this.#doors = doors;
  }

  /**
   * Returns when NetworkManager has accepted; an attempt that was begun before changes nothing.
   * @throws NetworkError when it was not accepted: then there is no outcome
   */
  async begin({ attempt, target }: Join, ground: Ground): Promise<void> {
    if (this.#seen.includes(attempt)) return;
    const { clock, service } = this.#doors;
    this.#supersede?.('interrupted');
    const limit = ground.ours ? ourLimit : othersLimit;
    const until = clock.now() + limit;
    const left = () => milliseconds(Math.max(0, until - clock.now()));
    if (ground.hearFirst !== undefined) {
      const { name, place } = ground.hearFirst;
      await hearAgain(this.#doors, { device: ground.device, name }, place);
    }
    if (target.kind === 'saved') {
      const connection = await service.connection(target.id);
      if (connection === undefined) throw new NetworkError('refused', `there is no profile ${target.id}`);
      const activation = await this.#activate(ground, () => service.activate(connection, ground.device), left());
      this.#follow(attempt, activation, ground, []);
    } else {
      const [first, ...others] = forms(target.profile);
      const begin = (form: Profile) => () => this.#submit(form, attempt, ground.device);
      const activation = await this.#activate(ground, begin(first), left());
      this.#follow(
        attempt,
        activation,
        ground,
        others.map((form) => () => this.#activate(ground, begin(form), left())),
      );
    }
    this.#seen.push(attempt);
    if (this.#seen.length > rememberedAttempts) this.#seen.shift();
  }

  #activate(ground: Ground, begin: () => Promise<string>, limit: Duration): Promise<Activation> {
    return activate(this.#doors, ground.device, begin, limit);
  }

  async #submit(profile: Profile, attempt: string, device: string): Promise<string> {
    const { source, wifi, interface: name } = profile;
    const marks = { source, digest: this.#doors.digest(profile), attempt, hidden: wifi?.hidden, interface: name };
    return (await this.#doors.service.addAndActivate(profileSettings(profile, marks), device)).activation;
  }

  /** Waits for the end of the attempt, without holding up the caller, and tells it. */
  #follow(attempt: string, first: Activation, ground: Ground, others: readonly (() => Promise<Activation>)[]): void {
    const { log, service, tell } = this.#doors;
    const superseded = Promise.withResolvers<Ending>();
    const supersede = (reason: JoinReason) => superseded.resolve(ourOwn(reason, 'another attempt'));
    this.#supersede = supersede;
    const conclude = async () => {
      const { path, ending } = await this.#lastEnding(first, superseded.promise, others);
      if (this.#supersede === supersede) this.#supersede = undefined;
      if (ending.kind === 'activated') {
        log.info({ attempt }, 'joined');
        tell({ kind: 'joined', attempt, internet: await ground.internet() });
        return;
      }
      const reason = refine(ending, await ground.circumstances());
      log.info({ attempt, reason, code: ending.code }, 'not joined');
      // One that goes on beyond our limit must not come up later, when nobody expects it.
      if (ending.reason === 'timed-out') await service.deactivate(path);
      tell({ kind: 'join-failed', attempt, reason });
    };
    conclude().catch((error: unknown) => {
      log.warn({ attempt, err: error }, 'the outcome of a join could not be found out');
      tell({ kind: 'join-failed', attempt, reason: 'interrupted' });
    });
  }

  /** Another form of the profile is tried while the one before was answered by nobody. */
  async #lastEnding(
    first: Activation,
    superseded: Promise<Ending>,
    others: readonly (() => Promise<Activation>)[],
  ): Promise<{ path: string; ending: Ending }> {
    let activation = first;
    let ending = await Promise.race([activation.ended, superseded]);
    for (const begin of others) {
      if (ending.kind === 'activated' || !unanswered.includes(ending.reason)) break;
      activation = await begin();
      ending = await Promise.race([activation.ended, superseded]);
    }
    return { path: activation.path, ending };
  }
}

const unanswered: readonly JoinReason[] = ['network-not-found', 'disassociated', 'unsupported-security'];

/**
 * The security of a network whose name was typed is not known. With a password wpa-psk is tried first, then sae; without
 * one open, then OWE: NetworkManager connects a profile without security to no access point that encrypts.
 */
function forms(profile: Profile): readonly [Profile, ...Profile[]] {
  const { wifi } = profile;
  const as = (security: Security): Profile =>
    wifi === undefined ? profile : { ...profile, wifi: { ...wifi, security } };
  if (wifi?.security === 'unknown') return [as('wpa-psk'), as('sae')];
  if (wifi?.security === 'open' && wifi.hidden) return [as('open'), as('owe')];
  return [profile];
}

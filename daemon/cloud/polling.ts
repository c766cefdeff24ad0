import { type Duration, formatDuration, hours, type Instant } from '../../netplan/duration.ts';
import type { MachineCredentials } from '../../portal/session.ts';
import { pauseAfter } from '../backoff.ts';
import { Bell } from '../bell.ts';
import { type Answer, answerFrom, spread } from './answer.ts';
import { callPauses, cloudLimits } from './limits.ts';
import { CloudError, type CloudErrorCode } from './link.ts';
import type { CloudParts } from './parts.ts';
import { type ReportedWish, reportedWishes } from './report.ts';
import type { Standing } from './standing.ts';

const allTroubles = ['cloud-unreachable', 'cloud-not-trusted', 'cloud-refuses-credentials'] as const;
const troubles: Readonly<Partial<Record<CloudErrorCode | 'unknown', (typeof allTroubles)[number]>>> = {
  refused: 'cloud-refuses-credentials',
  'not-trusted': 'cloud-not-trusted',
};

/** Asks the cloud for the configuration, over and over, and tells it what the machine is. */
export class Polling {
  readonly #parts: CloudParts;
  readonly #standing: Standing;
  #bell = new Bell(AbortSignal.abort());
  #failures = 0;
  #answered = false;
  #refused: Answer['refused'] = {};
  #said: string | undefined;

  constructor(parts: CloudParts, standing: Standing) {
    this.#parts = parts;
    this.#standing = standing;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, credentials, network, links, news } = this.#parts;
    const bell = new Bell(signal);
    this.#bell = bell;
    const stops = [
      credentials.onChange(() => this.#renewed()),
      news(bell.ring),
      // A cable that was plugged in is not waited for until the end of a pause.
      network.onChange(() => {
        if (this.#failures > 0 && network.online()) bell.ring();
      }),
      // Until it has answered over these, it is not known to.
      network.onLinks(bell.ring),
    ];
    try {
      while (!signal.aborted) await bell.sleep(clock, await this.#round(signal));
    } finally {
      for (const stop of stops) stop();
      links.close();
      this.#standing.reach(undefined, clock.now());
    }
  }

  #renewed(): void {
    this.#failures = 0;
    this.#answered = false;
    this.#bell.ring();
  }

  /** One call; gives the pause after it. */
  async #round(signal: AbortSignal): Promise<Duration> {
    const { links, clock, random } = this.#parts;
    const credentials = this.#parts.credentials.current;
    await this.#standing.belongTo(credentials);
    if (credentials === undefined) {
      links.close();
      this.#standing.reach(undefined, clock.now());
      return hours(1);
    }
    if (await this.#doubts(credentials, signal)) return cloudLimits.clockAgain;
    const began = clock.now();
    try {
      const answer = await this.#ask(credentials, signal);
      if (answer === undefined) return cloudLimits.shortestInterval;
      this.#succeeded(began);
      return spread(answer.interval, random());
    } catch (error) {
      if (signal.aborted || this.#parts.credentials.current !== credentials) return cloudLimits.shortestInterval;
      this.#failures++;
      const pause = pauseAfter(callPauses, this.#failures, random());
      this.#failed(error, began, pause);
      return pause;
    }
  }

  /** Only TLS needs the time of day. */
  async #doubts({ appAddress }: MachineCredentials, signal: AbortSignal): Promise<boolean> {
    const { health, clockDoubt } = this.#parts;
    const doubt = new URL(appAddress).protocol === 'https:' ? await clockDoubt(signal) : undefined;
    if (doubt === undefined) health.clear('clock-implausible');
    else {
      health.set('clock-implausible', doubt);
      this.#tell('clock', { doubt }, 'no secure connection before the clock is right');
    }
    return doubt !== undefined;
  }

  /** `undefined`: other credentials came while it was under way, and nothing of it counts. */
  async #ask(credentials: MachineCredentials, signal: AbortSignal): Promise<Answer | undefined> {
    const { links, fastStart, facts } = this.#parts;
    const open = await links.current();
    if (open === undefined || open.credentials !== credentials) return undefined;
    const report = { ...(await facts()), wishes: this.#wishes() };
    const limit = fastStart && !this.#answered ? cloudLimits.firstCallFast : cloudLimits.call;
    this.#answered = true;
    const given = await open.link.configuration(report, { limit, signal });
    if (this.#parts.credentials.current !== credentials) return undefined;
    const answer = answerFrom(given, this.#standing.wishes);
    if ('problem' in answer) throw new CloudError('not-understood', answer.problem);
    await this.#standing.take(answer, credentials);
    this.#sayRefused(answer);
    return answer;
  }

  #wishes(): readonly ReportedWish[] {
    return reportedWishes(this.#standing.wishes, this.#refused);
  }

  #sayRefused({ refused }: Answer): void {
    const text = JSON.stringify(refused);
    if (text !== JSON.stringify(this.#refused) && text !== '{}') {
      this.#parts.log.error({ refused }, 'a wished version cannot be one; the present one stays');
    }
    this.#refused = refused;
  }

  #succeeded(began: Instant): void {
    const { health } = this.#parts;
    this.#failures = 0;
    for (const trouble of allTroubles) health.clear(trouble);
    this.#standing.reach('yes', began);
    this.#tell(undefined, {}, 'the cloud answers');
  }

  #failed(error: unknown, began: Instant, pause: Duration): void {
    const { clock, health, network } = this.#parts;
    const code: CloudErrorCode | 'unknown' = error instanceof CloudError ? error.code : 'unknown';
    const reason = error instanceof Error ? error.message : '';
    // Without a network nobody has to be told that the cloud is not there.
    const found = troubles[code] ?? (network.online() ? 'cloud-unreachable' : undefined);
    for (const trouble of allTroubles) if (trouble !== found) health.clear(trouble);
    if (found !== undefined) health.set(found, reason);
    this.#standing.reach(code === 'refused' ? 'refused' : 'no', began);
    const evidence = { err: error, after: formatDuration(clock.now() - began), again: formatDuration(pause) };
    this.#tell(`${code} ${reason}`, evidence, 'the cloud did not give a configuration');
  }

  /** Once for each kind of trouble, and once when it is over: a machine may be offline for weeks. */
  #tell(trouble: string | undefined, evidence: object, text: string): void {
    if (trouble === this.#said) return;
    const first = this.#said === undefined;
    this.#said = trouble;
    if (trouble === undefined) this.#parts.log.info(evidence, text);
    else this.#parts.log[first ? 'warn' : 'info'](evidence, text);
  }
}

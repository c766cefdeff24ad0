import type { Clock } from '../../netplan/clock.ts';
import { type Duration, milliseconds } from '../../netplan/duration.ts';
import { pauseAfter } from '../backoff.ts';
import { Bell } from '../bell.ts';
import { errorText } from '../errors.ts';
import type { Log } from '../logging.ts';
import { spread } from './answer.ts';
import { callPauses, cloudLimits } from './limits.ts';
import { CloudError } from './link.ts';
import type { Links } from './links.ts';
import type { Standing } from './standing.ts';

/** The supervised machine-server, as far as the cloud may have it restarted. */
export interface RestartDoor {
  /** There is a server, and it leaves it to its agent to ask the cloud. Bounded; never rejects. */
  leftToAgent(signal: AbortSignal): Promise<boolean>;
  /** Wishes a restart: when it comes is for the supervisor's own rules. */
  wish(): void;
}

export type RestartWishesOptions = {
  readonly door: RestartDoor;
  readonly links: Links;
  readonly standing: Pick<Standing, 'reached' | 'onChange'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
};

/** Asks the cloud whether machine-server should be restarted, where the server does not ask by itself. */
export class RestartWishes {
  readonly #options: RestartWishesOptions;
  #failures = 0;

  constructor(options: RestartWishesOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { standing, clock } = this.#options;
    const bell = new Bell(signal);
    let reached = standing.reached;
    const stop = standing.onChange(() => {
      if (standing.reached === 'yes' && reached !== 'yes') bell.ring();
      reached = standing.reached;
    });
    try {
      while (!signal.aborted) await bell.sleep(clock, await this.#round(signal));
    } finally {
      stop();
    }
  }

  /** At most one question; gives the pause after it. */
  async #round(signal: AbortSignal): Promise<Duration> {
    const { door, links, standing, random } = this.#options;
    // Whoever cannot be asked is not, and a server that asks by itself must not lose what the cloud tells once.
    if (standing.reached !== 'yes' || !(await door.leftToAgent(signal))) return cloudLimits.usualInterval;
    try {
      const open = await links.current();
      if (open === undefined) return cloudLimits.usualInterval;
      const { restart, interval } = await open.link.needsRestart({ limit: cloudLimits.call, signal });
      this.#failures = 0;
      const pause = spread(
        milliseconds(Math.min(interval || cloudLimits.usualInterval, cloudLimits.longestInterval)),
        random(),
      );
      if (!restart) return pause;
      this.#options.log.info({}, 'the cloud wishes a restart of machine-server');
      door.wish();
      // A cloud that wishes one with each answer gets no server that does nothing else.
      return milliseconds(Math.max(pause, cloudLimits.betweenRestarts));
    } catch (error) {
      return signal.aborted ? cloudLimits.usualInterval : this.#failed(error);
    }
  }

  #failed(error: unknown): Duration {
    this.#failures++;
    // The polling says what is wrong with the cloud; here it is no more than one line.
    if (this.#failures === 1) this.#options.log.debug({ reason: errorText(error) }, 'no answer about restarts');
    if (error instanceof CloudError && error.code === 'unsupported') return cloudLimits.longestInterval;
    return pauseAfter(callPauses, this.#failures, this.#options.random());
  }
}

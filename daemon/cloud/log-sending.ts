import type { Clock } from '../../netplan/clock.ts';
import { type Duration, formatDuration, milliseconds, minutes, seconds } from '../../netplan/duration.ts';
import { pauseAfter } from '../backoff.ts';
import { Bell } from '../bell.ts';
import { errorText } from '../errors.ts';
import type { Health } from '../health.ts';
import type { Log } from '../logging.ts';
import { cloudLimits, logPauses } from './limits.ts';
import { CloudError } from './link.ts';
import type { Links } from './links.ts';
import type { LogIntake } from './log-intake.ts';
import type { LogQueue } from './log-queue.ts';
import type { Standing } from './standing.ts';

export type SendingOptions = {
  readonly queue: LogQueue;
  readonly intake: LogIntake;
  readonly links: Links;
  readonly standing: Standing;
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Pick<Health, 'set' | 'clear'>;
  readonly random: () => number;
};

/** A batch may wait a moment for records that come right behind. */
const gathering = seconds(0.1);

/** Sends what is in the queue, for as long as the cloud takes it. */
export class LogSending {
  readonly #options: SendingOptions;
  #failures = 0;
  /** One record was given up, and none has arrived since: then it is not the record that is wrong. */
  #gaveUp = false;

  constructor(options: SendingOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { standing, intake, clock, queue } = this.#options;
    const bell = new Bell(signal);
    let reached = standing.reached;
    const stops = [
      intake.onRecords(() => {
        if (this.#failures === 0) bell.ring();
      }),
      standing.onChange(() => {
        // It answers again: then the pause after failures is over.
        if (standing.reached === 'yes' && reached !== 'yes') bell.ring();
        reached = standing.reached;
      }),
    ];
    try {
      while (!signal.aborted) {
        await bell.sleep(clock, standing.reached === 'yes' && queue.waiting ? gathering : minutes(1));
        const pause = await this.#send(signal);
        if (pause > 0) await bell.sleep(clock, pause);
      }
    } finally {
      for (const stop of stops) stop();
    }
  }

  /** All that waits; gives the pause after a failure. */
  async #send(signal: AbortSignal): Promise<Duration> {
    const { queue, standing } = this.#options;
    while (!signal.aborted && standing.reached === 'yes') {
      try {
        const batch = await queue.next();
        if (batch === undefined) break;
        const open = await this.#options.links.current();
        if (open === undefined) break;
        await open.link.log(batch.queue, batch.records, { limit: cloudLimits.call, signal });
      } catch (error) {
        if (signal.aborted) break;
        const pause = await this.#failed(error);
        if (pause > 0) return pause;
        continue;
      }
      this.#failures = 0;
      this.#gaveUp = false;
      await queue.acknowledge().catch((error: unknown) => this.#unkept(error));
    }
    return milliseconds(0);
  }

  async #failed(error: unknown): Promise<Duration> {
    const { queue, random, log } = this.#options;
    if (error instanceof CloudError && error.code === 'rejected') {
      const single = (await queue.next().catch(() => undefined))?.records.length === 1;
      if (!single || !this.#gaveUp) {
        if (single) this.#gaveUp = true;
        await queue.refuse().catch((failure: unknown) => this.#unkept(failure));
        return milliseconds(0);
      }
    }
    this.#failures++;
    const pause = pauseAfter(logPauses, this.#failures, random());
    // Once, not with each try: a record about records that cannot be sent is one more of them.
    if (this.#failures === 1) {
      log.info({ reason: errorText(error), again: formatDuration(pause) }, 'log records wait for the cloud');
    }
    return pause;
  }

  #unkept(error: unknown): void {
    this.#options.health.set('storage-unwritable', errorText(error), 'log-queue');
  }
}

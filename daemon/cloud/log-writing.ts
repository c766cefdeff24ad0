import type { Clock } from '../../netplan/clock.ts';
import { type Duration, milliseconds, minutes } from '../../netplan/duration.ts';
import { Bell } from '../bell.ts';
import { errorText } from '../errors.ts';
import type { Health } from '../health.ts';
import { cloudLimits } from './limits.ts';
import type { LogIntake } from './log-intake.ts';
import type { LogQueue } from './log-queue.ts';

export type WritingOptions = {
  readonly queue: LogQueue;
  readonly intake: LogIntake;
  readonly clock: Clock;
  readonly health: Pick<Health, 'set' | 'clear'>;
};

/** Puts records that are not sent within a moment on the disk, and what stays there for seconds on the medium. */
export class LogWriting {
  readonly #options: WritingOptions;
  /** When something was written that is not on the medium for certain. */
  #unsyncedSince: number | undefined;

  constructor(options: WritingOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { intake, clock, queue } = this.#options;
    const bell = new Bell(signal);
    const stop = intake.onRecords(bell.ring);
    try {
      while (!signal.aborted) {
        const pause = await this.#round();
        if (pause > 0) await clock.wait(pause, signal);
        if (!queue.unwritten && !signal.aborted) {
          await bell.sleep(clock, this.#unsyncedSince === undefined ? minutes(1) : cloudLimits.syncDelay);
        }
        if (queue.unwritten) await clock.wait(cloudLimits.writeDelay, signal);
        intake.look();
      }
    } finally {
      stop();
    }
    intake.finish();
    await this.#write().catch(() => undefined);
    await queue.sync().catch(() => undefined);
  }

  /** Gives a pause after a failure. */
  async #round(): Promise<Duration> {
    const { health, clock, queue } = this.#options;
    try {
      await this.#write();
      if (this.#unsyncedSince !== undefined && clock.now() - this.#unsyncedSince >= cloudLimits.syncDelay) {
        this.#unsyncedSince = undefined;
        await queue.sync();
      }
      health.clear('storage-unwritable', 'log-queue');
      return milliseconds(0);
    } catch (error) {
      health.set('storage-unwritable', errorText(error), 'log-queue');
      return cloudLimits.diskAgain;
    }
  }

  async #write(): Promise<void> {
    const { queue, clock } = this.#options;
    if (!queue.unwritten) return;
    await queue.flush();
    this.#unsyncedSince ??= clock.now();
  }
}

import { join } from 'node:path';
import type { Clock } from '../netplan/clock.ts';
import type { MachineCredentials } from '../portal/session.ts';
import { LogIntake } from './cloud/log-intake.ts';
import { LogQueue } from './cloud/log-queue.ts';
import { realQueueDisk } from './cloud/queue-disk.ts';
import { scrubber } from './cloud/scrub.ts';
import { secretsIn } from './cloud/secrets.ts';
import type { Configuration } from './configuration.ts';
import type { LogRecord } from './log-record.ts';
import type { Paths } from './paths.ts';

export type CloudLogs = {
  readonly queue: LogQueue;
  readonly intake: LogIntake;
  /** What the records' way depends on, as soon as it is known; before, everything is taken as it is built in. */
  follow(configuration: Configuration, credentials: Known): void;
};

type Known = {
  readonly current: MachineCredentials | undefined;
  onChange(listener: () => void): () => void;
};

/** The way of log records to the cloud, ready from the agent's first line on: long before there is a cloud. */
export function cloudLogs(paths: Pick<Paths, 'state'>, clock: Clock, debug: boolean): CloudLogs {
  let settings: Configuration | undefined;
  let scrub = (record: LogRecord): LogRecord => record;
  const queue = new LogQueue(
    realQueueDisk(join(paths.state, 'logs')),
    () => (settings?.current.advanced_settings.log_queue_megabytes ?? 64) * 1_000_000,
  );
  const intake = new LogIntake({
    queue,
    clock,
    debug: () => debug || settings?.current.advanced_settings.debug === true,
    collapses: () => settings?.current.advanced_settings.disable_log_deduplication !== true,
    scrub: () => scrub,
  });
  return {
    queue,
    intake,
    follow(configuration, credentials) {
      settings = configuration;
      const learn = () => {
        scrub = scrubber(secretsIn(configuration.current, credentials.current));
      };
      configuration.onChange(learn);
      credentials.onChange(learn);
      learn();
    },
  };
}

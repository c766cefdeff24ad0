import * as z from 'zod';
import { setting } from '../../netplan/setting.ts';

const largest = 10_000;

/** The members of `advanced_settings` that are about the way to the cloud. */
export const cloudAdvanced = {
  log_queue_megabytes: setting(z.int().min(1).max(largest), {
    default: 64,
    describe: `Disk space for log records that wait for the cloud, in MB, 1 to ${largest}; the oldest make room for new ones.`,
    expected: `a whole number of megabytes from 1 to ${largest}`,
    extension: true,
  }),
};

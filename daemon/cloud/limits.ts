import { days, hours, minutes, seconds } from '../../netplan/duration.ts';
import type { Backoff } from '../backoff.ts';

/** Every number between this machine and its cloud, in one place. */
export const cloudLimits = {
  /** The whole answer to one call, in bytes; the settings themselves are bounded again when they are read. */
  answerBytes: 4 * 1024 * 1024,
  /** Of the settings kept on disk, in bytes. */
  cacheBytes: 2 * 1024 * 1024,
  /** One call, including the connection it may need. */
  call: seconds(15),
  /** The first configuration when the agent starts fast. */
  firstCallFast: seconds(2),
  /** Between two looks for a new configuration: the cloud's wish is kept inside of these. */
  shortestInterval: seconds(5),
  longestInterval: days(1),
  /** Where the cloud wishes none. */
  usualInterval: minutes(1),
  /** From one restart of machine-server that the cloud wishes to the next, at least. */
  betweenRestarts: minutes(1),
  /** By this part an interval is longer or shorter, so that a fleet does not call at once. */
  intervalJitter: 0.05,
  /** How long a tried clock counts, and how often an impossible one is looked at again. */
  clockAgain: seconds(10),
  /** The clock and the `Date` of a page may differ by this. */
  clockTolerance: hours(24),
  /** An open connection without calls; longer than most intervals. */
  idleConnection: minutes(15),
  /** A connection is asked whether it lives before it is used after such a silence, and given up after such a wait. */
  ping: seconds(30),
  pingAnswer: seconds(5),
  /** Of the letters of a reason that a cloud gives. */
  reasonLength: 300,
  /** Of what people answered, and of health, in one report. */
  answers: 50,
  conditions: 50,
  /** Log records in one call; the protocol allows 1000. */
  batchRecords: 100,
  /** Of their text in the queue, in bytes, unless a single one is longer. */
  batchBytes: 1024 * 1024,
  /** Records that have not reached the disk yet, in bytes. */
  unwrittenBytes: 1024 * 1024,
  /** How long a record may wait in memory for others to be written with it. */
  writeDelay: seconds(0.2),
  /** How long a written record may wait for the medium: a power cut takes at most so much. */
  syncDelay: seconds(5),
  /** A disk that failed is left alone for so long. */
  diskAgain: seconds(30),
  /** One file of the queue, in bytes, at most; an eighth of the queue where that is less. */
  segmentBytes: 1024 * 1024,
  /** Read from the queue at once. */
  readBytes: 64 * 1024,
  /** The same record so often in such a time is sent; more of it is counted. */
  repeats: 3,
  repeatsWithin: minutes(1),
  /** Different records that are counted at a time. */
  repeatedKinds: 256,
} as const;

/** After calls that failed. */
export const callPauses: Backoff = { first: seconds(5), factor: 2, cap: minutes(5), jitter: 0.25 };
/** After log batches that failed. */
export const logPauses: Backoff = { first: seconds(5), factor: 2, cap: minutes(2), jitter: 0.25 };

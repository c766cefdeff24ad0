import { type Duration, milliseconds, minutes, seconds } from '../../netplan/duration.ts';

/** Every number of the supervisor in one place. */
export const limits = {
  /** Between SIGTERM and SIGKILL: the server itself gives its modules 90 s. The service's TimeoutStopSec must be longer. */
  stopGrace: minutes(2),
  /** Until SIGKILL is sent again: a process in uninterruptible sleep takes it when it wakes. */
  killAgain: seconds(10),
  /** Time for children that a dead server left to end politely: a module may hold a motor. */
  childGrace: seconds(2),
  /** Looking for and killing such children, in all. */
  sweep: seconds(10),
  /** More children than this get no politeness: something multiplies. */
  politeChildren: 64,
  /** A server that served this long has run well: its failures are forgiven. */
  steady: minutes(1),
  /** The second pause; the first is none at all. Doubled for each further one. */
  firstPause: seconds(1),
  longestPause: minutes(1),
  /** Starts in a row that failed, before it is called a crash loop. */
  crashLoop: 3,
  /** How often to ask again whether a restart is allowed. */
  askEvery: seconds(15),
  /** One question, all addresses at once. */
  ask: seconds(5),
  /** Without any answer for this long, the restart happens without leave. */
  silence: minutes(10),
  /** A local answer of `/restart_status`. */
  statusBytes: 65_536,
  /** Addresses asked at once. */
  addresses: 24,
  /** How often a server that has not said that it serves is looked at. */
  lookEvery: seconds(2),
  /** How often the file is looked at while it cannot be run or keeps failing. */
  fileEvery: seconds(2),
  /** The longest wait for the first configuration before the first start, when one is wished. */
  configuration: minutes(5),
  /** One line of output in the log, and in the search for the announcement. */
  lineBytes: 16_384,
  /** Output that is logged: a steady rate, and as much at once. */
  linesPerSecond: 200,
  lineBurst: 2000,
  bytesPerSecond: 262_144,
  byteBurst: 2_097_152,
  /** How often dropped output is reported. */
  droppedEvery: seconds(10),
  /** After the last process is gone, for what its pipes still hold. */
  drain: seconds(1),
  processes: 100_000,
  environFileBytes: 262_144,
} as const;

/**
 * The pause before the start after `failures` bad ones in a row: none, 1 s, 2 s, 4 s … up to a minute, each a quarter more
 * or less, so that a site's machines do not all come back in the same moment. `luck`: 0 to 1, by chance.
 */
export function pause(failures: number, luck: number): Duration {
  if (failures <= 1) return milliseconds(0);
  const length = Math.min(limits.longestPause, limits.firstPause * 2 ** Math.min(failures - 2, 30));
  return milliseconds(length * (0.75 + luck / 2));
}

import { type Duration, milliseconds, minutes, seconds } from '../../netplan/duration.ts';
import { type Backoff, pauseAfter } from '../backoff.ts';

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
  /** Of one process, looked through for its sockets. */
  openFiles: 4096,
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
  /** Linux itself takes up to a quarter of the stack's limit, 2 MB as a rule. */
  environFileBytes: 2_097_152,
  /** Read side by side: each holds one of Node's four threads for files. */
  environsAtOnce: 4,
} as const;

const pauses: Backoff = { first: seconds(1), factor: 2, cap: minutes(1), jitter: 0.25 };

/** Before the start after `failures` bad ones in a row: none, 1 s, 2 s, 4 s … up to a minute. `luck`: 0 to 1, by chance. */
export const pause = (failures: number, luck: number): Duration =>
  failures <= 1 ? milliseconds(0) : pauseAfter(pauses, failures - 1, luck);

export const longestPause = pauses.cap;

import { hours, minutes, seconds } from '../../netplan/duration.ts';

/** Every limit of the local cloud, in one place; docs/local-cloud.md has the main ones. */
export const cloudLimits = {
  /** Of one message of a call, in bytes. */
  messageBytes: 8 * 1024 * 1024,
  /** Of a body of the page's own API, in bytes. */
  bodyBytes: 2 * 1024 * 1024,
  /** To the page's own API, from one address: several open pages look for news each second. */
  requestsPerMinute: 1200,
  /** Of an uploaded release, in bytes. */
  releaseBytes: 1024 * 1024 * 1024,
  /** Of an uploaded data set, in bytes. */
  datasetBytes: 256 * 1024 * 1024,
  /** Of an uploaded training script, in bytes. */
  scriptBytes: 1024 * 1024,
  /** Of the headers of a call, in bytes. */
  headerBytes: 16 * 1024,
  connections: 4096,
  /** On one connection at a time. */
  calls: 64,
  /** From a connection's start until it has shown which protocol it speaks. */
  sniffing: seconds(10),
  /** A connection that carries nothing is closed. */
  silence: minutes(5),
  /** A call or a request, both directions, without uploads and downloads of files. */
  callTime: minutes(1),
  /** Characters of configurations whose reading is remembered. */
  remembered: 8 * 1024 * 1024,
  machines: 10_000,
  keys: 1000,
  fragments: 1000,
  releases: 1000,
  datasets: 1000,
  scripts: 1000,
  /** Log records in one Log call: as in the public protocol. */
  logsPerCall: 1000,
  /** Characters of one log record's message; the rest is cut. */
  logMessage: 16 * 1024,
  /** Log records kept of each machine; the oldest go first. */
  logsPerMachine: 100_000,
  /** Queues of one machine whose last record is remembered. */
  queuesPerMachine: 8,
  /** Log records in one answer to the page. */
  logsPerPage: 500,
  /** Characters of what a machine reports about itself. */
  report: 256 * 1024,
  /** Jobs kept; then some have to be deleted. */
  jobs: 10_000,
  /** Jobs that wait for their turn. */
  pendingJobs: 1000,
  /** Jobs that run at the same time. */
  runningJobs: 2,
  /** Of one job, from its start. */
  jobTime: hours(1),
  /** From the polite signal to the other one. */
  jobStop: seconds(10),
  /** Lines kept of what a job writes; later ones are counted. */
  jobLines: 10_000,
  /** Characters of one of them. */
  jobLine: 4096,
  /** Lines in one page of a job's log. */
  jobLinesPerPage: 500,
  /** Characters of a name that people give. */
  name: 100,
} as const;

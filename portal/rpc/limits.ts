import { seconds } from '../../netplan/duration.ts';

/** Every limit of the app's API, in one place; docs/app-api.md has the same table, and a test compares them. */
export const appApiLimits = {
  /** Of one message, in bytes. The longest useful one holds machine credentials. */
  messageBytes: 32_768,
  /** Of all headers of a call, in bytes. */
  headerBytes: 16_384,
  /** Of an ownership code, in bytes of UTF-8. */
  ownershipCodeBytes: 1024,
  /** From a call's first frame to its end, both directions. */
  callTime: seconds(20),
  /** From the connection's start until it has proved to be HTTP/2. */
  prefaceTime: seconds(10),
  /** A connection that carries nothing is closed; apps connect again by themselves. */
  silence: seconds(300),
  /** On one connection at a time. */
  calls: 16,
  /** Of all clients together; the one that has been idle longest makes room. */
  connections: 64,
  /** From one client address. */
  connectionsPerClient: 32,
  /** In one connection's buffers, in MB (a Node.js option has this unit). */
  connectionMemory: 1,
  /** Malformed frames after which a connection is closed. */
  invalidFrames: 16,
  /** After the last Set call of an app that never commits. Polls do not prolong it. */
  graceCommit: seconds(5),
  /** A commit's reply counts as received after this, if the app's connection does not say so earlier. */
  delivery: seconds(15),
  /** Calls under way are finished when the hotspot goes, but not longer than this: the door is shut within 2 s. */
  close: seconds(1.8),
  /** Apps at a time; the oldest one's state is forgotten first. */
  clients: 16,
} as const;

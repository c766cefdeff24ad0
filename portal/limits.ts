import { seconds } from '../netplan/duration.ts';

/** Every limit of the portal, in one place; docs/portal.md has the same table, and a test compares them. */
export const portalLimits = {
  /** Of a request's body, in bytes. The longest useful one holds pasted machine credentials and extra fields. */
  bodyBytes: 32_768,
  /** Of all headers together, in bytes. More gets 431. */
  headerBytes: 16_384,
  /** From the connection's start to the end of the headers. */
  headersTime: seconds(10),
  /** From the connection's start to the end of the body. */
  requestTime: seconds(20),
  /** A connection that carries nothing is closed; longer than the longest long poll. */
  silence: seconds(40),
  /** Between two requests. */
  keepAlive: seconds(5),
  /** On one listening address; the one that has waited longest for its request makes room. */
  connections: 256,
  /** From one client address. */
  connectionsPerClient: 128,
  /** Long polls that wait at a time; a further one is answered at once. */
  waits: 48,
  waitsPerClient: 4,
  /** The longest that one long poll waits. */
  wait: seconds(25),
  /** Writes of one client address in a minute, for each route. */
  writesPerMinute: 40,
  /** Reads of the REST API of one client address in a minute, for each route. */
  readsPerMinute: 600,
  /** Clients whose form is remembered after it failed; the oldest is forgotten first. */
  rememberedForms: 32,
  /** An accepted submission's reply counts as received after this, if its connection is still open. */
  delivery: seconds(15),
  /** How long the result can be read on the joined network. */
  result: seconds(600),
  /** A rendered page is made anew after this, because it shows the age of the list. */
  pageAge: seconds(5),
  /** Rendered pages that are kept: one for each language, and for clients whose form came back. */
  keptPages: 64,
  /** The maker's picture, in bytes. */
  logoBytes: 262_144,
} as const;

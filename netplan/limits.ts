/** Every limit of the settings, in one place. Lengths of text are in characters unless the name says bytes. */
export const settingLimits = {
  /** The whole text of one layer. */
  textBytes: 1_000_000,
  /** Objects and lists inside each other; the deepest setting needs six. */
  depth: 32,
  /** Problems reported for one reading; how many more there were is said. */
  problems: 300,
  /** Of what was found, shown in a problem. */
  foundLength: 60,
  networks: 1000,
  environmentVariables: 1000,
  /** A path or a URL. */
  pathLength: 2000,
  /** A name that people see: manufacturer, model, a label. */
  nameLength: 100,
  /** Linux takes no longer single string in an environment (MAX_ARG_STRLEN). */
  environmentBytes: 131_071,
  dnsServers: 16,
  checkUrls: 8,
  extraFields: 20,
  /** The longest answer to an extra question. */
  extraFieldLength: 200,
  patternLength: 200,
  journalIdentifiers: 100,
} as const;

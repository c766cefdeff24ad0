import description from '../package.json' with { type: 'json' };

/** Of this program, as in package.json (Semantic Versioning). */
export const agentVersion: string = description.version;

/** Put in by the build. */
declare const BUILT_AT: string | undefined;

/** When this program was built, in milliseconds since 1970; of the sources, a day before which they were not. */
export const builtAt: number = typeof BUILT_AT === 'string' ? Date.parse(BUILT_AT) : Date.UTC(2026, 0, 1);

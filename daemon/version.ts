import description from '../package.json' with { type: 'json' };

/** Of this program, as in package.json (Semantic Versioning). */
export const agentVersion: string = description.version;

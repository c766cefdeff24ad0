// Builds what a release needs into dist/: the portal's page, the agent as one file with it, and the training client.
// `npm run build`.
import { fileURLToPath } from 'node:url';
import { buildPage } from '../portal/page/build.ts';
import { buildAgent } from './agent-build.ts';
import { buildTraining } from './training-build.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

await buildPage(`${dist}/page`);
await buildTraining(`${dist}/training`);
await buildAgent(`${dist}/machine-agent.mjs`);

// Builds what a release needs into dist/: the portal's page, the agent as one file with it, and the training client.
// `npm run build`.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPage } from '../portal/page/build.ts';
import { buildTraining } from './training-build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

await buildPage(`${root}/dist/page`);
await buildTraining(`${root}/dist/training`);
await build({
  absWorkingDir: root,
  entryPoints: ['daemon/main.ts'],
  outfile: 'dist/machine-agent.mjs',
  bundle: true,
  platform: 'node',
  format: 'esm',
  // jsonc-parser's main file requires its parts in a way that cannot be followed.
  mainFields: ['module', 'main'],
  target: 'node24',
  // Optional natives of dbus-next: file descriptors over the bus, and the X11 way to a session bus. We use neither.
  external: ['usocket', 'x11'],
  // CommonJS packages inside an ES module call require.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  legalComments: 'linked',
  logLevel: 'warning',
});

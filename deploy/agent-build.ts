import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Builds the agent with all its packages into the one file `outfile`. */
export async function buildAgent(outfile: string): Promise<void> {
  await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: ['daemon/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // jsonc-parser's main file requires its parts in a way that cannot be followed.
    mainFields: ['module', 'main'],
    target: 'node24',
    // The text stays in memory for as long as the program runs. Names and lines stay as well: logs show them.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 200,
    // No clock that shows less can be right. The variable is that of reproducible builds.
    define: { BUILT_AT: JSON.stringify(builtAt().toISOString()) },
    // Optional natives of dbus-next: file descriptors over the bus, and the X11 way to a session bus. We use neither.
    external: ['usocket', 'x11'],
    // CommonJS packages inside an ES module call require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    legalComments: 'linked',
    logLevel: 'warning',
  });
}

function builtAt(): Date {
  const given = process.env['SOURCE_DATE_EPOCH'];
  return given === undefined ? new Date() : new Date(Number(given) * 1000);
}

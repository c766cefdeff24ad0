import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds what `machine-agent/training` is outside this repository into `outDir`: JavaScript, because Node.js strips no
 * types below node_modules. Packages stay imports.
 */
export async function buildTraining(outDir: string): Promise<void> {
  const shared = { absWorkingDir: root, bundle: true, format: 'esm', packages: 'external', outdir: outDir } as const;
  await build({ ...shared, entryPoints: ['daemon/training/node.ts'], platform: 'node', target: 'node20' });
  await build({ ...shared, entryPoints: ['daemon/training/browser.ts'], platform: 'browser', target: 'es2022' });
}

import { globSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { execa } from 'execa';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds what `machine-agent/training` is outside this repository into `outDir`: JavaScript, because Node.js strips no
 * types below node_modules, and declarations beside it in `types`. Packages stay imports.
 */
export async function buildTraining(outDir: string): Promise<void> {
  const shared = { absWorkingDir: root, bundle: true, format: 'esm', packages: 'external', outdir: outDir } as const;
  await build({ ...shared, entryPoints: ['daemon/training/node.ts'], platform: 'node', target: 'node20' });
  await build({ ...shared, entryPoints: ['daemon/training/browser.ts'], platform: 'browser', target: 'es2022' });
  await declarations(`${outDir}/types`);
}

/** Without them a consumer's compiler would read, and judge by its own rules, the sources themselves. */
async function declarations(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  const entries = ['daemon/training/node.ts', 'daemon/training/browser.ts'];
  const kind = ['--declaration', '--emitDeclarationOnly', '--outDir', outDir, '--rootDir', root];
  const like = ['--target', 'es2022', '--module', 'nodenext', '--types', 'node', '--allowImportingTsExtensions'];
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'];
  await execa('tsc', ['--ignoreConfig', ...kind, ...like, ...strict, ...entries], {
    cwd: root,
    preferLocal: true,
    timeout: 120_000,
  });
  // Those of the wire are there already, beside their code.
  for (const file of globSync('daemon/wire/generated/**/*.d.ts', { cwd: root })) {
    await cp(`${root}/${file}`, `${outDir}/${file}`);
  }
}

// What the tests need and `npm ci` does not leave behind: tap without its TypeScript plugin (8 s, once for each
// node_modules), and the built page.
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const root = fileURLToPath(new URL('../..', import.meta.url));
const marker = `${root}/node_modules/.tap-built`;

if (!existsSync(marker)) {
  await execa('tap', ['build'], { cwd: root, preferLocal: true, timeout: 120_000, stderr: 'inherit' });
  writeFileSync(marker, '');
}

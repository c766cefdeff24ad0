// What the tests need and `npm ci` does not leave behind: tap without its TypeScript plugin (8 s, once for each
// node_modules), the built page and
// training client.
import { existsSync, globSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { buildTraining } from '../../deploy/training-build.ts';
import { buildPage } from '../../portal/page/build.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const marker = `${root}/node_modules/.tap-built`;

if (!existsSync(marker)) {
  await execa('tap', ['build'], { cwd: root, preferLocal: true, timeout: 120_000, stderr: 'inherit' });
  writeFileSync(marker, '');
}

// The page, when something that it is made of is newer.
const changed = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : 0);
const sources = globSync(['portal/*.ts', 'portal/page/**/*.*'], { cwd: root }).map((file) =>
  changed(`${root}/${file}`),
);
if (changed(`${root}/dist/page/render.js`) < Math.max(...sources)) await buildPage(`${root}/dist/page`);

const client = globSync(['daemon/training/*.ts', 'daemon/wire/generated/**/*.js', 'netplan/secret.ts'], { cwd: root });
const newest = Math.max(...client.map((file) => changed(`${root}/${file}`)));
if (changed(`${root}/dist/training/types/daemon/training/node.d.ts`) < newest)
  await buildTraining(`${root}/dist/training`);

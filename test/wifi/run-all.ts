// `npm run test:wifi [STORY...]`: every story, each in a guest of its own, one after another. The last line is
// "N passed, N failed", counted in checks; a story that ends early or crashes counts as one that failed.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const here = fileURLToPath(new URL('.', import.meta.url));
/** So long a story may take on a machine that does other things as well. */
const limitSeconds = Number(process.env['WIFI_STORY_SECONDS'] ?? 1200);
const results = process.env['WIFI_RESULTS'] ?? join('/tmp', `wifi-${process.pid}`);

const wanted = process.argv.slice(2);
const stories = (await readdir(join(here, 'stories'))).map((file) => basename(file, '.ts'));
const chosen = wanted.length > 0 ? wanted : stories.sort();
const unknown = chosen.filter((story) => !stories.includes(story));
if (unknown.length > 0) {
  console.error(`no such story: ${unknown.join(', ')}; there are ${stories.join(', ')}`);
  process.exit(2);
}

// What the stories run is what ships.
await execa('node', ['deploy/build.ts'], { cwd: join(here, '../..'), preferLocal: true, timeout: 300_000 });

let passed = 0;
let failed = 0;
for (const story of chosen) {
  console.log(`\n# ${story}`);
  const folder = join(results, story);
  await mkdir(folder, { recursive: true });
  const file = join(here, 'stories', `${story}.ts`);
  const systemd = (await readFile(file, 'utf8')).startsWith('// In a guest with systemd.') ? ['-s'] : [];
  const args = [...systemd, '-t', String(limitSeconds), '-o', folder, file];
  const guest = execa(join(here, 'lab/run'), args, { reject: false, all: true });
  guest.all.pipe(process.stdout);
  const { all, exitCode } = await guest;
  await writeFile(join(folder, 'report'), all);
  passed += all.match(/^ok /gm)?.length ?? 0;
  const failures = all.match(/^FAIL /gm)?.length ?? 0;
  failed += failures > 0 ? failures : exitCode === 0 ? 0 : 1;
}
console.log(`\nresults in ${results}\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

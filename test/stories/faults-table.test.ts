import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const stories = 'test/wifi/stories';

/** The scenes of a story, by their names; none where it plays no table. */
function scenesOf(file: string): readonly string[] {
  const text = readFileSync(at(`${stories}/${file}`), 'utf8');
  if (!text.includes("'../faults.ts'")) return [];
  return [...text.matchAll(/\bname:\s*(?:'([^']+)'|"([^"]+)")/g)].map(([, single, double]) => single ?? double ?? '');
}

/** Under each heading that names a story, the first cells of its rows. */
function documented(): ReadonlyMap<string, readonly string[]> {
  const sections = readFileSync(at('docs/faults.md'), 'utf8')
    .split(/^## .*\(`/m)
    .slice(1);
  return new Map(
    sections.map((section) => {
      const rows = [...section.matchAll(/^\| (?!fault \|)(.+?) \|/gm)].map(([, fault = '']) => fault);
      return [section.slice(0, section.indexOf('`')), rows];
    }),
  );
}

t.test('docs/faults.md lists the scenes of the wifi lab, and no others', async (t) => {
  const played = readdirSync(at(stories))
    .map((file) => [file.replace('.ts', ''), scenesOf(file)] as const)
    .filter(([, scenes]) => scenes.length > 0);
  t.ok(played.flatMap(([, scenes]) => scenes).length >= 25);
  t.same(new Map([...documented()].sort()), new Map(played.sort()));
});

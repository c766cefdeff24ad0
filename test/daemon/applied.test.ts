import { globSync, readFileSync } from 'node:fs';
import t from 'tap';
import * as z from 'zod';
import { notAppliedYet } from '../../daemon/applied.ts';
import { agentSettings } from '../../daemon/settings.ts';

const root = new URL('../../', import.meta.url);

/** `section.name` of every setting. */
const settings = Object.entries(agentSettings.shape).flatMap(([section, schema]) => {
  const inner = schema.unwrap();
  return inner instanceof z.ZodObject ? Object.keys(inner.shape).map((name) => `${section}.${name}`) : [];
});

/** Everything but where settings are declared, and the list itself. */
const code = globSync(['daemon/**/*.ts', 'netplan/**/*.ts', 'portal/**/*.ts'], { cwd: root })
  .filter((file) => !/settings[^/]*\.ts$|applied\.ts$/.test(file))
  .map((file) => readFileSync(new URL(file, root), 'utf8'))
  .join('\n');

t.test('a setting is either used somewhere, or said to be accepted and not applied', async (t) => {
  for (const path of settings) {
    if (notAppliedYet.some((place) => path === place || path.startsWith(`${place}.`))) continue;
    t.match(code, new RegExp(`\\b${path.split('.')[1]}\\b`), path);
  }
});

t.test('what is said not to be applied is a setting, or a section', async (t) => {
  for (const place of notAppliedYet)
    t.ok(
      settings.some((path) => path === place || path.startsWith(`${place}.`)),
      place,
    );
});

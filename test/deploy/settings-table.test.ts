import { existsSync, readFileSync } from 'node:fs';
import t from 'tap';
import * as z from 'zod';
import { agentSettings } from '../../daemon/settings.ts';
import { begin, end, settingsTable, withSettingsTable } from '../../deploy/settings-table.ts';

const readme = new URL('../../README.md', import.meta.url);
const table = settingsTable();

t.test('each setting has one row, with type, default and meaning', async (t) => {
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const names = rows.map((row) => row.split('`')[1]);
  const known = Object.values(agentSettings.shape).flatMap((section) => {
    const inner = section.unwrap();
    return inner instanceof z.ZodObject ? Object.keys(inner.shape) : Object.keys(inner.valueType.in.shape);
  });
  t.same(names.toSorted(), known.toSorted());
  for (const row of rows) t.match(row, /^\| `[\w-]+` \| [a-z ]+ \| [^|]+ \| .{15,} \|$/);
});

t.test('rows tell what people need', async (t) => {
  t.match(table, '| `user_idle_minutes` | number or string | `5` | Minutes after which');
  t.match(table, '| `wifi_power_save` | boolean or null | none |');
  t.match(table, '| `hotspot_password` | string | `"machinesetup"` |');
  t.match(table, '| `type` | string | required |');
  t.match(table, '| `connectivity_check_urls` | list | 3 of them, see the schema | Extension. ');
});

t.test('a document gets the table between its marks, and keeps the rest', async (t) => {
  const made = withSettingsTable(`# A\n${begin}\nold\n${end}\nrest\n`);
  t.equal(made, `# A\n${begin}\n\n${table}\n\n${end}\nrest\n`);
  t.equal(withSettingsTable(made ?? ''), made, 'a second time changes nothing');
});

t.test('a document without marks is left alone', async (t) => {
  t.equal(withSettingsTable('# A'), undefined);
  t.equal(withSettingsTable(`${end}${begin}`), undefined);
});

const text = existsSync(readme) ? readFileSync(readme, 'utf8') : '';
const skip = text.includes(begin) ? false : 'the README has no marks yet';
t.test('the README has the table of the code: else run `node deploy/schema.ts`', { skip }, async (t) => {
  t.equal(text, withSettingsTable(text));
});

import { readFileSync } from 'node:fs';
import t from 'tap';
import { withTables } from '../../deploy/readme.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

t.test('the README has the tables of the code: else run `node deploy/schema.ts`', async (t) => {
  t.equal(withTables(readme), readme);
  t.match(readme, '`--dev-mode`');
  t.match(readme, '`machine-agent label [--svg]`');
});

t.test('a README without marks is an error, not a README without tables', async (t) => {
  t.throws(() => withTables('# nothing'), { message: /no marks/ });
});

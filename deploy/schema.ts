// Writes what is made out of the code's own tables: `node deploy/schema.ts`. Tests compare it with the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from './readme.ts';
import { settingsSchemaText } from './settings-schema.ts';

const readme = new URL('../README.md', import.meta.url);

writeFileSync(new URL('agent.schema.json', import.meta.url), settingsSchemaText());
writeFileSync(readme, withTables(readFileSync(readme, 'utf8')));

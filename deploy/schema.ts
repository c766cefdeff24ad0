// Writes what is made out of the settings' schema: `node deploy/schema.ts`. A test compares it with the code.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { settingsSchemaText } from './settings-schema.ts';
import { withSettingsTable } from './settings-table.ts';

writeFileSync(new URL('agent.schema.json', import.meta.url), settingsSchemaText());

const readme = new URL('../README.md', import.meta.url);
const text = existsSync(readme) ? withSettingsTable(readFileSync(readme, 'utf8')) : undefined;
if (text !== undefined) writeFileSync(readme, text);

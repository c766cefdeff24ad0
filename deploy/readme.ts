import { optionsTable } from '../daemon/cli-options.ts';
import { commands } from '../daemon/commands/index.ts';
import { withSettingsTable } from './settings-table.ts';

const begin = '<!-- options -->';
const end = '<!-- /options -->';

/** The commands for README.md; the same words as in `--help`. */
export const commandsTable = (): string =>
  [
    '| Command | Meaning |',
    '|---|---|',
    ...Object.values(commands).map(({ usage, describe }) => `| \`machine-agent ${usage}\` | ${describe} |`),
  ].join('\n');

/** The README with every table of the code between its marks. @throws Error where marks are missing */
export function withTables(readme: string): string {
  const text = withSettingsTable(readme);
  const from = text?.indexOf(begin) ?? -1;
  const to = text?.indexOf(end) ?? -1;
  if (text === undefined || from < 0 || to < from) throw new Error('the README has no marks for its tables');
  const tables = `${optionsTable()}\n\n${commandsTable()}`;
  return `${text.slice(0, from + begin.length)}\n\n${tables}\n\n${text.slice(to)}`;
}

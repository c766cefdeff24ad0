import { readFile } from 'node:fs/promises';
import { Code } from '@connectrpc/connect';
import { codeToHttpStatus } from '@connectrpc/connect/protocol-connect';
import t from 'tap';
import { joinReasons } from '../../../netplan/reasons.ts';
import { AppError, appErrorCodes } from '../../../portal/rpc/errors.ts';
import { appApiLimits } from '../../../portal/rpc/limits.ts';
import { methodNames, servicePath } from '../../../portal/rpc/routes.ts';
import { protocolVersion, reasonText } from '../../../portal/rpc/words.ts';

const docs = new URL('../../../docs/', import.meta.url);
const text = await readFile(new URL('app-api.md', docs), 'utf8');

/** The cells of the rows under a heading, without the table's own two rows. */
function table(heading: string): string[][] {
  const [, after = ''] = text.split(`\n${heading}\n`);
  const [section = ''] = after.split(/\n##/);
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.slice(2, -2).split(' | '));
}

t.test('docs/app-api.md names every limit with its value', (t) => {
  const found = table('## Limits').map(([name, value]) => [name, Number(value)]);
  t.strictSame(
    found,
    Object.entries(appApiLimits).map(([name, value]) => [`\`${name}\``, value]),
  );
  t.end();
});

t.test('… every error with its status', (t) => {
  const expected = appErrorCodes.map((code) => {
    const { status } = new AppError(code, '');
    const name = Code[status]?.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
    return [`\`${code}\``, `${name} (${status})`, String(codeToHttpStatus(status))];
  });
  t.strictSame(
    table('## Errors').map((cells) => cells.slice(0, 3)),
    expected,
  );
  t.end();
});

t.test('… every reason with its text', (t) => {
  t.strictSame(
    table('### Reasons'),
    joinReasons.map((reason) => [`\`${reason}\``, reasonText(reason)]),
  );
  t.end();
});

t.test('… every method, the version, and REST paths that exist', async (t) => {
  for (const method of methodNames) t.match(text, `\`${method}`);
  t.match(text, `http://10.42.0.1${servicePath}/<method>`);
  t.match(text, `| \`agent_version\` | \`${protocolVersion}\``);
  const { paths } = JSON.parse(await readFile(new URL('openapi.json', docs), 'utf8')) as { paths: object };
  for (const [, path = ''] of text.matchAll(/(?:GET|POST) (\/api\/v1\/[a-z]+)/g)) t.ok(path in paths, path);
});

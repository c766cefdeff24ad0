import t from 'tap';
import { readCredentials } from '../../portal/credentials.ts';

const file = { cloud: { app_address: 'https://cloud.example:443', id: 'part-1', secret: 'hush hush' } };
const text = JSON.stringify(file, null, 2);
const read = (credentials: string | Record<string, unknown>) => readCredentials({ credentials });

t.test('what the cloud offers is read however it was pasted', async (t) => {
  const pastes: Readonly<Record<string, string>> = {
    'as it is': text,
    'on one line': JSON.stringify(file),
    'with a byte order mark': `\ufeff${text}`,
    'with CRLF and blanks around': `\r\n  ${text.replaceAll('\n', '\r\n')}  \r\n`,
    'with comments': `// from the cloud\n${text.replace('{', '{ /* yes */')}`,
    'with a comma too many': text.replace('"hush hush"', '"hush hush",'),
    'with blanks that do not break': text.replaceAll('  ', '\u00a0\u00a0'),
    'with invisible characters of a chat program': `\u200b${text}\u2060`,
    'as a block of Markdown': `\`\`\`json\n${text}\n\`\`\``,
    'only what is inside "cloud"': JSON.stringify(file.cloud),
    'with members we do not know': JSON.stringify({ cloud: { ...file.cloud, location: 'x' }, more: [1] }),
  };
  for (const [how, pasted] of Object.entries(pastes)) {
    const { credentials } = read(pasted);
    t.match(credentials, { appAddress: 'https://cloud.example:443', id: 'part-1' }, how);
    t.equal(credentials?.secret?.reveal(), 'hush hush', how);
  }
  t.equal(read(file).credentials?.id, 'part-1', 'as an object, from an app');
});

t.test('an API key does in place of the secret, and may stand beside it', async (t) => {
  const { secret: _, ...rest } = file.cloud;
  const key = { id: 'key-1', key: 'hush' };
  const { credentials } = read({ cloud: { ...rest, api_key: key } });
  t.equal(credentials?.secret, undefined);
  t.equal(credentials?.apiKey?.id, 'key-1');
  t.equal(credentials?.apiKey?.key.reveal(), 'hush');
  t.ok(read({ cloud: { ...file.cloud, api_key: key } }).credentials?.secret);
});

t.test('quotation marks of a word processor are named, other faults tell the line', async (t) => {
  for (const [open, close] of ['“”', '„“', '«»', '‘’', '＂＂']) {
    const smart = text.replace('"cloud"', `${open}cloud${close}`);
    t.match(read(smart).errors, [{ field: 'credentials', problem: 'smart-quotes' }]);
  }
  const broken = read(text.replace('"part-1",', '"part-1"'));
  t.match(broken.errors, [{ field: 'credentials', problem: 'not-json' }]);
  t.match('detail' in broken && broken.detail, 'Line 5');
  for (const other of ['hello', '[]', '"text"', '7', '{', 'null']) t.equal(read(other).errors.length, 1, other);
  const quoted = JSON.stringify({ cloud: { ...file.cloud, secret: 'a “secret” of its own' } });
  t.equal(read(quoted).credentials?.secret?.reveal(), 'a “secret” of its own', 'inside a value they are right');
});

t.test('an incomplete file says which part it concerns, and never shows a value', async (t) => {
  const without = (part: string) => read({ cloud: { ...file.cloud, [part]: undefined } });
  for (const part of ['app_address', 'id', 'secret']) {
    const reading = without(part);
    t.match(reading, { errors: [{ field: 'credentials', problem: 'incomplete' }], detail: `"${part}"` });
    t.notMatch(JSON.stringify(reading), 'hush');
  }
  const { secret: _, ...rest } = file.cloud;
  t.match(read({ cloud: { ...rest, api_key: { id: 'x' } } }), { detail: '"api_key.key"' });
  t.match(read({ cloud: { ...rest, api_key: { key: 'x' } } }), { detail: '"api_key.id"' });
  t.match(read({ cloud: { ...file.cloud, id: 7 } }), { detail: '"id"' });
});

t.test('the address of the cloud is a web address without a login', async (t) => {
  for (const app_address of [
    'cloud.example',
    'ftp://cloud.example',
    'https://me:pw@cloud.example',
    'javascript:x',
    'https://',
  ]) {
    t.match(read({ cloud: { ...file.cloud, app_address } }).errors, [{ problem: 'not-a-url' }], app_address);
  }
  t.ok(read({ cloud: { ...file.cloud, app_address: 'http://192.168.1.5:8080' } }).credentials, 'a cloud on site');
});

t.test('typed fields are credentials too; each that is missing is named', async (t) => {
  const fields = { appAddress: ' https://cloud.example ', machineId: 'part-1\n', secret: ' hush ' };
  t.match(readCredentials(fields).credentials, { appAddress: 'https://cloud.example', id: 'part-1' });
  t.equal(readCredentials(fields).credentials?.secret?.reveal(), 'hush');
  t.match(readCredentials({ ...fields, secret: '' }).errors, [{ field: 'secret', problem: 'required' }]);
  t.match(readCredentials({ ...fields, machineId: '' }).errors, [{ field: 'machineId', problem: 'required' }]);
  t.match(readCredentials({ ...fields, appAddress: null }).errors, [{ field: 'appAddress', problem: 'required' }]);
  t.match(readCredentials({ ...fields, appAddress: 'x' }).errors, [{ field: 'appAddress', problem: 'not-a-url' }]);
  t.match(readCredentials({ ...fields, apiKeyId: 'k' }).errors, [{ field: 'apiKey', problem: 'required' }]);
  t.match(readCredentials({ ...fields, machineId: 'a\u0000b' }).errors, [{ problem: 'not-text' }]);
  t.match(readCredentials({ ...fields, credentials: text }).errors, [{ field: 'credentials', problem: 'conflict' }]);
});

t.test('nothing given is nothing, and no error', async (t) => {
  for (const fields of [{}, { credentials: '' }, { credentials: ' \n' }, { credentials: null, secret: ' ' }]) {
    t.strictSame(readCredentials(fields), { credentials: undefined, errors: [] });
  }
});

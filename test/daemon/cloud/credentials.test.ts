import t from 'tap';
import { credentialsFrom, credentialsText } from '../../../daemon/cloud/credentials.ts';
import { Secret } from '../../../netplan/secret.ts';
import fc from '../../support/cases.ts';

const cloud = { app_address: 'https://app.example:443', id: 'machine-1', secret: 's3cret' };
const file = (changes: object) => JSON.stringify({ cloud: { ...cloud, ...changes } });

const found = (content: string | Uint8Array) => {
  const { credentials, problem } = credentialsFrom(content);
  return credentials === undefined
    ? problem
    : [credentials.id, credentials.secret?.reveal(), credentials.apiKey?.id, credentials.apiKey?.key.reveal()];
};

t.test('a file is read as installers, clouds and people write it', async (t) => {
  const plain = ['machine-1', 's3cret', undefined, undefined];
  const key = ['machine-1', undefined, 'key-1', 'k3y'];
  const rows: [string, string | Uint8Array, readonly unknown[]][] = [
    ['a secret', file({}), plain],
    ['an API key', file({ secret: undefined, api_key: { id: 'key-1', key: 'k3y' } }), key],
    ['an API key beside an empty secret', file({ secret: '', api_key: { id: 'key-1', key: 'k3y' } }), key],
    ['every member written, the unused ones null', file({ secret: null, api_key: { id: 'key-1', key: 'k3y' } }), key],
    ['an API key that is null', file({ api_key: null }), plain],
    ['an API key with an empty part', file({ api_key: { id: 'key-1', key: '' } }), plain],
    ['an API key with a missing part', file({ api_key: { key: 'k3y' } }), plain],
    ['blanks around the values', file({ id: ' machine-1\n', secret: '\ts3cret ' }), plain],
    ['members that we do not know', file({ location: 'hall 3', more: [1, { a: null }] }), plain],
    [
      'a byte order mark and Windows line ends',
      `\uFEFF${JSON.stringify({ cloud }, null, 2).replaceAll('\n', '\r\n')}`,
      plain,
    ],
    ['comments', `// from the cloud's page\n${file({})}\n/* keep */`, plain],
    ['bytes', Buffer.from(file({})), plain],
  ];
  for (const [name, content, expected] of rows) t.strictSame(found(content), expected, name);
});

t.test('what is wrong is named by its field, without any value', async (t) => {
  const rows: [string, string, RegExp][] = [
    ['nothing', '', /empty file/],
    ['half a file', file({}).slice(0, -4), /no JSON.* in line 1/],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe]).toString('latin1'), /no JSON/],
    ['a list', '[]', /"cloud" is missing or not valid/],
    ['no cloud', '{}', /"cloud" is missing/],
    ['no id', file({ id: undefined }), /"cloud.id" is missing or not valid/],
    ['a blank id', file({ id: '  ' }), /"cloud.id"/],
    ['a number', file({ id: 7 }), /"cloud.id"/],
    ['an address without a scheme', file({ app_address: 'app.example:443' }), /"cloud.app_address"/],
    ['an address of another kind', file({ app_address: 'file:///etc' }), /"cloud.app_address"/],
    ['nothing to sign in with', file({ secret: undefined }), /neither "cloud.secret" nor a whole "cloud.api_key"/],
    ['a giant value', file({ secret: 'x'.repeat(2000) }), /"cloud.secret"/],
  ];
  for (const [name, content, expected] of rows) t.match(found(content), expected, name);
});

t.test('a problem never holds a secret, whatever is broken', async () => {
  const secret = 'TopSecret-7f3a';
  const whole = JSON.stringify({ cloud: { ...cloud, secret, api_key: { id: 'key-1', key: secret } } }, null, 1);
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(40), fc.string({ maxLength: 5 }), (at, length, other) => {
      const { problem } = credentialsFrom(whole.slice(0, at) + other + whole.slice(at + length));
      return problem === undefined || !problem.includes('TopSecret');
    }),
    { numRuns: 2000 },
  );
});

t.test('new credentials replace the former machine as a whole, and leave what is not ours', async (t) => {
  const given = {
    appAddress: 'https://new.example',
    id: 'machine-2',
    secret: undefined,
    apiKey: { id: 'key-2', key: new Secret('n3w') },
  };
  const text = credentialsText(given, { cloud: { ...cloud, location: 'hall 3' }, network: { port: 9 } });
  t.strictSame(JSON.parse(text), {
    cloud: {
      app_address: 'https://new.example',
      id: 'machine-2',
      api_key: { id: 'key-2', key: 'n3w' },
      location: 'hall 3',
    },
    network: { port: 9 },
  });
  t.ok(text.endsWith('}\n'));
});

t.test('what is written is read back the same, beside anything', async () => {
  const word = fc.string({ minLength: 1, maxLength: 40 }).filter((value) => value.trim() === value);
  const secret = word.map((value) => new Secret(value));
  const ways = fc.oneof(
    fc.record({ secret, apiKey: fc.constant(undefined) }),
    fc.record({ secret: fc.option(secret, { nil: undefined }), apiKey: fc.record({ id: word, key: secret }) }),
  );
  fc.assert(
    fc.property(word, ways, fc.jsonValue(), (id, way, former) => {
      const { credentials } = credentialsFrom(
        credentialsText({ appAddress: 'http://10.0.0.1:8080', id, ...way }, former),
      );
      return (
        credentials?.id === id &&
        credentials.secret?.reveal() === way.secret?.reveal() &&
        credentials.apiKey?.id === way.apiKey?.id &&
        credentials.apiKey?.key.reveal() === way.apiKey?.key.reveal()
      );
    }),
  );
});

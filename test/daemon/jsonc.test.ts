import t from 'tap';
import { readJsonc } from '../../daemon/jsonc.ts';
import { layerFromText } from '../../daemon/layers.ts';
import { readSettings } from '../../daemon/settings.ts';

const value = (source: string | Uint8Array) => readJsonc(source).value;
const flaw = (source: string | Uint8Array) => {
  const { value: read, flaws } = readJsonc(source);
  return { ...flaws[0], count: flaws.length, read };
};

t.test('comments, commas after the last member, a byte order mark and any line ends are read', async (t) => {
  const expected = { a: [1, 2], b: 'x // y' };
  for (const text of [
    '{"a":[1,2],"b":"x // y"}',
    '\uFEFF{"a":[1,2],"b":"x // y"}',
    '// first\r\n{\r\n  "a": [1, 2,], /* between */\r\n  "b": "x // y",\r\n}\r\n// last',
    '{\r"a":[1,2],\r"b":"x // y"\r}',
  ]) {
    t.strictSame(readJsonc(text), { value: expected, flaws: [] });
    t.strictSame(readJsonc(Buffer.from(text)), { value: expected, flaws: [] });
  }
});

t.test('text in UTF-16 is read where a byte order mark says so', async (t) => {
  const little = Buffer.from('\uFEFF{"a":"ü"}', 'utf16le');
  t.same(value(little), { a: 'ü' });
  t.same(value(Buffer.from(little).swap16()), { a: 'ü' });
});

t.test('bytes that are no text are one flaw', async (t) => {
  t.match(flaw(Buffer.from('{"a":"ü"}', 'latin1')), { code: 'unreadable', found: /UTF-8/, count: 1, read: undefined });
});

t.test('what is wrong is told with line and column, and nothing is read', async (t) => {
  for (const [text, line, column, found] of [
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'no comma'],
    ['{"a" 1}', 1, 6, 'no colon'],
    ['{"a":}', 1, 6, 'no value'],
    ['{"a":1', 1, 7, 'no close brace'],
    ['[1', 1, 3, 'no close bracket'],
    ['{"a":1}\n}', 2, 1, 'more after the end'],
    ['{a:1}', 1, 2, 'invalid symbol'],
    ['{"a":NaN}', 1, 6, 'invalid symbol'],
    ['{"a":"b', 1, 6, 'unexpected end of string'],
    ['{"a":"\\x"}', 1, 6, 'invalid escape character'],
    ['{"a":"\0"}', 1, 6, 'invalid character'],
    ['/* open', 1, 1, 'unexpected end of comment'],
    ['// nothing else', 1, 16, 'no value'],
  ] as const) {
    t.match(flaw(text), { code: 'unreadable', at: { line, column }, found, count: 1 }, text);
    t.equal(value(text), undefined);
  }
});

t.test('an empty file is a flaw, since a lost one looks like that', async (t) => {
  for (const text of ['', ' \n', '\uFEFF']) t.match(flaw(text), { code: 'unreadable', found: 'an empty file' });
});

t.test('a name that stands twice is told with its path and place, and the last one counts', async (t) => {
  const text = '[{"a": 1,\n "b": [0, {"c": 1, "c": 2}], "a": 3}]';
  t.same(readJsonc(text), {
    value: [{ a: 3, b: [0, { c: 2 }] }],
    flaws: [
      { code: 'duplicate-key', path: [0, 'b', 1, 'c'], at: { line: 2, column: 20 }, found: 'the same name again' },
      { code: 'duplicate-key', path: [0, 'a'], at: { line: 2, column: 30 }, found: 'the same name again' },
    ],
  });
});

t.test('at most a hundred duplicates are told', async (t) => {
  t.equal(flaw(`{${'"a":1,'.repeat(1000)}}`).count, 100);
});

t.test('__proto__ is an ordinary member', async (t) => {
  const read = value('{"__proto__":{"a":1},"b":2}') as object;
  t.same(Object.keys(read), ['__proto__', 'b']);
  t.equal(Object.getPrototypeOf(read), Object.prototype);
});

t.test('32 levels are read, 33 are not, and a million neither', async (t) => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  t.ok(value(nested(32)));
  t.match(flaw(nested(33)), { code: 'too-deep', at: { line: 1, column: 33 }, read: undefined });
  t.match(flaw('['.repeat(1_000_000)), { code: 'too-deep' });
});

t.test('a megabyte is read, and a byte more is not', async (t) => {
  t.same(value(`${' '.repeat(999_998)}{}`), {});
  t.match(flaw(`${' '.repeat(999_999)}{}`), { code: 'too-large', at: undefined, found: '1000001 bytes' });
  t.match(flaw(new Uint8Array(1_000_001)), { code: 'too-large' });
});

t.test('a file that cannot be read is one problem of its layer, and the lower layers hold', async (t) => {
  const maker = { name: 'defaults' as const, value: { network_configuration: { model: 'Rover' } } };
  const { settings, problems } = readSettings([maker, layerFromText('cloud', '{\n"a" 1}')]);
  t.equal(settings.network_configuration.model, 'Rover');
  t.match(problems, [
    {
      path: '(all)',
      layer: 'cloud',
      severity: 'error',
      message:
        '(all) (cloud): expected JSON, with or without comments, found no colon in line 2, column 5; nothing of this layer is used',
    },
  ]);
  t.equal(problems.length, 1);
});

t.test('a duplicate in a file is a warning', async (t) => {
  const { settings, problems } = readSettings([
    layerFromText('defaults', '{"advanced_settings":{"debug":false,"debug":true}}'),
  ]);
  t.equal(settings.advanced_settings.debug, true);
  t.match(problems, [{ path: 'advanced_settings.debug', severity: 'warning', code: 'duplicate-key' }]);
});

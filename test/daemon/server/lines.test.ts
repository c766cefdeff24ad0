import t from 'tap';
import { announcementIn } from '../../../daemon/server/announcement.ts';
import { levelOf } from '../../../daemon/server/levels.ts';
import { Lines } from '../../../daemon/server/lines.ts';
import { Throttle } from '../../../daemon/server/throttle.ts';
import { milliseconds, seconds } from '../../../netplan/duration.ts';
import fc from '../../support/cases.ts';

function linesOf(chunks: readonly Buffer[], longest: number): readonly (readonly [string, boolean])[] {
  const found: [string, boolean][] = [];
  const lines = new Lines(longest, (bytes, cut) => found.push([bytes.toString('latin1'), cut]));
  for (const chunk of chunks) lines.push(chunk);
  lines.end();
  return found;
}

t.test('lines are the same however the stream is cut', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', ' '), maxLength: 30 }), {
        size: 'max',
        maxLength: 20,
      }),
      fc.integer({ min: 1, max: 12 }),
      (pieces, longest) => {
        const whole = Buffer.from(pieces.join(''));
        const expected = JSON.stringify(linesOf([whole], longest));
        const bytewise = [...whole].map((byte) => Buffer.from([byte]));
        for (const chunks of [pieces.map((piece) => Buffer.from(piece)), bytewise]) {
          if (JSON.stringify(linesOf(chunks, longest)) !== expected) throw new Error('differs');
        }
      },
    ),
  );
});

t.test('without a limit in the way they are what split gives', async () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 60 }), (text) => {
      const expected = text.split('\n').filter((line, index, all) => index < all.length - 1 || line !== '');
      const found = linesOf([Buffer.from(text)], 100).map(([line]) => line);
      if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error('differs');
    }),
  );
});

t.test('a longer line is its beginning, once; a carriage return at its end is none of it', async (t) => {
  t.same(linesOf([Buffer.from('abcdefgh\nx\r\n\nlast')], 4), [
    ['abcd', true],
    ['x', false],
    ['', false],
    ['last', false],
  ]);
  t.same(linesOf([Buffer.from('abcd\n')], 4), [['abcd', false]]);
});

t.test('what is kept of an unfinished line does not keep the chunk it came in', async (t) => {
  const kept: Buffer[] = [];
  const lines = new Lines(1000, (bytes) => kept.push(bytes));
  lines.push(Buffer.concat([Buffer.from('x\n'), Buffer.from('unfinished')]));
  lines.push(Buffer.from(' line\n'));
  t.equal(kept[1]?.toString(), 'unfinished line');
});

t.test('the level is found in the forms that servers write', async (t) => {
  const rows: [string, string | undefined][] = [
    ['2026-05-01T10:00:00.000Z\tWARN\trdk.x\tserver/server.go:12\tsomething', 'warn'],
    ['2026-05-01T10:00:00.000+0200 \tINFO\tx\ty', 'info'],
    ['{"level":"error","msg":"x"}', 'error'],
    ['{"time":"now","severity" : "WARNING"}', 'warn'],
    ['{"msg":"the level is \\"error\\""}', undefined],
    ['time=2026 level=debug msg="x"', 'debug'],
    ['[ERROR] cannot open', 'error'],
    ['2026-05-01 10:00:00 FATAL: no', 'fatal'],
    ['WARNING: low', 'warn'],
    ['panic: runtime error: index out of range', 'fatal'],
    ['fatal error: all goroutines are asleep', 'fatal'],
    ['error is a word', undefined],
    ['ERRORS: none', undefined],
    ['', undefined],
  ];
  for (const [line, level] of rows) t.equal(levelOf(line), level, line);
});

t.test('no line takes long to look at', async (t) => {
  const start = performance.now();
  for (const part of ['[', '2', '{"a', ' level', '\t', 'x\t', '- ']) levelOf(part.repeat(16_384 / part.length));
  t.ok(performance.now() - start < 2000);
});

t.test('the announcement is found behind any prefix, and nowhere else', async (t) => {
  const urls = (line: string) => announcementIn(Buffer.from(line))?.urls.map(String);
  const both = ['https://a.local.cloud:8080/', 'https://0.0.0.0:8080/'];
  const object = '{"url": "https://a.local.cloud:8080", "x": 1, "alt_url": "https://0.0.0.0:8080"}';
  t.same(urls(`2026\tINFO\tweb/web.go:1\tserving\t${object}`), both);
  t.same(urls(`serving ${object}`), both);
  t.same(urls(`{"level":"info","msg":"serving","url":"http://localhost:80","alt_url":"http://[::1]:80"}`), [
    'http://localhost/',
    'http://[::1]/',
  ]);
  t.same(urls('serving {"url":"http://x:1"}'), ['http://x:1/']);
  for (const line of [
    'observing {"url": "http://x:1"}',
    'serving',
    'serving the nation, see {"url": "http://x:1"}',
    'serving {"url": "file:///etc/passwd"}',
    'serving {"url": "http://["}',
    'x',
  ]) {
    t.equal(urls(line), undefined, line);
  }
});

t.test('the throttle lets a burst and then a steady rate pass, and counts the rest', async (t) => {
  const throttle = new Throttle({ perSecond: 10, burst: 20 }, { perSecond: 1000, burst: 2000 }, 0);
  const passed = (lines: number, bytes: number) =>
    Array.from({ length: lines }, () => throttle.passes(bytes)).filter(Boolean).length;
  t.equal(passed(50, 1), 20);
  t.equal(throttle.dropped(seconds(1)), undefined, 'reported only when it is old enough');
  throttle.at(1000);
  t.equal(passed(50, 1), 10);
  t.same(throttle.dropped(seconds(1)), { lines: 70, bytes: 70, lasted: 1000 });
  t.equal(throttle.dropped(milliseconds(0)), undefined, 'and once');
  throttle.at(100_000);
  t.equal(passed(50, 500), 4, 'bytes are counted as well');
  throttle.at(99_000);
  t.equal(passed(1, 500), 0, 'time that goes backwards gives nothing');
});

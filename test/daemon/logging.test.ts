import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { longestLine } from '../../daemon/log-record.ts';
import { type LogFormat, type LogLevel, logFormatFor, openLogging } from '../../daemon/logging.ts';
import { NetworkError } from '../../netplan/errors.ts';
import { Secret } from '../../netplan/secret.ts';

async function opened(t: Test, format: LogFormat = 'json', level: LogLevel = 'info') {
  const file = join(t.testdir({}), 'log');
  const output = openSync(file, 'w');
  const logging = await openLogging(format, level, output);
  t.teardown(async () => {
    await logging.close();
    closeSync(output);
  });
  const written = async () => {
    await logging.flush();
    return readFileSync(file, 'utf8');
  };
  const records = async () =>
    (await written())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { ...logging, written, records };
}

t.test('a decision is one line of JSON with its evidence', async (t) => {
  const { log, records } = await opened(t);
  log.child({ unit: 'networks' }).info({ from: 'station', to: 'hotspot' }, 'station -> hotspot');
  const [record, ...others] = await records();
  t.match(record, { level: 'info', unit: 'networks', from: 'station', to: 'hotspot', msg: 'station -> hotspot' });
  t.match(record.time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  t.equal(others.length, 0);
});

t.test('a secret is redacted wherever it stands, in every format', async (t) => {
  for (const format of ['json', 'journal', 'terminal'] as const) {
    const { log, written } = await opened(t, format, 'debug');
    const psk = new Secret('correct horse');
    log.info({ psk, deep: { list: [psk] }, text: `${psk}`, error: new Error(`not ${psk}`) }, 'kept');
    log.child({ psk }).debug({ err: new NetworkError('refused', 'no', { cause: psk }) }, 'kept');
    const text = await written();
    t.notMatch(text, 'correct horse');
    t.ok(text.split('[redacted]').length > 6, 'all of them');
  }
});

t.test('debugging is switched on and off while running, for children as well', async (t) => {
  const { log, setLevel, records } = await opened(t);
  const child = log.child({ unit: 'dns' });
  child.debug({}, 'not made');
  setLevel('debug');
  child.debug({}, 'made');
  setLevel('error');
  child.warn({}, 'not made');
  log.fatal({}, 'made');
  t.match(await records(), [
    { level: 'debug', msg: 'made' },
    { level: 'fatal', msg: 'made' },
  ]);
  t.equal((await records()).length, 2);
});

t.test('the journal gets its priority before each line', async (t) => {
  const { log, written } = await opened(t, 'journal', 'debug');
  for (const level of ['debug', 'info', 'warn', 'error', 'fatal'] as const) log[level]({}, level);
  t.match(await written(), /^<7>\{.*\n<6>\{.*\n<4>\{.*\n<3>\{.*\n<2>\{.*\n$/);
});

t.test('an expected error is its code and its causes', async (t) => {
  const { log, records } = await opened(t);
  log.warn({ err: new NetworkError('refused', 'no', { cause: new Error('below') }) }, 'step failed');
  const cause = { type: 'Error', message: 'below' };
  t.strictSame((await records())[0].err, { type: 'NetworkError', code: 'refused', message: 'no', cause });
});

t.test('evidence cannot take the place of level, time or sentence', async (t) => {
  const { log, records, written } = await opened(t);
  log.info({ level: 'fatal', time: 'never', msg: 'other' }, 'kept');
  t.match(await records(), [{ level: 'info', level_: 'fatal', time_: 'never', msg: 'kept', msg_: 'other' }]);
  t.equal((await written()).match(/"level":/g)?.length, 1);
});

t.test('a huge record is cut to one valid line that says so', async (t) => {
  const { log, records, written } = await opened(t);
  log.error({ reply: '"'.repeat(1_000_000) }, 'the reply is not understood');
  t.match(await records(), [{ level: 'error', msg: 'the reply is not understood', leftOut: Number }]);
  t.ok((await written()).length < longestLine);
});

t.test('on a terminal an error is on the same line, and names from outside cannot move the cursor', async (t) => {
  const { log, written } = await opened(t, 'terminal');
  log.warn({ ssid: 'evil\u001b[2J', err: new NetworkError('refused', 'no\u001b[2J') }, 'odd \u001b[2J');
  log.error({ err: new Error('unexpected') }, 'unit crashed');
  const text = await written();
  t.notMatch(text, '\u001b[2J');
  t.match(text, /^\[[\d:.]+\] WARN: odd ·\[2J .*"err":"refused: no/);
  t.match(text, /ERROR: unit crashed .*"err":"Error: unexpected"\}\n +at /);
});

t.test('a tap gets each record, none of what it logs itself, and its failure is only logged', async (t) => {
  const { log, tap, records } = await opened(t);
  const seen: string[] = [];
  const untap = tap(({ text, level, evidence }) => {
    seen.push(`${level} ${text} ${JSON.stringify(evidence)}`);
    log.info({}, 'from the tap');
    if (text === 'two') throw new Error('tap is broken');
  });
  log.info({ a: 1 }, 'one');
  log.warn({}, 'two');
  untap();
  log.info({}, 'three');
  t.strictSame(seen, ['info one {"a":1}', 'warn two {}']);
  const sentences = (await records()).map(({ msg }) => msg);
  const failed = 'a listener of the log failed';
  t.strictSame(sentences, ['one', 'from the tap', 'two', 'from the tap', failed, 'three']);
});

t.test('journal, terminal or pipe is told by what our output is', async (t) => {
  const { dev, ino } = fstatSync(1);
  t.equal(logFormatFor({ JOURNAL_STREAM: `${dev}:${ino}` }, false), 'journal');
  t.equal(logFormatFor({ JOURNAL_STREAM: '1:1' }, false), 'json', 'the variable came from a parent');
  t.equal(logFormatFor({}, true), 'terminal');
});

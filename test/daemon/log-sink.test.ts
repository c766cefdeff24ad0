import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import t from 'tap';
import { LogSink } from '../../daemon/log-sink.ts';

const logging = new URL('../../daemon/logging.ts', import.meta.url).href;
const run = (script: string) =>
  execa('node', ['--input-type=module', '--eval', script], { timeout: 60_000, reject: false, preferLocal: true });

t.test('a full disk under the log costs records, and neither the agent nor its end', async (t) => {
  const { stdout, exitCode } = await run(`
    import { openSync } from 'node:fs';
    import { openLogging } from '${logging}';
    const { log, flush } = await openLogging('json', 'info', openSync('/dev/full', 'w'));
    for (let round = 0; round < 100; round++) log.info({ round }, 'into a full disk');
    await flush();
    log.info({}, 'at the end');
    process.stdout.write('still here');
  `);
  t.equal(stdout, 'still here');
  t.equal(exitCode, 0);
});

t.test('what is logged right before the exit is written', async (t) => {
  const { stdout, exitCode } = await run(`
    import { openLogging } from '${logging}';
    const { log } = await openLogging('json', 'info');
    log.fatal({}, 'last words');
    process.exit(3);
  `);
  t.match(stdout, /^\{"level":"fatal".*"msg":"last words"\}$/);
  t.equal(exitCode, 3);
});

t.test('a reader that went away does not end the agent', async (t) => {
  const script = `
    import { openLogging } from '${logging}';
    const { log, flush } = await openLogging('json', 'info');
    for (let round = 0; round < 1000; round++) log.info({ round }, 'a line');
    await flush();
    process.exit(5);
  `;
  const shell = 'set -o pipefail; node --input-type=module --eval "$1" | true';
  const { exitCode } = await execa('bash', ['-c', shell, 'bash', script], {
    timeout: 60_000,
    reject: false,
    preferLocal: true,
  });
  t.equal(exitCode, 5);
});

t.test(
  'nothing is kept beyond the limit, order is, and lost lines are counted and said when there is room',
  async (t) => {
    const pipe = join(t.testdir({}), 'pipe');
    await execa('mkfifo', [pipe]);
    const output = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    t.teardown(() => closeSync(output));
    const sink = new LogSink(output);
    for (let number = 0; number < 400; number++) {
      sink.write(`${JSON.stringify({ number, filling: 'x'.repeat(20_000) })}\n`);
    }
    let read = '';
    const buffer = Buffer.alloc(65_536);
    await eventually(() => {
      read += buffer.toString('utf8', 0, readWhatIsThere(output, buffer));
      return read.includes('log records were lost');
    });
    await sink.flush();
    const records = read
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const kept = records.filter(({ number }) => number !== undefined);
    t.strictSame(
      kept.map(({ number }) => number),
      kept.map((_, index) => index),
    );
    t.equal(records.at(-1).records + kept.length, 400);
    t.ok(kept.length > 200 && kept.length < 220, '4 MB of lines of 20 kB');
  },
);

/** 0 when nothing waits in the pipe. */
function readWhatIsThere(pipe: number, buffer: Buffer): number {
  try {
    return readSync(pipe, buffer);
  } catch {
    return 0;
  }
}

async function eventually(reached: () => boolean): Promise<void> {
  for (let tries = 0; !reached(); tries++) {
    if (tries > 3000) throw new Error('not reached');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

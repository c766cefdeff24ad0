import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import t, { type Test } from 'tap';
import { notifier, takeSupervision } from '../../daemon/notify.ts';
import { keptLog } from '../support/kept-log.ts';

const python = fileURLToPath(new URL('../support/notify-socket.py', import.meta.url));

/** A socket as systemd has it, and what came to it so far. */
async function systemd(t: Test) {
  const socket = join(t.testdir({}), 'notify');
  const receiver = execa('python3', [python, socket], { reject: false, buffer: false, timeout: 60_000 });
  t.teardown(() => receiver.kill());
  const lines = receiver.iterable()[Symbol.asyncIterator]();
  const next = async () => JSON.parse(String((await lines.next()).value));
  await next();
  /** The next message that is no barrier. */
  const message = async (): Promise<string> => {
    const { message: text } = await next();
    return text === 'BARRIER=1' ? message() : text;
  };
  return { socket, message };
}

t.test('systemd is told by its own program', async (t) => {
  const { socket, message } = await systemd(t);
  const { log, records } = keptLog();
  const notify = notifier({ socket, watchdog: undefined }, log);
  await notify.ready();
  t.equal(await message(), 'READY=1');
  await notify.status('hotspot\nMAINPID=1');
  t.equal(await message(), 'STATUS=hotspot MAINPID=1', 'a text cannot become another message');
  await notify.alive();
  t.equal(await message(), 'WATCHDOG=1');
  await notify.stopping();
  t.equal(await message(), 'STOPPING=1');
  t.strictSame(records, []);
});

t.test('what cannot be told is logged and harms nothing', async (t) => {
  const { log, records } = keptLog();
  await notifier({ socket: join(t.testdir({}), 'nobody'), watchdog: undefined }, log).ready();
  t.match(records, [{ level: 'warn', text: 'systemd could not be told', evidence: { messages: ['READY=1'] } }]);
});

t.test('not started by systemd, nothing is told', async (t) => {
  const { log, records } = keptLog();
  const notify = notifier(takeSupervision({}), log);
  await Promise.all([notify.ready(), notify.status('x'), notify.alive(), notify.stopping()]);
  t.strictSame(records, []);
});

t.test('what systemd says to the agent is read once, and not inherited by what the agent starts', async (t) => {
  const env = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '120000000', WATCHDOG_PID: '7', HOME: '/root' };
  t.strictSame(takeSupervision(env, 7), { socket: '/run/systemd/notify', watchdog: 120_000 });
  t.strictSame(env, { HOME: '/root' });
});

t.test('a watchdog of another process, or an odd one, is none', async (t) => {
  const socket = '@/org/abstract';
  const other = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '1000', WATCHDOG_PID: '8' };
  t.strictSame(takeSupervision(other, 7), { socket, watchdog: undefined });
  t.strictSame(takeSupervision({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: 'x' }), { socket, watchdog: undefined });
  t.strictSame(takeSupervision({ WATCHDOG_USEC: '1000' }), { socket: undefined, watchdog: undefined });
  t.strictSame(takeSupervision({ NOTIFY_SOCKET: '' }), { socket: undefined, watchdog: undefined });
});

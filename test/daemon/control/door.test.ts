import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ask } from '../../../daemon/control/ask.ts';
import { type ControlCalls, ControlError, controlLimits } from '../../../daemon/control/calls.ts';
import { controlDoor } from '../../../daemon/control/door.ts';
import { milliseconds, seconds } from '../../../netplan/duration.ts';
import { keptLog } from '../../support/kept-log.ts';

/** In a folder with a short name: a Unix socket's path has 107 bytes at most (unix(7)). */
function socketIn(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'control-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'control');
}

async function open(t: Test, calls: ControlCalls, callLimit = seconds(30), path = socketIn(t)) {
  const { log, records } = keptLog();
  const end = new AbortController();
  const ended = controlDoor({ path, calls, log, callLimit }).run(end.signal);
  const close = async () => {
    end.abort();
    await ended;
  };
  t.teardown(close);
  for (let tries = 0; tries < 500 && !(existsSync(path) && (statSync(path).mode & 0o777) === 0o600); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { path, close, records };
}

const failure = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ControlError ? [error.code, error.message] : error;
};

t.test('a call gets what was sent, and its answer comes back', async (t) => {
  const { path } = await open(t, { echo: async (input) => ({ got: input }), nothing: async () => undefined });
  t.strictSame(await ask(path, 'echo', { name: 'Hall “3”' }), { got: { name: 'Hall “3”' } });
  t.strictSame(await ask(path, 'echo'), {});
  t.equal(await ask(path, 'nothing'), null);
  t.equal(statSync(path).mode & 0o777, 0o600);
});

t.test('a refusal comes with its code and sentence; an accident is logged and told', async (t) => {
  const { path, records } = await open(t, {
    refuse: async () => {
      throw new ControlError('not-possible', 'no hotspot here');
    },
    break: async () => {
      throw new Error('a bug');
    },
  });
  t.strictSame(await failure(ask(path, 'refuse')), ['not-possible', 'no hotspot here']);
  t.strictSame(records, []);
  t.strictSame(await failure(ask(path, 'break')), ['failed', 'a bug']);
  t.match(records, [{ level: 'error', text: 'a command failed' }]);
  t.strictSame(await failure(ask(path, 'other')), ['unknown-call', 'this agent has no such call']);
  t.match(await failure(ask(path, 'toString')), ['unknown-call'], 'what every object has is no call');
});

t.test('without an agent, that is said', async (t) => {
  const path = socketIn(t);
  t.match(await failure(ask(path, 'echo')), ['not-running', /does not run/]);
  const { close } = await open(t, {}, seconds(30), path);
  await close();
  t.notOk(existsSync(path));
  t.match(await failure(ask(path, 'echo')), ['not-running']);
});

t.test('what an agent left that was killed is in nobody’s way', async (t) => {
  const path = socketIn(t);
  writeFileSync(path, '');
  await open(t, { echo: async () => 'here' }, seconds(30), path);
  t.equal(await ask(path, 'echo'), 'here');
});

t.test('a question that is too long or no JSON is refused', async (t) => {
  const { path } = await open(t, { echo: async (input) => input });
  t.match(await failure(ask(path, 'echo', 'x'.repeat(controlLimits.questionBytes))), ['bad-input', /too long/]);
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(path, () => socket.write(text));
      let answer = '';
      socket.setTimeout(30_000, () => socket.destroy(new Error('no answer')));
      socket.on('data', (part) => {
        answer += part;
      });
      socket.once('close', () => resolve(answer)).once('error', reject);
    });
  t.match(await raw('POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\n{'), /^HTTP\/1.1 400.*bad-input/s);
  t.match(await raw('GET /echo HTTP/1.1\r\nhost: x\r\n\r\n'), /^HTTP\/1.1 404/, 'a link that is opened does nothing');
});

t.test('a call that does not end is given up, and one whose asker went is told', async (t) => {
  const gone: string[] = [];
  const { path } = await open(
    t,
    {
      deaf: () => new Promise(() => {}),
      listens: (_input, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(gone.push('told')), { once: true })),
    },
    milliseconds(300),
  );
  t.match(await failure(ask(path, 'deaf')), ['timed-out']);
  const socket = connect(path, () => socket.write('POST /listens HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  for (let tries = 0; tries < 500 && gone.length === 0; tries++) await new Promise((r) => setTimeout(r, 10));
  t.strictSame(gone, ['told']);
});

t.test('an agent that ends waits for no command', async (t) => {
  const { path, close } = await open(t, { deaf: () => new Promise(() => {}) });
  const asked = failure(ask(path, 'deaf'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await close();
  t.match(await asked, ['failed']);
});

t.test('whoever is told to end while the door opens has closed it again', async (t) => {
  const before = process
    .getActiveResourcesInfo()
    .filter((name) => name === 'PipeWrap' || name.includes('Server')).length;
  for (const turns of [0, 1, 2, 3, 4, 6, 8, 12]) {
    const path = socketIn(t);
    const end = new AbortController();
    const running = controlDoor({ path, calls: {}, log: keptLog().log }).run(end.signal);
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    end.abort();
    await running;
    t.notOk(existsSync(path), `after ${turns} turns`);
  }
  const after = process
    .getActiveResourcesInfo()
    .filter((name) => name === 'PipeWrap' || name.includes('Server')).length;
  t.equal(after, before, 'nothing keeps the process');
});

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import t from 'tap';
import { buildAgent } from '../../deploy/agent-build.ts';

// Far from our node_modules: what the file does not hold, it has not.
const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
const bundle = join(folder, 'dist/machine-agent.mjs');
const root = join(folder, 'root');
const asset = (path: string) =>
  cpSync(new URL(`../../${path}`, import.meta.url), join(folder, path), { recursive: true });
const run = (environment: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  // Behind env(1), because tap puts a listener for signals into each Node.js that it sees being started.
  execa('env', ['-u', 'NODE_OPTIONS', process.execPath, bundle, ...args], {
    cwd: folder,
    extendEnv: false,
    env: { PATH: process.env['PATH'] ?? '', DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${folder}/no-bus`, ...environment },
    reject: false,
    timeout: 60_000,
  });
const agent = (...args: readonly string[]) => run({}, ...args);

t.before(async () => {
  await buildAgent(bundle);
  asset('dist/page');
  asset('docs/openapi.json');
  mkdirSync(root);
});
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

t.test('one file is the whole program: it needs nothing beside the page', async (t) => {
  t.match(await agent('--version'), { exitCode: 0, stdout: /^\d+\.\d+\.\d+/ });
  t.match(await agent('--help'), { exitCode: 0, stdout: /restart/ });
  t.match(await agent('--check', '--root', root), { exitCode: 0 });
  t.match(await agent('label'), { exitCode: 0, stdout: /machine-setup-/ });
});

t.test("of zod's forty languages it holds English alone: `import { z }` brings them all", (t) => {
  const zod = (language: string) =>
    readFileSync(new URL(`../../node_modules/zod/v4/locales/${language}.js`, import.meta.url), 'utf8');
  const program = readFileSync(bundle, 'utf8');
  for (const [language, words, held] of [
    ['en', 'Invalid input: expected', true],
    ['nl', 'Ongeldige invoer: verwacht', false],
  ] as const) {
    t.ok(zod(language).includes(words), `zod has ${language}`);
    t.equal(program.includes(words), held, language);
  }
  t.end();
});

t.test('it runs without a bus, waits for it, answers commands, and ends when it is told', async (t) => {
  const running = agent('--dev-mode', '--root', root);
  const socket = join(root, 'run/machine-agent/control');
  for (let tries = 0; tries < 3000 && !existsSync(socket); tries++) await new Promise((done) => setTimeout(done, 10));
  const restart = await agent('--dev-mode', '--root', root, 'restart');
  t.match(restart, { exitCode: 1, stderr: /has no machine credentials yet/ });
  running.kill('SIGTERM');
  const { exitCode, stdout, stderr } = await running;
  t.equal(exitCode, 0, stderr);
  t.equal(stderr, '');
  const lines = stdout.split('\n').map((line) => JSON.parse(line));
  t.match(
    lines.find(({ msg }) => msg === 'ready'),
    { devMode: true },
  );
  t.equal(
    lines.some(({ msg }) => msg === 'the plain page is used'),
    false,
    'the page is found',
  );
  t.strictSame(readdirSync(join(root, 'run/machine-agent')).includes('control'), false);
});

t.test('it ends in order also while a program runs for it', async (t) => {
  const programs = mkdtempSync(join(folder, 'programs-'));
  const running = join(programs, 'running');
  writeFileSync(join(programs, 'systemd-notify'), `#!/bin/sh\n: >${running}\nsleep 2\n`, { mode: 0o755 });
  const environment = { PATH: `${programs}:${process.env['PATH']}`, NOTIFY_SOCKET: join(programs, 'socket') };
  const ending = run(environment, '--dev-mode', '--root', root);
  for (let tries = 0; tries < 3000 && !existsSync(running); tries++) await new Promise((done) => setTimeout(done, 10));
  ending.kill('SIGTERM');
  const { exitCode, signal, stderr } = await ending;
  t.strictSame({ exitCode, signal }, { exitCode: 0, signal: undefined }, stderr);
});

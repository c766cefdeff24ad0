import { chmodSync, copyFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { limits } from '../../../daemon/server/limits.ts';
import { minutes } from '../../../netplan/duration.ts';
import { isThere, Supervised } from '../../support/supervised.ts';

t.test('a server is started with its arguments, its folder, and the environment of both', async (t) => {
  process.env['OF_THE_AGENT'] = 'inherited';
  process.env['NOTIFY_SOCKET'] = '/run/systemd/notify';
  t.teardown(() => {
    delete process.env['OF_THE_AGENT'];
    delete process.env['NOTIFY_SOCKET'];
  });
  const machine = new Supervised(t, 'serves.sh', {
    settings: { viam_server_env: { MINE: 'a=b c', HOME: '/elsewhere' } },
  });
  machine.start();
  await machine.untilPhase('running');
  const status = machine.unit.status();
  t.match(status, { version: '1.2.3', trouble: undefined, tally: { starts: 1 } });
  t.ok(isThere(status.pid ?? 0));
  t.equal(machine.note('starts').trim(), `${status.pid} -config ${machine.folder}/machine.json`);
  t.equal(realpathSync(machine.note('folder').trim()), realpathSync(machine.folder));
  const environment = machine.note('environment').split('\n');
  t.ok(environment.includes('OF_THE_AGENT=inherited'));
  t.ok(environment.includes('MINE=a=b c'));
  t.ok(environment.includes('HOME=/elsewhere'), 'the setting wins');
  t.ok(environment.includes('VIAM_AGENT_HANDLES_NEEDS_RESTART_CHECKING=true'));
  t.notOk(
    environment.some((line) => line.startsWith('NOTIFY_SOCKET=')),
    'what systemd told the agent is not passed on',
  );
  await machine.shutDown();
  t.notOk(isThere(status.pid ?? 0), 'the server ends with the agent');
  t.ok(machine.said('ending'), 'by itself, as it was asked to');
});

t.test('an announcement that comes in pieces is understood', async (t) => {
  const machine = new Supervised(t, 'in-pieces.sh').start();
  await machine.untilPhase('running');
  t.same(machine.said('says that it serves')?.evidence['urls'], ['http://127.0.0.1:1/', 'http://127.0.0.1:2/']);
});

t.test('a server that takes its time is waited for', async (t) => {
  const machine = new Supervised(t, 'slow-start.sh', {
    settings: { viam_server_env: { START_SECONDS: '0.5' } },
  }).start();
  await machine.untilPhase('starting');
  await machine.untilPhase('running');
  t.match(machine.unit.status().tally, { starts: 1, startTimeouts: 0 });
});

t.test('one that never serves is killed with its children, started again, counted and reported', async (t) => {
  const machine = new Supervised(t, 'never-starts.sh').start();
  await machine.until('it loads', () => machine.said('loading') !== undefined);
  const first = Number(machine.note('starts'));
  machine.clock.jump(minutes(10));
  await machine.untilPhase('stopping');
  t.ok(isThere(first), 'it is deaf to SIGTERM');
  machine.clock.jump(limits.stopGrace);
  await machine.until('a second start', () => machine.note('starts').trim().split('\n').length === 2);
  t.notOk(isThere(first));
  t.match(machine.unit.status(), { phase: 'starting', tally: { startTimeouts: 1, starts: 2, crashes: 0 } });
  t.same(machine.held(), ['server-does-not-start']);
});

t.test('without an announcement the server counts as started when its own endpoint answers', async (t) => {
  const machine = new Supervised(t, 'answers.ts', { settings: { viam_server_env: { SILENT: '1' } } });
  const answer = join(machine.folder, 'answer');
  writeFileSync(answer, '{"restart_allowed": true, "does_not_handle_needs_restart": true}');
  machine.set({ viam_server_env: { ...machine.settings.viam_server_env, ANSWER: answer } });
  machine.start();
  await machine.untilPhase('running');
  t.ok(machine.said('answers at its own address'));
  t.equal(machine.unit.leavesRestartsToAgent, true);
});

t.test('a program that cannot be run is named, and tried as soon as its file is another', async (t) => {
  const machine = new Supervised(t, 'serves.sh');
  const good = machine.program;
  machine.program = join(machine.folder, 'machine-server');
  machine.start();
  const named = (problem: string) =>
    machine.until(problem, () => machine.unit.status().trouble?.startsWith(`${problem}: `) === true);
  await named('missing');
  t.same(machine.held(), ['server-binary-missing']);
  writeFileSync(machine.program, 'just text, no program\n', { mode: 0o644 });
  await named('not-executable');
  chmodSync(machine.program, 0o755);
  await named('not-a-program');
  // The header of an ELF file for MIPS.
  const elf = Buffer.alloc(64);
  elf.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  elf.writeUInt16LE(8, 18);
  writeFileSync(machine.program, elf);
  await named('wrong-architecture');
  t.match(machine.unit.status().trouble, 'is for MIPS');
  writeFileSync(machine.program, '#!/nowhere/interpreter\n');
  await named('missing-interpreter');
  copyFileSync(good, machine.program);
  await machine.untilPhase('running');
  machine.clock.jump(limits.steady);
  await machine.until('all is well', () => machine.held().length === 0);
});

t.test('a device that gets its credentials starts its server at once', async (t) => {
  const machine = new Supervised(t, 'serves.sh');
  machine.credentials = undefined;
  machine.start();
  await machine.until('it is idle', () => machine.unit.status().obstacle === 'not-configured');
  t.equal(machine.unit.status().phase, 'stopped');
  machine.credentials = 'given';
  machine.unit.changed();
  await machine.untilPhase('running');
});

t.test('the first start waits for the configuration only when that is wished, and not for ever', async (t) => {
  const never = () => new Promise<void>(() => {});
  const wished = { wait_for_update_check: true };
  const firstStart = { wait: false, fast: false, fetched: never };
  const waiting = new Supervised(t, 'serves.sh', { settings: wished, parts: { firstStart } }).start();
  await waiting.until('it waits', () => waiting.unit.status().obstacle === 'waiting-for-configuration');
  const option = new Supervised(t, 'serves.sh', { parts: { firstStart: { ...firstStart, wait: true } } }).start();
  await option.until('it waits', () => option.unit.status().obstacle === 'waiting-for-configuration');
  const fast = new Supervised(t, 'serves.sh', {
    settings: wished,
    parts: { firstStart: { ...firstStart, fast: true } },
  });
  await fast.start().untilPhase('running');
  const plain = new Supervised(t, 'serves.sh', { parts: { firstStart } });
  await plain.start().untilPhase('running');
  t.equal(waiting.unit.status().phase, 'stopped');
  waiting.clock.jump(limits.configuration);
  await waiting.untilPhase('running');
});

t.test('the first start comes as soon as the configuration is there, or could not be had', async (t) => {
  for (const fetched of [async () => {}, async () => Promise.reject(new Error('offline'))]) {
    const machine = new Supervised(t, 'serves.sh', { parts: { firstStart: { wait: true, fast: false, fetched } } });
    await machine.start().untilPhase('running');
  }
});

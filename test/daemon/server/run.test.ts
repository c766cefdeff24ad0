import t from 'tap';
import { limits } from '../../../daemon/server/limits.ts';
import { minutes } from '../../../netplan/duration.ts';
import { inSession, isThere, Supervised, sleep } from '../../support/supervised.ts';

t.test('a server that crashes runs again at once, and its code is in the log', async (t) => {
  const machine = new Supervised(t, 'crashes.sh', { settings: { viam_server_env: { SERVE_SECONDS: '0.2' } } }).start();
  await machine.until('a second start', () => machine.unit.status().tally.starts === 2);
  t.match(machine.said('the server has ended')?.evidence, { ending: 'it ended with code 3' });
  t.match(machine.said('something is wrong'), { level: 'error' }, 'its lines keep their level');
});

t.test('a server that is killed from outside is told apart from one that crashes', async (t) => {
  const machine = new Supervised(t, 'serves.sh').start();
  await machine.untilPhase('running');
  process.kill(machine.unit.status().pid ?? 0, 'SIGKILL');
  await machine.until('a second start', () => machine.unit.status().tally.starts === 2);
  t.match(machine.unit.status().trouble, 'it was ended by SIGKILL');
});

t.test('a crash loop backs off and is reported', async (t) => {
  const machine = new Supervised(t, 'crash-loop.sh').start();
  for (let crash = 1; crash < 10; crash++) {
    await machine.until('one more crash', () => machine.unit.status().tally.crashes > crash);
    machine.clock.jump(minutes(1));
  }
  await machine.until('the last crash', () => machine.unit.status().tally.crashes === 11);
  t.same(machine.held(), ['server-crash-loop']);
  await sleep(300);
  t.match(machine.unit.status(), { phase: 'stopped', tally: { crashes: 11 } }, 'nothing happens during the pause');
});

t.test('a restart that a person asks for ends the pause of a crash loop', async (t) => {
  const machine = new Supervised(t, 'crash-loop.sh').start();
  await machine.until('a pause', () => machine.unit.status().tally.crashes === 2);
  machine.unit.restart('operator');
  await machine.until('a third crash', () => machine.unit.status().tally.crashes === 3);
  t.pass();
});

t.test('a server that is deaf to SIGTERM is killed with all of its children, but not before its time', async (t) => {
  const machine = new Supervised(t, 'stubborn.sh').start();
  await machine.untilPhase('running');
  const pid = machine.unit.status().pid ?? 0;
  machine.set({ disable_viam_server: true });
  await machine.untilPhase('stopping');
  machine.clock.jump(minutes(1.9));
  await sleep(100);
  t.ok(isThere(pid));
  machine.clock.jump(minutes(0.1));
  await machine.untilPhase('stopped');
  t.notOk(isThere(pid));
  t.same(inSession(pid), []);
});

t.test('a server that needs its time to end gets it', async (t) => {
  const machine = new Supervised(t, 'slow-stop.sh', { settings: { viam_server_env: { STOP_SECONDS: '1' } } }).start();
  await machine.untilPhase('running');
  await machine.shutDown();
  t.ok(machine.said('all is put away'), 'its last words are in the log');
  t.not(machine.note('stopped-well'), undefined);
  t.match(machine.unit.status(), { phase: 'stopped', tally: { crashes: 0 } });
});

t.test('an error code while it is being stopped is no crash', async (t) => {
  const machine = new Supervised(t, 'exits-while-stopping.sh').start();
  await machine.untilPhase('running');
  machine.set({ disable_viam_server: true });
  await machine.untilPhase('stopped');
  t.match(machine.unit.status(), { trouble: undefined, tally: { crashes: 0 } });
  machine.set({ disable_viam_server: false });
  await machine.untilPhase('running');
});

t.test('the end of the agent while the server is only starting leaves nothing behind', async (t) => {
  const machine = new Supervised(t, 'slow-start.sh', {
    settings: { viam_server_env: { START_SECONDS: '100' } },
  }).start();
  await machine.until('it has a pid', () => machine.unit.status().pid !== undefined);
  const pid = machine.unit.status().pid ?? 0;
  await machine.shutDown();
  t.notOk(isThere(pid));
  t.same(inSession(pid), []);
});

t.test('stopped in the very moment of its start, a server is not started, or ended', async (t) => {
  for (let round = 0; round < 30; round++) {
    const machine = new Supervised(t, 'serves.sh').start();
    await sleep(round / 3);
    await machine.shutDown();
    const pids = machine.note('starts').trim().split('\n').filter(Boolean);
    for (const line of pids) t.notOk(isThere(Number.parseInt(line, 10)), `round ${round}`);
  }
});

t.test('a server that ran well for a while has no trouble any more', async (t) => {
  const machine = new Supervised(t, 'serves.sh').start();
  await machine.untilPhase('running');
  process.kill(machine.unit.status().pid ?? 0, 'SIGKILL');
  await machine.until('trouble', () => machine.unit.status().trouble !== undefined);
  await machine.untilPhase('running');
  machine.clock.jump(limits.steady);
  await machine.until('no trouble', () => machine.unit.status().trouble === undefined);
  t.ok((machine.unit.status().uptime ?? 0) >= limits.steady);
});

import { spawn } from 'node:child_process';
import t from 'tap';
import { Family } from '../../../daemon/server/family.ts';
import { markName } from '../../../daemon/server/identity.ts';
import { limits } from '../../../daemon/server/limits.ts';
import { linuxProcesses } from '../../../daemon/server/processes.ts';
import { inSession, isThere, Supervised, sleep } from '../../support/supervised.ts';

const pidsIn = (note: string) => note.trim().split('\n').filter(Boolean).map(Number);

t.test('daemons that left the server for sessions of their own end with it', async (t) => {
  const machine = new Supervised(t, 'daemonises.sh').start();
  await machine.untilPhase('running');
  const daemons = pidsIn(machine.note('daemons'));
  t.equal(daemons.length, 3);
  t.ok(daemons.every(isThere));
  machine.set({ disable_viam_server: true });
  // The one that is deaf to SIGTERM has two seconds.
  await machine.until('the others are gone', () => daemons.filter(isThere).length <= 1);
  machine.clock.jump(limits.childGrace);
  await machine.untilPhase('stopped');
  t.same(daemons.filter(isThere), []);
  t.equal(machine.held().length, 0);
});

t.test('they end as well when the server is killed under them', async (t) => {
  const machine = new Supervised(t, 'daemonises.sh').start();
  await machine.untilPhase('running');
  const daemons = pidsIn(machine.note('daemons'));
  machine.credentials = undefined;
  process.kill(machine.unit.status().pid ?? 0, 'SIGKILL');
  await machine.until('the polite ones are gone', () => daemons.filter(isThere).length <= 1);
  machine.clock.jump(limits.childGrace);
  await machine.untilPhase('stopped');
  t.same(daemons.filter(isThere), []);
});

t.test('a server is not started beside the children of the one before', async (t) => {
  const machine = new Supervised(t, 'daemonises.sh').start();
  await machine.untilPhase('running');
  const daemons = pidsIn(machine.note('daemons'));
  process.kill(machine.unit.status().pid ?? 0, 'SIGKILL');
  await machine.until('one is left', () => daemons.filter(isThere).length === 1);
  await sleep(200);
  t.equal(machine.unit.status().tally.starts, 1, 'a child of the old one is still there');
  machine.clock.jump(limits.childGrace);
  await machine.until('a second start', () => machine.unit.status().tally.starts === 2);
  t.same(daemons.filter(isThere), []);
});

t.test('a fork bomb ends with the server', async (t) => {
  const machine = new Supervised(t, 'fork-bomb.sh', { settings: { viam_server_env: { BOMB_SIZE: '120' } } }).start();
  await machine.until('it has gone off', () => machine.note('bombs').split('\n').length > 60);
  const pid = machine.unit.status().pid ?? 0;
  machine.set({ disable_viam_server: true });
  await machine.untilPhase('stopping');
  machine.clock.jump(limits.stopGrace);
  await machine.untilPhase('stopped');
  t.same(inSession(pid), []);
  t.same(await marked(machine), []);
  t.equal(machine.held().length, 0);
});

t.test('who merely resembles a server is left alone', async (t) => {
  const machine = new Supervised(t, 'serves.sh');
  // The same program, with the mark of another agent, and one whose mark only begins like ours.
  const others = ['/run/another', `${machine.folder}/run-2`].map((mark) =>
    spawn(machine.program, [], {
      env: { PATH: process.env['PATH'], [markName]: mark },
      detached: true,
      stdio: 'ignore',
    }),
  );
  t.teardown(() => {
    for (const other of others) process.kill(-(other.pid ?? 0), 'SIGKILL');
  });
  await machine.start().untilPhase('running');
  await machine.shutDown();
  t.ok(others.every(({ pid }) => isThere(pid ?? 0)));
});

t.test('an agent that was started from within its own server does not end itself', async (t) => {
  const script = `
    import { realClock } from '${new URL('../../../daemon/clock.ts', import.meta.url).href}';
    import { Family } from '${new URL('../../../daemon/server/family.ts', import.meta.url).href}';
    import { linuxProcesses } from '${new URL('../../../daemon/server/processes.ts', import.meta.url).href}';
    const family = new Family(
      { processes: linuxProcesses(), clock: realClock(), group: undefined, mark: '/the/mark' }, undefined);
    const members = await family.members();
    process.stdout.write(JSON.stringify({ self: process.pid, parent: process.ppid, found: members.map(({ pid }) => pid) }));`;
  const shell = spawn('sh', ['-c', `sleep 100 & '${process.execPath}' --input-type=module -e "$SCRIPT"; kill $!`], {
    env: { ...process.env, SCRIPT: script, [markName]: '/the/mark' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of shell.stdout) said += chunk;
  const { self, parent, found } = JSON.parse(said);
  t.notOk(found.includes(self));
  t.notOk(found.includes(parent), 'nor the shell that runs it');
  t.equal(found.length, 1, 'but its sibling belongs to the server');
});

async function marked(machine: Supervised): Promise<readonly number[]> {
  const around = { processes: linuxProcesses(), clock: machine.clock, group: undefined, mark: `${machine.folder}/run` };
  return (await new Family(around, undefined).members()).map(({ pid }) => pid);
}

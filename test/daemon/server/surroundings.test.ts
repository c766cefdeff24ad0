import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { environmentDigest, serverEnvironment } from '../../../daemon/server/environment.ts';
import { delegatedGroup } from '../../../daemon/server/group.ts';
import { markName } from '../../../daemon/server/identity.ts';
import { memoryWatch } from '../../../daemon/server/out-of-memory.ts';
import { examine, fingerprint } from '../../../daemon/server/program.ts';
import { architectureProblem, kindOf } from '../../../daemon/server/program-header.ts';
import fc from '../../support/cases.ts';

function folderFor(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'surroundings-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  return folder;
}

t.test('the setting wins over the agent, the mark over both', async (t) => {
  const environment = serverEnvironment(
    { A: '1', B: '1', INVOCATION_ID: 'x' },
    { B: '2', [markName]: 'forged' },
    '/run/x',
  );
  t.same(environment, { [markName]: '/run/x', A: '1', VIAM_AGENT_HANDLES_NEEDS_RESTART_CHECKING: 'true', B: '2' });
  t.equal(Object.keys(environment)[0], markName, 'found at once in a long environment');
  t.match(serverEnvironment({ A: undefined }, { NOTIFY_SOCKET: '/mine' }, 'm'), { NOTIFY_SOCKET: '/mine' });
});

t.test('the digest is the same for the same variables in any order, and another for others', async () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (variables) => {
      const turned = Object.fromEntries(Object.entries(variables).toReversed());
      if (environmentDigest(variables) !== environmentDigest(turned)) throw new Error('order matters');
      if (environmentDigest(variables) === environmentDigest({ ...variables, ANOTHER: '' }))
        throw new Error('the same');
    }),
  );
});

t.test('a program for another machine is told by its header', async (t) => {
  const header = (machine: number, bigEndian = false) => {
    const bytes = Buffer.alloc(64);
    bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, bigEndian ? 2 : 1]);
    bytes[bigEndian ? 'writeUInt16BE' : 'writeUInt16LE'](machine, 18);
    return bytes;
  };
  t.equal(kindOf(header(62)), 'elf');
  t.equal(kindOf(Buffer.from('#!/bin/sh\n')), 'script');
  for (const other of ['', '#', 'MZ', '\x7fELF', 'echo hello'])
    t.equal(kindOf(Buffer.from(other, 'latin1')), 'unknown');
  t.equal(architectureProblem(header(62), 'x64'), undefined);
  t.equal(architectureProblem(header(183), 'x64'), 'ARM 64');
  t.equal(architectureProblem(header(62), 'arm64'), 'x86-64');
  t.equal(architectureProblem(header(40), 'arm64'), undefined, 'a 64-bit kernel may run 32-bit programs');
  t.equal(architectureProblem(header(183, true), 'arm64'), 'ARM 64');
  t.equal(architectureProblem(header(9999), 'x64'), 'machine type 9999');
  t.equal(architectureProblem(header(62), 'riscv64'), undefined, 'nothing is claimed about machines that are not ours');
});

t.test('what is no file is refused, and a fingerprint follows the file behind a link', async (t) => {
  const folder = folderFor(t);
  await t.rejects(examine(folder), { code: 'not-a-file' });
  await t.rejects(examine(join(folder, 'none')), { code: 'missing' });
  await t.rejects(examine('/dev/null'), { code: 'not-a-file' });
  const file = join(folder, 'file');
  t.equal(await fingerprint(file), 'missing');
  writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
  const before = await fingerprint(file);
  t.equal(await fingerprint(file), before);
  writeFileSync(file, '#!/bin/sh\n# more\n');
  t.not(await fingerprint(file), before);
  t.equal(await examine(file), file);
});

t.test('lack of memory is blamed when the own group counts it, or when the kernel names the process', async (t) => {
  const folder = folderFor(t);
  const places = { proc: `${folder}/proc`, sys: `${folder}/sys`, kernelLog: `${folder}/kmsg` };
  mkdirSync(`${places.proc}/self`, { recursive: true });
  mkdirSync(`${places.sys}/system.slice/agent.service`, { recursive: true });
  writeFileSync(`${places.proc}/self/cgroup`, '1:name=systemd:/x\n0::/system.slice/agent.service\n');
  const machine = (count: number) => writeFileSync(`${places.proc}/vmstat`, `pgfault 5\noom_kill ${count}\nlast 1\n`);
  const own = (count: number) =>
    writeFileSync(
      `${places.sys}/system.slice/agent.service/memory.events`,
      `oom 9\noom_kill ${count}\noom_group_kill 0\n`,
    );
  machine(3);
  own(1);
  writeFileSync(places.kernelLog, '');
  const watch = memoryWatch(places);
  const before = watch.count();
  t.same(before, { machine: 3, own: 1 });
  t.notOk(watch.killed(4711, before));
  machine(4);
  t.notOk(watch.killed(4711, before), 'somebody else was meant');
  writeFileSync(places.kernelLog, '3,1,2,-;Out of memory: Killed process 47110 (other) total-vm:1kB\n');
  t.notOk(watch.killed(4711, before));
  writeFileSync(places.kernelLog, '3,1,2,-;Memory cgroup out of memory: Killed process 4711 (server) total-vm:1kB\n');
  t.ok(watch.killed(4711, before));
  rmSync(places.kernelLog);
  t.notOk(watch.killed(4711, before), 'where the log cannot be read nothing is claimed');
  own(2);
  t.ok(watch.killed(4711, before));
  const blind = memoryWatch({ proc: `${folder}/none`, sys: `${folder}/none`, kernelLog: `${folder}/none` });
  t.notOk(blind.killed(4711, blind.count()));
});

t.test('a control group is used where the agent is a service with one, and only there', async (t) => {
  const folder = folderFor(t);
  const self = `${folder}/cgroup`;
  const outer = `${folder}/mount/system.slice/machine-agent.service`;
  mkdirSync(outer, { recursive: true });
  writeFileSync(`${folder}/mount/cgroup.procs`, '');
  for (const own of ['0::/', '0::/user.slice/session-1.scope', '1:cpu:/x.service', '']) {
    writeFileSync(self, own);
    t.equal(delegatedGroup({ self, mounts: [`${folder}/mount`] }), undefined, own);
  }
  writeFileSync(self, '1:name=systemd:/x\n0::/system.slice/machine-agent.service\n');
  t.equal(delegatedGroup({ self, mounts: [`${folder}/elsewhere`] }), undefined, 'no cgroup2 is mounted');
  const group = delegatedGroup({ self, mounts: [`${folder}/elsewhere`, `${folder}/mount`] });
  const inner = `${outer}/machine-server`;
  t.throws(() =>
    group?.enclose(() => {
      t.equal(readFileSync(`${inner}/cgroup.procs`, 'utf8'), String(process.pid), 'the child is born inside');
      throw new Error('no such program');
    }),
  );
  t.equal(
    readFileSync(`${outer}/cgroup.procs`, 'utf8'),
    String(process.pid),
    'and the agent is outside again in any case',
  );
  writeFileSync(`${inner}/cgroup.procs`, '12\n345\n');
  t.same(group?.pids(), [12, 345]);
  t.equal(group?.kill(), true);
  rmSync(inner, { recursive: true });
  t.same(group?.pids(), []);
  t.equal(group?.kill(), false);
});

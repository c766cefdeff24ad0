import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { factsFromStat, inSessionOf, isMarked, lineage, markName } from '../../../daemon/server/identity.ts';
import { linuxProcesses } from '../../../daemon/server/processes.ts';
import { Records, recordFromText } from '../../../daemon/server/record.ts';
import fc from '../../support/cases.ts';

const stat = (name: string, state = 'S') =>
  `4711 (${name}) ${state} 1 4700 4699 0 -1 4194304 95 0 0 0 0 0 0 0 20 0 1 0 123456 2990080 216`;

t.test('a process is read from its stat line, whatever its name', async (t) => {
  const expected = { pid: 4711, parent: 1, group: 4700, session: 4699, startTime: 123456, dead: false };
  for (const name of ['sh', 'a b', ') S 9 9 9 (', '', '((((', 'x) Z 1 1'])
    t.same(factsFromStat(stat(name)), expected, name);
  t.match(factsFromStat(stat('sh', 'Z')), { dead: true });
  t.match(factsFromStat(stat('sh', 'X')), { dead: true });
  for (const text of ['', '4711', '4711 (sh) S', 'x (sh) S 1 2 3', stat('sh').slice(0, 40)]) {
    t.equal(factsFromStat(text), undefined);
  }
});

t.test('no text makes it throw', async () => {
  fc.assert(fc.property(fc.string(), (text) => void factsFromStat(text)));
  fc.assert(fc.property(fc.string(), (text) => void recordFromText(text, 'boot')));
  fc.assert(fc.property(fc.json(), (text) => void recordFromText(text, 'boot')));
});

t.test('a mark counts whole: not as the beginning, the end or the value of another', async (t) => {
  const mark = '/run/maschinenwächter';
  const latin = (text: string) => Buffer.from(text).toString('latin1');
  t.ok(isMarked(latin(`A=1\0${markName}=${mark}\0B=2\0`), mark));
  t.ok(isMarked(latin(`${markName}=${mark}`), mark));
  for (const other of [`${markName}=${mark}-2`, `X${markName}=${mark}`, `X=${markName}=${mark}`, `${markName}=`, '']) {
    t.notOk(isMarked(latin(`A=1\0${other}\0B=2`), mark), other);
  }
});

t.test('a session belongs to the server that began it, not to one that had the number before', async (t) => {
  const process = { pid: 12, parent: 1, group: 10, session: 10, startTime: 500, dead: false };
  t.ok(inSessionOf(process, { pid: 10, startTime: 400 }));
  t.notOk(inSessionOf(process, { pid: 10, startTime: 600 }));
  t.notOk(inSessionOf(process, { pid: 11, startTime: 400 }));
});

t.test('the line of a process goes up to the first of all, also when it is broken or a circle', async (t) => {
  const each = (pid: number, parent: number) => ({ pid, parent, group: 1, session: 1, startTime: 1, dead: false });
  t.same([...lineage(5, [each(5, 3), each(3, 1), each(1, 0), each(9, 1)])], [5, 3, 1]);
  t.same([...lineage(5, [each(5, 7)])], [5, 7]);
  t.same([...lineage(5, [each(5, 6), each(6, 5)])], [5, 6]);
});

t.test('a record counts in the boot in which it was written, and only whole', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const proc = join(folder, 'proc');
  execFileSync('mkdir', ['-p', `${proc}/sys/kernel/random`]);
  writeFileSync(`${proc}/sys/kernel/random/boot_id`, 'first\n');
  const records = await Records.open(join(folder, 'run'), proc);
  t.equal(await records.read(), undefined);
  const record = {
    ...{ bootId: 'first', pid: 4711, startTime: 99, executable: '/opt/server', version: '1.2.3' },
    ...{ environment: 'e', credentials: 'c', serving: true, urls: ['https://a:1/'] },
  };
  await records.write(record);
  t.same(await records.read(), record);
  writeFileSync(`${proc}/sys/kernel/random/boot_id`, 'second\n');
  t.equal(await (await Records.open(join(folder, 'run'), proc)).read(), undefined, 'after a reboot the pid is anybody');
  for (const wrong of ['', '{', 'null', '[]', '{"bootId":"first"}', JSON.stringify({ ...record, pid: 1 })]) {
    writeFileSync(join(folder, 'run/server.json'), wrong);
    t.equal(await records.read(), undefined, wrong);
  }
  await records.remove();
  await records.remove();
});

t.test("the kernel's table shows a child, its session and its environment, and takes signals for it", async (t) => {
  const child = spawn('sleep', ['100'], { detached: true, env: { LONG: 'x'.repeat(100_000), [markName]: '/here' } });
  const pid = child.pid ?? 0;
  const processes = linuxProcesses();
  t.match(processes.find(pid), { pid, parent: process.pid, group: pid, session: pid, dead: false });
  t.ok(processes.list().some((known) => known.pid === pid));
  t.ok(isMarked(await processes.environ(pid), '/here'), 'behind 100 kB of others');
  const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  t.ok(processes.signal(pid, 'SIGTERM'));
  t.equal(await ended, 'SIGTERM');
  t.equal(processes.find(pid), undefined);
  t.equal(processes.signal(pid, 'SIGTERM'), false);
  t.equal(await processes.environ(pid), '');
  t.equal(processes.find(-1), undefined);
});

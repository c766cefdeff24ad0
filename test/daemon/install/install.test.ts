import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import t, { type Test } from 'tap';
import { install } from '../../../daemon/install/install.ts';
import { serviceFile, usualProgram } from '../../../daemon/install/service-file.ts';

const unitFile = 'etc/systemd/system/machine-agent.service';
const wanted = 'etc/systemd/system/multi-user.target.wants/machine-agent.service';

/** A system that is not running, as an image is, and a program of one file outside it. */
function image(t: Test) {
  const folder = t.testdir({ root: { usr: { lib: { systemd: { systemd: '' } }, sbin: {}, bin: {} } }, download: {} });
  const executable = join(folder, 'download/machine-agent');
  writeFileSync(executable, '#!/bin/sh\necho agent 1\n');
  chmodSync(executable, 0o700);
  return { root: join(folder, 'root'), program: { executable, script: undefined, version: '1.0.0' } };
}

t.test('everything that a service needs is made, and systemd itself enables it', async (t) => {
  const { root, program } = image(t);
  const { done, warnings } = await install(program, root);
  t.equal(done.length, 5);
  t.equal(readFileSync(join(root, unitFile), 'utf8'), serviceFile([usualProgram]));
  t.match(readlinkSync(join(root, wanted)), /machine-agent\.service$/);
  t.equal((await execa(join(root, usualProgram))).stdout, 'agent 1');
  t.equal(readlinkSync(join(root, usualProgram)), '../versions/machine-agent-1.0.0');
  const modes = [
    unitFile,
    'var/lib',
    'var/lib/machine-agent',
    'opt/machine-agent',
    'opt/machine-agent/versions/machine-agent-1.0.0',
  ];
  const found = modes.map((path) => (statSync(join(root, path)).mode & 0o777).toString(8));
  t.strictSame(found, ['644', '755', '700', '755', '755']);
  t.match(warnings, [/^NetworkManager is missing.*install network-manager$/, /dnsmasq/, /nft/, /ip/, /systemd-notify/]);
});

t.test('what is installed already is left alone, byte for byte', async (t) => {
  const { root, program } = image(t);
  await install(program, root);
  const times = () =>
    [unitFile, 'opt/machine-agent/versions/machine-agent-1.0.0'].map(
      (path) => statSync(join(root, path), { bigint: true }).mtimeNs,
    );
  const before = times();
  t.strictSame((await install(program, root)).done, []);
  t.strictSame((await install({ ...program, executable: realpathSync(join(root, usualProgram)) }, root)).done, []);
  t.strictSame(times(), before);
});

t.test('another version is placed beside the former one, and the link leads to it', async (t) => {
  const { root, program } = image(t);
  await install(program, root);
  writeFileSync(program.executable, '#!/bin/sh\necho agent 2\n');
  t.equal((await install({ ...program, version: '2.0.0' }, root)).done.length, 2);
  t.equal((await execa(join(root, usualProgram))).stdout, 'agent 2');
  t.strictSame(readdirSync(join(root, 'opt/machine-agent/versions')).sort(), [
    'machine-agent-1.0.0',
    'machine-agent-2.0.0',
  ]);
});

t.test('a damaged copy of the same version is made whole, and a changed unit is put right', async (t) => {
  const { root, program } = image(t);
  await install(program, root);
  writeFileSync(join(root, 'opt/machine-agent/versions/machine-agent-1.0.0'), 'damaged');
  writeFileSync(join(root, unitFile), 'changed');
  t.equal((await install(program, root)).done.length, 2);
  t.equal((await execa(join(root, usualProgram))).stdout, 'agent 1');
  t.equal(readFileSync(join(root, unitFile), 'utf8'), serviceFile([usualProgram]));
});

t.test('a service that an administrator has disabled stays disabled', async (t) => {
  const { root, program } = image(t);
  await install(program, root);
  await execa('systemctl', [`--root=${root}`, 'disable', 'machine-agent.service']);
  writeFileSync(join(root, unitFile), 'changed');
  await install(program, root);
  t.notOk(existsSync(join(root, wanted)));
});

t.test(
  'a masked service, a system without systemd, another platform and a root that is none are refused',
  async (t) => {
    const { root, program } = image(t);
    mkdirSync(dirname(join(root, unitFile)), { recursive: true });
    symlinkSync('/dev/null', join(root, unitFile));
    await t.rejects(install(program, root), { code: 'masked', message: /systemctl unmask/ });
    rmSync(join(root, unitFile));
    await t.rejects(install(program, root, 'win32'), { code: 'not-linux' });
    await t.rejects(install(program, join(root, 'nowhere')), { code: 'no-such-root' });
    rmSync(join(root, 'usr/lib/systemd'), { recursive: true });
    await t.rejects(install(program, root), { code: 'no-systemd' });
    t.strictSame(readdirSync(root).sort(), ['etc', 'usr'], 'and nothing was made');
  },
);

t.test('a source tree stays where it is, if the installed system can find it there', async (t) => {
  const { root, program } = image(t);
  const script = join(root, 'srv/agent 100%/main.ts');
  const executable = join(root, 'usr/bin/node');
  mkdirSync(dirname(script), { recursive: true });
  for (const file of [script, executable]) writeFileSync(file, '');
  await install({ ...program, executable, script }, root);
  t.match(
    readFileSync(join(root, unitFile), 'utf8'),
    /^ExecStart=\/usr\/bin\/node --max-semi-space-size=1 "\/srv\/agent 100%%\/main\.ts"$/m,
  );
  t.notOk(existsSync(join(root, 'opt')));
  await t.rejects(install({ ...program, script }, root), { code: 'outside-root' });
  const temporary = join(root, 'tmp/main.ts');
  mkdirSync(dirname(temporary));
  writeFileSync(temporary, '');
  await t.rejects(install({ ...program, executable, script: temporary }, root), { code: 'temporary-program' });
});

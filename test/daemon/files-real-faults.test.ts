import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import t, { type Test } from 'tap';
import { writeWhole } from '../../daemon/files.ts';

const files = new URL('../../daemon/files.ts', import.meta.url).href;
const node = (script: string) =>
  execa('node', ['--input-type=module', '--eval', script], { preferLocal: true, timeout: 60_000 });

/** A file system of its own, of 256 kB. */
async function medium(t: Test): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'machine-agent-medium-'));
  await execa('mount', ['-t', 'tmpfs', '-o', 'size=262144', 'none', folder]);
  t.teardown(async () => {
    await execa('umount', [folder]);
    rmdirSync(folder);
  });
  return folder;
}

const isRoot = process.getuid?.() === 0;
const canMount = isRoot && (await execa('unshare', ['--mount', 'true'], { reject: false })).exitCode === 0;
const mounting = { skip: canMount ? false : 'no file system can be mounted here' };
const becoming = { skip: isRoot ? false : 'only root can become somebody else' };

t.test('a full disk leaves the old file and nothing beside it, and is named', mounting, async (t) => {
  const folder = await medium(t);
  const file = join(folder, 'kept');
  await writeWhole(file, 'old');
  await t.rejects(writeWhole(file, Buffer.alloc(1_000_000)), { code: 'disk-full', message: /kept \(disk-full\)/ });
  t.equal(readFileSync(file, 'utf8'), 'old');
  t.strictSame(readdirSync(folder), ['kept']);
  await writeWhole(file, 'new');
  t.equal(readFileSync(file, 'utf8'), 'new');
});

t.test('a disk that became read-only leaves the old file, and is named', mounting, async (t) => {
  const folder = await medium(t);
  await writeWhole(join(folder, 'kept'), 'old');
  await execa('mount', ['-o', 'remount,ro', folder]);
  await t.rejects(writeWhole(join(folder, 'kept'), 'new'), { code: 'read-only' });
  t.equal(readFileSync(join(folder, 'kept'), 'utf8'), 'old');
});

t.test('a folder that belongs to somebody else is named as not permitted', becoming, async (t) => {
  const folder = t.testdir({ theirs: { kept: 'old' } });
  chmodSync(join(folder, 'theirs'), 0o755);
  const script = `
    import { writeWhole } from '${files}';
    process.setuid(65534);
    const error = await writeWhole('${join(folder, 'theirs/kept')}', 'new').catch((reason) => reason);
    process.stdout.write(String(error?.code));
  `;
  t.equal((await node(script)).stdout, 'not-permitted');
  t.equal(readFileSync(join(folder, 'theirs/kept'), 'utf8'), 'old');
});

t.test(
  'killed with -9 while it writes, again and again, the file is always whole and the folder does not fill',
  async (t) => {
    const folder = t.testdir({});
    const file = join(folder, 'file');
    const script = `
    import { writeWhole } from '${files}';
    process.stdout.write('writing');
    for (let round = 0; ; round++) await writeWhole('${file}', String(round % 10).repeat(300_000));
  `;
    for (let kill = 0; kill < 8; kill++) {
      const writer = node(script);
      const gone = writer.catch(() => {});
      await new Promise((resolve) => writer.stdout.once('data', resolve));
      await new Promise((resolve) => setTimeout(resolve, kill * 3));
      writer.kill('SIGKILL');
      await gone;
      t.ok(readdirSync(folder).length <= 2, 'at most the last dead writer has left something');
      if (existsSync(file)) t.match(readFileSync(file, 'utf8'), /^(\d)\1{299999}$/);
    }
    await writeWhole(file, 'whole');
    t.strictSame(readdirSync(folder), ['file']);
  },
);

t.test('a leftover of this process id from before a reboot is removed', async (t) => {
  const folder = t.testdir({});
  mkdirSync(join(folder, 'state'));
  writeFileSync(join(folder, `state/.file.000000000000-${process.pid}.aaaaaaaa.part`), 'torn');
  await writeWhole(join(folder, 'state/file'), 'whole');
  t.strictSame(readdirSync(join(folder, 'state')), ['file']);
});

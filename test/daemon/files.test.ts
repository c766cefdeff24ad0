import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import t from 'tap';
import { makeFolder, readBounded, setAside, writeWhole } from '../../daemon/files.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

t.test('files are 0600 and folders 0700, whatever the umask, unless asked otherwise', async (t) => {
  const folder = t.testdir({});
  const former = process.umask(0o077);
  t.teardown(() => process.umask(former));
  await writeWhole(join(folder, 'a/b/secret'), 'x');
  await writeWhole(join(folder, 'public'), 'x', { mode: 0o644 });
  t.equal(modeOf(join(folder, 'a')), '700');
  t.equal(modeOf(join(folder, 'a/b')), '700');
  t.equal(modeOf(join(folder, 'a/b/secret')), '600');
  t.equal(modeOf(join(folder, 'public')), '644');
  await makeFolder(join(folder, 'c/d'));
  t.equal(modeOf(join(folder, 'c/d')), '700');
});

t.test('a file that was readable by all is private after it is written again', async (t) => {
  const file = join(t.testdir({ secret: 'old' }), 'secret');
  chmodSync(file, 0o644);
  await writeWhole(file, 'new');
  t.equal(modeOf(file), '600');
});

t.test('a link stays a link, and the file it leads to is replaced, there or not yet there', async (t) => {
  const folder = t.testdir({ data: {} });
  symlinkSync('data/real.json', join(folder, 'link.json'));
  for (const content of ['first', 'second']) {
    await writeWhole(join(folder, 'link.json'), content);
    t.ok(lstatSync(join(folder, 'link.json')).isSymbolicLink());
    t.equal(readFileSync(join(folder, 'data/real.json'), 'utf8'), content);
  }
  t.strictSame(readdirSync(join(folder, 'data')), ['real.json']);
});

t.test(
  'a folder, a circle of links, a pipe and a file as a folder are errors by name, and stay as they are',
  async (t) => {
    const folder = t.testdir({ there: { inside: 'kept' }, file: 'kept' });
    symlinkSync('circle', join(folder, 'circle'));
    await execa('mkfifo', [join(folder, 'pipe')]);
    await t.rejects(writeWhole(join(folder, 'there'), 'x'), { code: 'is-a-folder' });
    await t.rejects(writeWhole(join(folder, 'circle'), 'x'), { code: 'not-a-file' });
    await t.rejects(writeWhole(join(folder, 'pipe'), 'x'), { code: 'not-a-file' });
    await t.rejects(writeWhole(join(folder, 'file/below'), 'x'), { code: 'not-a-file', message: /file\/below/ });
    await t.rejects(readBounded(join(folder, 'there'), 100), { code: 'is-a-folder' });
    await t.rejects(readBounded(join(folder, 'pipe'), 100), { code: 'not-a-file' });
    await t.rejects(readBounded(join(folder, 'circle'), 100), { code: 'not-a-file' });
    await t.rejects(makeFolder(join(folder, 'file')), { code: 'failed' });
    t.equal(readFileSync(join(folder, 'there/inside'), 'utf8'), 'kept');
    t.equal(readFileSync(join(folder, 'file'), 'utf8'), 'kept');
  },
);

t.test('of many writes at once to one file, by any of its paths, the last call wins and nothing is left', async (t) => {
  const folder = t.testdir({});
  const file = join(folder, 'file');
  await writeWhole(file, 'start');
  symlinkSync('file', join(folder, 'link'));
  const writes = Array.from({ length: 50 }, (_, index) => writeWhole(file, `${index}`));
  await Promise.all([...writes, ...Array.from({ length: 5 }, () => writeWhole(join(folder, 'link'), '49'))]);
  t.equal(readFileSync(file, 'utf8'), '49');
  t.strictSame(readdirSync(folder).sort(), ['file', 'link']);
});

t.test('a write that failed does not hold up the next', async (t) => {
  const folder = t.testdir({});
  mkdirSync(join(folder, 'file'));
  await t.rejects(writeWhole(join(folder, 'file'), 'x'));
  await execa('rmdir', [join(folder, 'file')]);
  await writeWhole(join(folder, 'file'), 'x');
  t.equal(readFileSync(join(folder, 'file'), 'utf8'), 'x');
});

t.test('reading has a limit, knows nothing from empty, and takes files that do not know their size', async (t) => {
  const folder = t.testdir({ empty: '', ten: '0123456789' });
  t.equal(await readBounded(join(folder, 'none'), 10), undefined);
  t.equal((await readBounded(join(folder, 'empty'), 10))?.length, 0);
  t.equal((await readBounded(join(folder, 'ten'), 10))?.toString(), '0123456789');
  await t.rejects(readBounded(join(folder, 'ten'), 9), { code: 'too-large' });
  t.equal((await readBounded('/proc/self/comm', 100))?.length !== 0, true);
  await t.rejects(readBounded('/dev/zero', 100), { code: 'not-a-file' });
  const big = Buffer.alloc(300_000, 'x');
  writeFileSync(join(folder, 'big'), big);
  t.ok((await readBounded(join(folder, 'big'), 300_000))?.equals(big));
});

t.test('a damaged file is set aside beside the place where it really is', async (t) => {
  const folder = t.testdir({ data: { 'machine.json': '{ torn' } });
  symlinkSync('data/machine.json', join(folder, 'machine.json'));
  t.equal(await setAside(join(folder, 'machine.json')), join(folder, 'data/machine.json.damaged-1'));
  t.equal(await readBounded(join(folder, 'machine.json'), 100), undefined);
  t.equal(readFileSync(join(folder, 'data/machine.json.damaged-1'), 'utf8'), '{ torn');
  await t.rejects(setAside(join(folder, 'machine.json')), { code: 'failed' });
});

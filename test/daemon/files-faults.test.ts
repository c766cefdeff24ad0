import t from 'tap';
import { FileError, setAside, writeWhole } from '../../daemon/files.ts';
import fc from '../support/cases.ts';
import { FaultyDisk } from '../support/faulty-disk.ts';

const path = '/var/lib/machine-agent/attempt.json';
const folders = ['/', '/var', '/var/lib'];
const old = 'the old content';
const fresh = 'the new content, which is longer';
/** More than any write asks of the disk. */
const steps = fc.nat(12);
const was = fc.boolean();

const diskWith = (there: boolean) =>
  new FaultyDisk('boot-1', there ? [[path, old]] : [], there ? [...folders, '/var/lib/machine-agent'] : folders);

const leftovers = (files: Map<string, string>) => [...files.keys()].filter((name) => name.endsWith('.part'));

t.test('without a fault the file is there when the write resolves, also after a power cut', async (t) => {
  for (const there of [true, false]) {
    const disk = diskWith(there);
    await writeWhole(path, fresh, { disk });
    t.equal(disk.afterPowerCut([]).get(path), fresh);
    t.strictSame(leftovers(disk.files), []);
    t.ok(disk.asked.length <= 12, 'the tests below reach every step');
  }
});

t.test('a power cut at any moment, with any of the unsynced changes on the medium, leaves old or new', async () => {
  await fc.assert(
    fc.asyncProperty(was, steps, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), async (there, at, kept) => {
      const disk = diskWith(there);
      disk.fault = { at, kind: 'kill' };
      const done = await writeWhole(path, fresh, { disk }).then(
        () => true,
        () => false,
      );
      const content = disk.afterPowerCut(kept).get(path);
      if (done) return content === fresh;
      return content === fresh || content === (there ? old : undefined);
    }),
    { numRuns: 2000 },
  );
});

t.test('a kill at any moment leaves old or new, and the next writer cleans up', async () => {
  await fc.assert(
    fc.asyncProperty(was, steps, async (there, at) => {
      const disk = diskWith(there);
      disk.fault = { at, kind: 'kill' };
      await writeWhole(path, fresh, { disk }).catch(() => {});
      const left = disk.files.get(path);
      if (left !== fresh && left !== (there ? old : undefined)) return false;
      const next = new FaultyDisk('boot-2', disk.files, disk.folders);
      await writeWhole(path, 'third', { disk: next });
      return next.files.get(path) === 'third' && leftovers(next.files).length === 0;
    }),
    { numRuns: 500 },
  );
});

t.test('an error at any step is reported by its code, leaves the old file, and nothing beside it', async () => {
  const errors = fc.constantFrom(['ENOSPC', 'disk-full'], ['EROFS', 'read-only'], ['EIO', 'failed']);
  await fc.assert(
    fc.asyncProperty(was, steps, errors, fc.boolean(), async (there, at, [code = '', expected], afterwards) => {
      const disk = diskWith(there);
      disk.fault = { at, kind: 'error', code, afterwards };
      const error: unknown = await writeWhole(path, fresh, { disk }).catch((reason: unknown) => reason);
      const last = disk.asked.at(-1);
      const content = disk.files.get(path);
      if (error === undefined) return content === fresh;
      const named = error instanceof FileError && error.code === expected && error.message.includes(path);
      // Once renamed it is the new one; also where the system has renamed it and says that it failed.
      const renamed = disk.asked.some((what) => what.startsWith('rename')) && content === fresh;
      const untouched = content === (there ? old : undefined) || renamed;
      return named && untouched && (leftovers(disk.files).length === 0 || last === undefined);
    }),
    { numRuns: 2000 },
  );
});

t.test('writers that still run keep their temporary files, dead ones and those of another boot do not', async (t) => {
  const folder = '/var/lib/machine-agent';
  const names = ['.attempt.json.boot-7.aaaaaaaa.part', '.attempt.json.boot-8.aaaaaaaa.part', '.other.boot-8.a.part'];
  const disk = new FaultyDisk(
    'boot-1',
    names.map((name) => [`${folder}/${name}`, 'part']),
    [...folders, folder],
  );
  disk.alive.add('boot-7');
  await writeWhole(path, fresh, { disk });
  t.strictSame(leftovers(disk.files), [`${folder}/${names[0]}`, `${folder}/${names[2]}`]);
});

t.test('a damaged file that is set aside is never lost: the first ones are kept', async (t) => {
  const disk = diskWith(true);
  for (let number = 1; number <= 7; number++) {
    await writeWhole(path, `damaged ${number}`, { disk });
    t.equal(await setAside(path, { disk }), `${path}.damaged-${Math.min(number, 5)}`);
    t.equal(disk.afterPowerCut([]).has(path), false);
  }
  t.equal(disk.files.get(`${path}.damaged-1`), 'damaged 1');
  t.equal(disk.files.get(`${path}.damaged-5`), 'damaged 7');
});

t.test('a file that cannot be set aside stays where it is', async (t) => {
  const disk = diskWith(true);
  disk.fault = { at: 0, kind: 'error', code: 'EROFS' };
  await t.rejects(setAside(path, { disk }), { code: 'read-only' });
  t.equal(disk.files.get(path), old);
});

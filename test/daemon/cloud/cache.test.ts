import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import t from 'tap';
import { readCache, writeCache } from '../../../daemon/cloud/cache.ts';
import fc from '../../support/cases.ts';
import { FaultyDisk } from '../../support/faulty-disk.ts';
import { keptLog } from '../../support/kept-log.ts';

const machine = { appAddress: 'https://cloud.example', id: 'part-1' };
const wishes = {
  agent: { filename: 'viam-agent', url: 'https://x.example/a', version: '1.2.3', sha256: 'ab'.repeat(32) },
};
const text = '{"network_configuration":{"hotspot_prefix":"acme"}}';
const { log } = keptLog();

t.test('what is kept comes back whole, and only its owner may read it', async (t) => {
  const path = `${t.testdir({})}/cloud.json`;
  await writeCache(path, { machine, wishes, text });
  t.equal(statSync(path).mode & 0o777, 0o600);
  const cached = await readCache(path, log);
  t.match(cached, { machine, wishes, text });
  t.strictSame(cached?.layer.value, JSON.parse(text), 'what is ours in it is no setting');
  t.equal(await readCache(`${path}-none`, log), undefined);
});

t.test('a damaged file is set aside and nothing of it is used', async (t) => {
  for (const damaged of ['{"network_conf', '', '[]', '"text"', '\0\0\0\0', `{"a":${'['.repeat(500)}`]) {
    const path = `${t.testdir({ 'cloud.json': damaged })}/cloud.json`;
    t.equal(await readCache(path, log), undefined, JSON.stringify(damaged.slice(0, 20)));
    t.notOk(existsSync(path));
    t.equal(readFileSync(`${path}.damaged-1`, 'utf8'), damaged);
  }
});

t.test('wishes that are damaged cost themselves, not the settings', async (t) => {
  const path = `${t.testdir({})}/cloud.json`;
  writeFileSync(
    path,
    JSON.stringify({ cloud: { app_address: 'x', id: 'y', wishes: { agent: 7 } }, ...JSON.parse(text) }),
  );
  t.match(await readCache(path, log), { machine: { id: 'y' }, wishes: {}, text });
});

t.test('a file that cannot be read may be good, and stays', { skip: process.getuid?.() === 0 }, async (t) => {
  const path = `${t.testdir({ 'cloud.json': text })}/cloud.json`;
  chmodSync(path, 0);
  t.equal(await readCache(path, log), undefined);
  t.ok(existsSync(path));
});

t.test('a power cut or a kill at any moment of writing leaves the old settings or the new ones, whole', async () => {
  const path = '/var/lib/machine-agent/cloud.json';
  const folders = ['/', '/var', '/var/lib', '/var/lib/machine-agent'];
  await fc.assert(
    fc.asyncProperty(fc.nat(12), fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), async (at, kept) => {
      const disk = new FaultyDisk('boot-1', [[path, '{"old":1}\n']], folders);
      disk.fault = { at, kind: 'kill' };
      const done = await writeCache(path, { machine, wishes, text }, disk).then(
        () => true,
        () => false,
      );
      return [disk.files, disk.afterPowerCut(kept)].every((files) => {
        const found = JSON.parse(files.get(path) ?? '');
        return found.old === 1 ? !done : found.cloud.id === 'part-1';
      });
    }),
    { numRuns: 500 },
  );
});

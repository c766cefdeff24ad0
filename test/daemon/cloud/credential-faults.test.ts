import { join } from 'node:path';
import t from 'tap';
import { CredentialStore } from '../../../daemon/cloud/credential-store.ts';
import { FileError } from '../../../daemon/files.ts';
import { Health } from '../../../daemon/health.ts';
import { Secret } from '../../../netplan/secret.ts';
import fc from '../../support/cases.ts';
import { FaultyDisk } from '../../support/faulty-disk.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { keptLog } from '../../support/kept-log.ts';

/** Nothing is there on the real disk; all writing goes to the faulty one. */
const folder = join(t.testdir({}), 'etc');
const path = join(folder, 'credentials.json');
const old = JSON.stringify({ cloud: { app_address: 'https://a.example', id: 'old', secret: 'x' } });
const given = { appAddress: 'https://b.example', id: 'new', secret: new Secret('y'), apiKey: undefined };

function storeOn(disk: FaultyDisk) {
  const clock = new HandClock();
  const { log } = keptLog();
  return new CredentialStore({
    path,
    claimedPath: join(folder, 'claimed'),
    clock,
    log,
    health: new Health(clock),
    disk,
  });
}

const disk = () => new FaultyDisk('boot-1', [[path, old]], ['/', folder]);
const idIn = (content: string | undefined) => (content === undefined ? undefined : JSON.parse(content).cloud.id);

t.test('a power cut at any moment leaves the old credentials or the new ones, whole', async () => {
  const kept = fc.array(fc.boolean(), { minLength: 16, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(fc.nat(16), kept, async (at, kept) => {
      const faulty = disk();
      faulty.fault = { at, kind: 'kill' };
      const done = await storeOn(faulty)
        .writeCredentials(given)
        .then(
          () => true,
          () => false,
        );
      const id = idIn(faulty.afterPowerCut(kept).get(path));
      return id === 'new' || (id === 'old' && !done);
    }),
    { numRuns: 500 },
  );
});

t.test('a full disk at any step is an error with its code, and the old credentials stay', async (t) => {
  let failed = 0;
  for (let at = 0; at < 8; at++) {
    const faulty = disk();
    faulty.fault = { at, kind: 'error', code: 'ENOSPC' };
    const store = storeOn(faulty);
    const error: unknown = await store.writeCredentials(given).catch((reason: unknown) => reason);
    if (error === undefined) continue;
    failed++;
    t.ok(error instanceof FileError && error.code === 'disk-full');
    t.equal(store.current, undefined, 'what was not written is not used');
    if (faulty.asked.length < 8) t.equal(idIn(faulty.files.get(path)), 'old');
  }
  t.ok(failed >= 5, 'of the steps of a write');
});

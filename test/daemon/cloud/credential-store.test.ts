import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { CredentialStore } from '../../../daemon/cloud/credential-store.ts';
import { FileError } from '../../../daemon/files.ts';
import { Health } from '../../../daemon/health.ts';
import { seconds } from '../../../netplan/duration.ts';
import { Secret } from '../../../netplan/secret.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { keptLog } from '../../support/kept-log.ts';

const text = (id: string) => JSON.stringify({ cloud: { app_address: 'https://a.example', id, secret: 'x' }, other: 1 });
const given = { appAddress: 'https://b.example', id: 'new', secret: new Secret('y'), apiKey: undefined };

function storeIn(t: Test, content?: string) {
  const folder = t.testdir({});
  const path = join(folder, 'credentials.json');
  const claimedPath = join(folder, 'claimed');
  if (content !== undefined) writeFileSync(path, content);
  const clock = new HandClock();
  const health = new Health(clock);
  const { log, records } = keptLog();
  const store = new CredentialStore({ path, claimedPath, clock, log, health });
  let changes = 0;
  store.onChange(() => changes++);
  const conditions = () => health.list(clock.now() + seconds(3600)).map(({ code }) => code);
  /** Its unit, until the test ends; the watch on the folder may be slow, so the safety net's time passes. */
  const watch = () => {
    const end = new AbortController();
    const ended = store.unit().run(end.signal);
    t.teardown(async () => {
      end.abort();
      await ended;
    });
    return clock.advance(seconds(40));
  };
  const pass = () => clock.advance(seconds(40));
  return { folder, path, claimedPath, store, health, records, conditions, watch, pass, changes: () => changes };
}

t.test('good credentials are there after the first look, and the machine has had an owner from then on', async (t) => {
  const { store, claimedPath, path, conditions, watch, pass } = storeIn(t, text('one'));
  await store.load();
  t.equal(store.current?.id, 'one');
  t.ok(existsSync(claimedPath));
  await watch();
  rmSync(path);
  await pass();
  t.equal(store.usable, false);
  t.ok(store.taken, 'the file is gone, the owner is not');
  t.strictSame(conditions(), []);
});

t.test('a file that comes, changes and goes is noticed, and each change is told once', async (t) => {
  const { store, path, watch, pass, changes } = storeIn(t);
  await store.load();
  t.notOk(store.taken);
  await watch();
  writeFileSync(path, text('one'));
  await pass();
  t.equal(store.current?.id, 'one');
  await pass();
  t.equal(changes(), 1);
  writeFileSync(path, text('two'));
  await pass();
  t.equal(store.current?.id, 'two');
  rmSync(path);
  await pass();
  t.equal(store.current, undefined);
  t.equal(changes(), 3);
});

t.test('a damaged file is reported, set aside and not lost; provisioning can start', async (t) => {
  const broken = text('one').slice(0, 30);
  const { store, path, conditions, watch, records } = storeIn(t, broken);
  await store.load();
  t.strictSame(conditions(), ['credentials-corrupt']);
  t.notOk(store.usable);
  await watch();
  t.notOk(existsSync(path));
  t.equal(readFileSync(`${path}.damaged-1`, 'utf8'), broken);
  t.strictSame(conditions(), ['credentials-corrupt'], 'until there are good ones');
  t.notMatch(JSON.stringify(records), /"x"/);
  await store.writeCredentials(given);
  t.strictSame(conditions(), []);
});

t.test('somebody who is half-way through writing is waited for', async (t) => {
  const { store, path, conditions, watch, pass } = storeIn(t, text('one'));
  await store.load();
  await watch();
  for (const length of [10, 20, 30, 40]) {
    writeFileSync(path, text('two').slice(0, length));
    await store.load();
    t.equal(store.current?.id, 'one');
  }
  writeFileSync(path, text('two'));
  await pass();
  t.equal(store.current?.id, 'two');
  t.strictSame(conditions(), []);
  t.notOk(existsSync(`${path}.damaged-1`));
});

t.test('a giant file is damaged too, without being read to its end', async (t) => {
  const { store, path, watch, conditions } = storeIn(t, `${text('one')}${' '.repeat(100_000)}`);
  await store.load();
  await watch();
  t.notOk(store.usable);
  t.ok(existsSync(`${path}.damaged-1`));
  t.strictSame(conditions(), ['credentials-corrupt']);
});

t.test('a folder in the place is reported; nothing is moved, and writing says why it cannot', async (t) => {
  const { store, path, watch, conditions } = storeIn(t);
  mkdirSync(path);
  await store.load();
  await watch();
  t.strictSame(conditions(), ['credentials-corrupt']);
  const error = await store.writeCredentials(given).catch((reason: unknown) => reason);
  t.ok(error instanceof FileError && error.code === 'is-a-folder');
  t.ok(statSync(path).isDirectory());
});

t.test('a link is followed when reading, and stays a link when writing', async (t) => {
  const { store, path, folder } = storeIn(t);
  const target = join(folder, 'card', 'machine.json');
  mkdirSync(join(folder, 'card'));
  writeFileSync(target, text('one'));
  symlinkSync(target, path);
  await store.load();
  t.equal(store.current?.id, 'one');
  await store.writeCredentials(given);
  t.equal(JSON.parse(readFileSync(target, 'utf8')).cloud.id, 'new');
  t.equal(readFileSync(path, 'utf8'), readFileSync(target, 'utf8'));
});

t.test('what is written is for the owner of the file alone, keeps what is not ours, and is used at once', async (t) => {
  const { store, path, watch, pass, changes } = storeIn(t, text('one'));
  chmodSync(path, 0o644);
  await store.load();
  await watch();
  const before = changes();
  await store.writeCredentials(given);
  t.equal(store.current?.id, 'new');
  t.equal(statSync(path).mode & 0o777, 0o600);
  t.equal(JSON.parse(readFileSync(path, 'utf8')).other, 1);
  await pass();
  t.equal(changes(), before + 1, 'the watch sees nothing new in it');
});

import t from 'tap';
import { names } from '../../../netplan/dbus/objects.ts';
import type { StoredSettings } from '../../../netplan/dbus/reading.ts';
import { SavedSettings } from '../../../netplan/dbus/saved-settings.ts';
import { seconds } from '../../../netplan/duration.ts';
import { HandClock } from '../../support/hand-clock.ts';

function begin() {
  const clock = new HandClock();
  const asked: string[] = [];
  let fails = false;
  const saved = new SavedSettings(async (path) => {
    asked.push(path);
    if (fails) throw new Error('gone');
    return { connection: { id: `${path} ${asked.length}` } } as unknown as StoredSettings;
  }, clock);
  return { clock, saved, asked, fail: (now: boolean) => (fails = now) };
}

t.test('what NetworkManager has told is not asked again, until it says that it changed', async (t) => {
  const { saved, asked } = begin();
  const [first, again] = await Promise.all([saved.read('/1'), saved.read('/1')]);
  t.equal(first, again);
  await saved.read('/2');
  t.same(asked, ['/1', '/2']);
  saved.hear({ interface: names.connection, path: '/1' });
  saved.hear({ interface: names.device, path: '/2' });
  t.not(await saved.read('/1'), first);
  await saved.read('/2');
  t.same(asked, ['/1', '/2', '/1']);
});

t.test('one that was changed while it was being read is read again', async (t) => {
  const { saved, asked } = begin();
  const slow = saved.read('/1');
  saved.hear({ interface: names.connection, path: '/1' });
  t.not(await saved.read('/1'), await slow);
  t.equal(asked.length, 2);
});

t.test('after an activation, a change of ours, another NetworkManager or a minute all are read again', async (t) => {
  const { clock, saved, asked } = begin();
  const read = async () => {
    const before = asked.length;
    await Promise.all([saved.read('/1'), saved.read('/2')]);
    return asked.length - before;
  };
  t.equal(await read(), 2);
  saved.hear({ interface: names.activation, path: '/active/1' });
  t.equal(await read(), 2);
  saved.forget();
  t.equal(await read(), 2);
  await clock.advance(seconds(59));
  t.equal(await read(), 0);
  await clock.advance(seconds(1));
  t.equal(await read(), 2);
});

t.test('a failure is not kept, and neither is what is gone', async (t) => {
  const { saved, asked, fail } = begin();
  fail(true);
  await t.rejects(saved.read('/1'));
  fail(false);
  await saved.read('/1');
  saved.keep(new Set(['/2']));
  await saved.read('/1');
  t.same(asked, ['/1', '/1', '/1']);
});

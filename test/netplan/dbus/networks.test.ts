import { Message } from 'dbus-next';
import t from 'tap';
import { until } from '../../support/private-bus.ts';
import { added, setUp } from './door.ts';
import { absolute, FakeNetworkManager, nm, refused, returned, unknown } from './fake-network-manager.ts';
import { profile } from './profiles.ts';
import { at, home } from './world.ts';

const paths =
  (...list: string[]) =>
  (message: Message) =>
    Message.newMethodReturn(message, 'o'.repeat(list.length), list.map(absolute));

t.test('NetworkManager that comes is observed, one that goes is not available', async (t) => {
  const { networks, fake, events, ready } = await setUp(t);
  await ready();
  t.match(await networks.observe(), { device: { interface: 'wlan0' }, profiles: [{ id: 'u-home' }] });
  fake.service.stop();
  await until(async () => !(await networks.observe()).available);
  await t.rejects(networks.perform({ action: 'hotspot-down' }), { code: 'unavailable' });
  t.ok(events.some(({ kind }) => kind === 'changed'));
});

t.test('a profile that cannot be read is left out', async (t) => {
  const { networks, fake, ready } = await setUp(t);
  await ready();
  const asked = () => fake.service.calls.filter(({ member }) => member === 'GetSettings').length;
  const before = asked();
  await networks.observe();
  t.equal(asked(), before, 'what is known is not asked again');
  const seen = async (settings: typeof fake.settings, count: number) => {
    fake.settings = settings;
    fake.changed('/saved/1');
    await until(async () => (await networks.observe()).profiles.length === count);
  };
  await seen({}, 0);
  await seen({ '/saved/1': home }, 1);
  await seen({ '/saved/1': { connection: { id: 'nameless' } } }, 0);
});

t.test('profiles are added to disk, changed in place, in memory while they are on trial, and removed', async (t) => {
  const { networks, fake, ready } = await setUp(t);
  await ready();
  fake.answers = { GetConnectionByUuid: paths('/saved/1'), AddConnection2: paths('/saved/2') };
  await networks.perform({ action: 'add', profile, digest: 'd' });
  t.equal(fake.body('AddConnection2')?.[1], 1);
  await networks.perform({ action: 'update', profile, digest: 'd', storage: 'disk' });
  t.equal(fake.body('Update2')?.[1], 0x41, 'to disk');
  await networks.perform({ action: 'update', profile: { ...profile, id: 'u-home' }, digest: 'd', storage: 'memory' });
  t.equal(fake.body('Update2')?.[1], 0x42, 'in memory');
  await networks.perform({ action: 'remove', id: profile.id });
  fake.answers = { GetConnectionByUuid: unknown, AddConnection2: paths('/saved/2') };
  await networks.perform({ action: 'remove', id: profile.id });
  await networks.perform({ action: 'update', profile, digest: 'd', storage: 'disk' });
  t.strictSame(
    fake.asked.filter((member) => /Connection2|Update2|Delete/.test(member)),
    ['AddConnection2', 'Update2', 'Update2', 'Delete', 'AddConnection2'],
  );
});

t.test('a way back is a checkpoint over the devices we may use; it stands while NetworkManager says so', async (t) => {
  const { networks, fake, ready } = await setUp(t);
  await ready();
  fake.answers = { CheckpointCreate: paths('/Checkpoint/1') };
  await networks.perform({ action: 'guard', guard: 'one' });
  const [devices, time] = fake.body('CheckpointCreate') as [readonly string[], number];
  t.ok(devices.includes(absolute('/dev/1')));
  t.ok(time > 95, 'longer than the agent itself waits');
  t.equal((await networks.observe()).guard, undefined, 'it has ended by itself');
  await networks.perform({ action: 'undo', guard: 'another' });
  t.notOk(fake.asked.includes('CheckpointRollback'));
  await networks.perform({ action: 'undo', guard: 'one' });
  t.strictSame(fake.body('CheckpointRollback'), [absolute('/Checkpoint/1')]);
  await networks.perform({ action: 'guard', guard: 'two' });
  await networks.perform({ action: 'trust', guard: 'two' });
  t.strictSame(fake.body('CheckpointDestroy'), [absolute('/Checkpoint/1')]);
});

t.test('a way back ends with its NetworkManager: the next one gives the same path to somebody else', async (t) => {
  const { daemon, networks, fake, ready } = await setUp(t);
  await ready();
  fake.answers = { CheckpointCreate: paths('/Checkpoint/1') };
  await networks.perform({ action: 'guard', guard: 'one' });
  fake.world = at.home({}, { Checkpoints: ['/Checkpoint/1'] });
  t.equal((await networks.observe()).guard, 'one');
  fake.service.stop();
  await until(async () => !(await networks.observe()).available);
  const next = await FakeNetworkManager.start(daemon.address, fake.world, { '/saved/1': home });
  t.teardown(() => next.service.stop());
  await ready();
  t.equal((await networks.observe()).guard, undefined);
  await networks.perform({ action: 'trust', guard: 'one' });
  t.notOk(next.asked.includes('CheckpointDestroy'));
});

t.test('a submission is volatile, and its outcome comes as an event', async (t) => {
  const { networks, fake, events, ready } = await setUp(t);
  await ready();
  fake.answers = { AddAndActivateConnection2: added };
  const target = { kind: 'new', profile: { ...profile, source: 'submission' } } as const;
  await networks.perform({ action: 'join', join: { attempt: 'a-1', target } });
  t.match(fake.body('AddAndActivateConnection2')?.[3], { persist: { value: 'volatile' } });
  fake.deviceState('/dev/1', 40, 30, 0);
  fake.deviceState('/dev/1', 120, 60, 7);
  fake.activeState('/active/9', 4, 3);
  await until(() => events.some(({ kind }) => kind === 'join-failed'));
  t.match(
    events.find(({ kind }) => kind === 'join-failed'),
    { attempt: 'a-1', reason: 'wrong-password' },
  );
});

t.test('a scan ends when its results are in, and a refused one is an error', async (t) => {
  const { networks, fake, ready, clock } = await setUp(t);
  await ready();
  fake.answers = {
    RequestScan: (message) => {
      setTimeout(() => fake.scanned('/dev/1'), 20);
      return returned(message);
    },
  };
  const looks = () => fake.service.calls.filter(({ member }) => member === 'GetManagedObjects').length;
  await networks.observe();
  const before = looks();
  await networks.scan();
  t.equal(looks(), before, 'who has just looked knows the device');
  clock.late = 6000;
  await networks.scan();
  t.equal(looks(), before + 1);
  fake.answers = {
    RequestScan: (message) => refused(message, `${nm}.Device.NotAllowed`, 'Scanning not allowed'),
  };
  await t.rejects(networks.scan(), { code: 'refused' });
});

t.test('without a usable wifi device the steps that need one say so, the others work', async (t) => {
  const { networks, fake, ready } = await setUp(t);
  await ready();
  fake.world = at.home({ State: 10 });
  t.equal((await networks.observe()).device, undefined);
  await t.rejects(networks.scan(), { code: 'no-wifi-device' });
  await t.rejects(networks.perform({ action: 'autoconnect', allowed: false }), { code: 'no-wifi-device' });
  await t.resolves(networks.perform({ action: 'hotspot-down' }));
});

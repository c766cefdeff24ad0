import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Message } from 'dbus-next';
import t, { type Test } from 'tap';
import { realClock } from '../../../daemon/clock.ts';
import { DbusNetworks } from '../../../netplan/dbus/networks.ts';
import type { RunProgram } from '../../../netplan/dbus/program.ts';
import type { NetworkEvent } from '../../../netplan/networks.ts';
import { Secret } from '../../../netplan/secret.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { PrivateBus, until } from '../../support/private-bus.ts';
import { absolute, FakeNetworkManager, nm, refused, returned, typed, unknown } from './fake-network-manager.ts';
import { profile } from './profiles.ts';
import { at, home, wifiDevice } from './world.ts';

const hotspot = {
  interface: undefined,
  ssid: ssidFromText('acme'),
  password: new Secret('hotspot-password'),
  answerAddress: '192.0.2.1',
  country: undefined,
};
const silent = { debug() {}, info() {}, warn() {} };
const paths =
  (...list: string[]) =>
  (message: Message) =>
    Message.newMethodReturn(message, 'o'.repeat(list.length), list.map(absolute));
const added = (message: Message) =>
  Message.newMethodReturn(message, 'ooa{sv}', [absolute('/saved/9'), absolute('/active/9'), {}]);

async function setUp(t: Test, world = at.home()) {
  const daemon = await PrivateBus.make();
  await daemon.start();
  const fragmentFolder = await mkdtemp(join(tmpdir(), 'fragment-'));
  const programs: string[] = [];
  let broken: string | undefined;
  const run: RunProgram = async (program, args) => {
    programs.push([program, ...args].join(' '));
    return { status: program === broken ? 'failed' : 'done', output: '', complaint: '' };
  };
  /** `late`: milliseconds that the machine's clock is ahead. */
  const clock = { ...realClock(), late: 0, now: () => realClock().now() + clock.late };
  const networks = new DbusNetworks({
    busAddress: daemon.address,
    clock,
    log: silent,
    run,
    configuredInterface: () => undefined,
    digestKey: new Secret('key'),
    fragmentFolder,
  });
  const stop = new AbortController();
  const events: NetworkEvent[] = [];
  const running = networks.run(stop.signal);
  const listening = (async () => {
    for await (const event of networks.events(stop.signal)) events.push(event);
  })();
  const fake = await FakeNetworkManager.start(daemon.address, world, { '/saved/1': home });
  t.teardown(async () => {
    stop.abort();
    await Promise.all([running, listening]);
    fake.service.stop();
    await daemon.end();
  });
  const ready = () => until(async () => (await networks.observe()).available);
  const breaks = (program?: string) => {
    broken = program;
  };
  return { daemon, networks, fake, events, programs, fragmentFolder, ready, clock, breaks };
}

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

t.test('what a killed agent has left goes, and the radio is given back, before anything is observed', async (t) => {
  const { fake, programs, ready } = await setUp(t, at.home({ Autoconnect: false }));
  await ready();
  t.ok(programs.includes('nft -f -'));
  t.strictSame(fake.body('Set')?.slice(0, 2), [`${nm}.Device`, 'Autoconnect']);
  t.notOk(fake.asked.includes('DeactivateConnection'));
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
  await networks.perform({ action: 'trust', guard: 'one' });
  for (const member of ['CheckpointRollback', 'CheckpointDestroy']) {
    t.strictSame(fake.body(member), [absolute('/Checkpoint/1')]);
  }
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

t.test('a hotspot that NetworkManager refuses leaves nothing behind', async (t) => {
  const { networks, fake, fragmentFolder, programs, ready } = await setUp(t);
  await ready();
  fake.answers = {
    AddAndActivateConnection2: (message) => {
      setTimeout(() => {
        fake.deviceState('/dev/1', 40, 30, 0);
        fake.deviceState('/dev/1', 120, 70, 18);
        fake.activeState('/active/9', 4, 3);
      }, 20);
      return added(message);
    },
  };
  const raised = networks.perform({ action: 'hotspot-up', hotspot, digest: 'd' });
  await t.rejects(raised, { code: 'refused', message: /did not come up: device 18/ });
  t.strictSame(await readdir(fragmentFolder), []);
  t.match(programs.filter((program) => !program.startsWith('dnsmasq')).at(-1), /^(nft|ip)/);
  t.match(networks.problems, [{ code: 'activation-failed', text: 'device 18', failedAt: Number }]);
});

t.test('where the file for dnsmasq cannot be written, the hotspot is asked for all the same', async (t) => {
  const { networks, fake, fragmentFolder, ready } = await setUp(t);
  await ready();
  await rm(fragmentFolder, { recursive: true });
  await writeFile(fragmentFolder, 'not a folder');
  fake.answers = { AddAndActivateConnection2: unknown };
  await t.rejects(networks.perform({ action: 'hotspot-up', hotspot, digest: 'd' }), { code: 'refused' });
  t.ok(fake.asked.includes('AddAndActivateConnection2'));
});

t.test('the hotspot’s shield stays until NetworkManager has taken the hotspot down', async (t) => {
  const { daemon, networks, fake: first, programs, ready } = await setUp(t);
  await ready();
  first.service.stop();
  await until(async () => !(await networks.observe()).available);
  const marks = { source: 'hotspot', digest: '1:h', 'answer-address': '192.0.2.1' };
  const data = Object.fromEntries(Object.entries(marks).map(([name, value]) => [`machine-agent.${name}`, value]));
  const fake = await FakeNetworkManager.start(daemon.address, at.home(), { '/saved/1': { ...home, user: { data } } });
  t.teardown(() => fake.service.stop());
  await until(async () => (await networks.observe()).hotspot.state === 'up');
  programs.length = 0;
  let ended = false;
  const down = networks.perform({ action: 'hotspot-down' }).then(() => {
    ended = true;
  });
  await until(() => fake.asked.includes('DeactivateConnection'));
  await networks.observe();
  t.notOk(ended || programs.includes('nft -f -'));
  fake.activeState('/active/1', 4, 2);
  await down;
  t.ok(programs.includes('nft -f -'));
});

t.test('rules that could not be taken away are tried again at a later look', async (t) => {
  const { networks, programs, ready, clock, breaks } = await setUp(t);
  breaks('nft');
  await ready();
  const tries = () => programs.filter((program) => program === 'nft -f -').length;
  const before = tries();
  await networks.observe();
  t.equal(tries(), before, 'not at once');
  clock.late = 10_000;
  await networks.observe();
  t.equal(tries(), before + 1);
  breaks();
  clock.late = 20_000;
  await networks.observe();
  t.equal(tries(), before + 2);
  clock.late = 30_000;
  await networks.observe();
  t.equal(tries(), before + 2, 'done');
});

t.test('what a killed agent has left is looked for again where the first look failed', async (t) => {
  const { daemon, networks, programs, fake, ready } = await setUp(t);
  await ready();
  fake.service.stop();
  await until(async () => !(await networks.observe()).available);
  programs.length = 0;
  const refuses = { GetManagedObjects: (message: Message) => refused(message, `${nm}.Failed`, 'not now') };
  const again = await FakeNetworkManager.start(daemon.address, at.home(), { '/saved/1': home }, refuses);
  t.teardown(() => again.service.stop());
  await until(() =>
    networks.observe().then(
      ({ available }) => available,
      () => true,
    ),
  );
  t.notOk(programs.includes('nft -f -'));
  again.answers = {};
  await ready();
  t.ok(programs.includes('nft -f -'));
});

t.test('a radio that another one has replaced may choose its network by itself again', async (t) => {
  const { networks, fake, ready } = await setUp(t);
  await ready();
  await networks.perform({ action: 'autoconnect', allowed: false });
  const given = () => fake.service.calls.filter(({ member }) => member === 'Set').map(({ path, body }) => [path, body]);
  const before = given().length;
  await networks.observe();
  t.equal(given().length, before, 'it is still the one');
  fake.world = { ...at.home({ State: 10 }), ...wifiDevice('/dev/2', { Interface: 'wlan1' }) };
  await until(async () => (await networks.observe()).device?.interface === 'wlan1');
  t.match(given().slice(before), [[absolute('/dev/1'), [`${nm}.Device`, 'Autoconnect', { value: true }]]]);
});

t.test('a scan ends when its results are in, and a refused one is an error', async (t) => {
  const { networks, fake, ready } = await setUp(t);
  await ready();
  fake.answers = {
    RequestScan: (message) => {
      const body = [`${nm}.Device.Wireless`, { LastScan: typed(31_000n) }, []];
      setTimeout(
        () =>
          fake.service.signal(
            absolute('/dev/1'),
            'org.freedesktop.DBus.Properties',
            'PropertiesChanged',
            'sa{sv}as',
            body,
          ),
        20,
      );
      return returned(message);
    },
  };
  await networks.scan();
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

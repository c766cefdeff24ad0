import { readdir, rm, writeFile } from 'node:fs/promises';
import { Message, Variant } from 'dbus-next';
import t, { type Test } from 'tap';
import { Secret } from '../../../netplan/secret.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { until } from '../../support/private-bus.ts';
import { added, setUp } from './door.ts';
import { absolute, FakeNetworkManager, nm, refused, unknown } from './fake-network-manager.ts';
import { fakeSupplicant, path, wpas } from './fake-supplicant.ts';
import { at, home, wifiDevice } from './world.ts';

const hotspot = {
  interface: undefined,
  ssid: ssidFromText('acme'),
  password: new Secret('hotspot-password'),
  answerAddress: '192.0.2.1',
  country: undefined,
};

t.test('what a killed agent has left goes, and the radio is given back, before anything is observed', async (t) => {
  const { fake, programs, ready } = await setUp(t, at.home({ Autoconnect: false }));
  await ready();
  t.ok(programs.includes('nft -f -'));
  t.strictSame(fake.body('Set')?.slice(0, 2), [`${nm}.Device`, 'Autoconnect']);
  t.notOk(fake.asked.includes('DeactivateConnection'));
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

t.test(
  'while a hotspot comes up, the scans that wpa_supplicant starts behind it are ended, and not for longer',
  async (t) => {
    const { daemon, networks, fake, ready } = await setUp(t);
    await ready();
    const supplicant = await fakeSupplicant(t, daemon.address, (message) =>
      refused(message, `${wpas}.UnknownError`, 'No scan is in progress'),
    );
    const aborts = () => supplicant.calls.filter(({ member }) => member === 'AbortScan');
    fake.answers = { AddAndActivateConnection2: added };
    const raised = networks.perform({ action: 'hotspot-up', hotspot, digest: 'd' }).catch((error: unknown) => error);
    await until(() => aborts().length >= 2);
    t.strictSame(supplicant.calls[0]?.body, ['wlan0']);
    t.equal(aborts()[0]?.path, path);
    fake.deviceState('/dev/1', 120, 70, 18);
    fake.activeState('/active/9', 4, 3);
    t.match(await raised, { code: 'refused' });
    const end = aborts().length;
    await new Promise((resolve) => setTimeout(resolve, 2500));
    t.ok(aborts().length <= end + 5, 'it ends soon after the hotspot is up, or not up');
  },
);

t.test('where the file for dnsmasq cannot be written, the hotspot is asked for all the same', async (t) => {
  const { networks, fake, fragmentFolder, ready } = await setUp(t);
  await ready();
  await rm(fragmentFolder, { recursive: true });
  await writeFile(fragmentFolder, 'not a folder');
  fake.answers = { AddAndActivateConnection2: unknown };
  await t.rejects(networks.perform({ action: 'hotspot-up', hotspot, digest: 'd' }), { code: 'refused' });
  t.ok(fake.asked.includes('AddAndActivateConnection2'));
});

/** A NetworkManager in whose hands an earlier agent has left a hotspot. */
async function standing(t: Test) {
  const door = await setUp(t);
  await door.ready();
  door.fake.service.stop();
  await until(async () => !(await door.networks.observe()).available);
  const marks = { source: 'hotspot', digest: '1:h', 'answer-address': '192.0.2.1' };
  const data = Object.fromEntries(Object.entries(marks).map(([name, value]) => [`machine-agent.${name}`, value]));
  const settings = { '/saved/1': { ...home, user: { data } } };
  const fake = await FakeNetworkManager.start(door.daemon.address, at.home(), settings);
  t.teardown(() => fake.service.stop());
  await until(async () => (await door.networks.observe()).hotspot.state === 'up');
  return { ...door, fake };
}

t.test('the hotspot’s shield stays until NetworkManager has taken the hotspot down', async (t) => {
  const { networks, fake, programs } = await standing(t);
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

t.test('the shield outlives NetworkManager, whose access point does too, until the next one has started', async (t) => {
  const { daemon, networks, fake, programs, ready } = await standing(t);
  programs.length = 0;
  fake.service.stop();
  await until(async () => !(await networks.observe()).available);
  const next = await FakeNetworkManager.start(daemon.address, at.home({}, { Startup: true }), { '/saved/1': home });
  t.teardown(() => next.service.stop());
  await until(async () => !(await networks.observe()).available && next.service.calls.length > 2);
  t.notOk(programs.includes('nft -f -'));
  next.world = at.home();
  await ready();
  t.ok(programs.includes('nft -f -'));
});

t.test('it also outlives one that goes while its hotspot comes up, or is taken down', async (t) => {
  const rising = await setUp(t);
  await rising.ready();
  rising.programs.length = 0;
  rising.fake.answers = {
    AddAndActivateConnection2: (message) => {
      setTimeout(() => rising.fake.service.stop(), 50);
      return added(message);
    },
  };
  await t.rejects(rising.networks.perform({ action: 'hotspot-up', hotspot, digest: 'd' }), { code: 'refused' });
  t.equal(rising.programs.filter((program) => program === 'nft -f -').length, 1, 'put there, and not taken away');
  t.strictSame(await readdir(rising.fragmentFolder), ['90-machine-agent.conf'], 'its dnsmasq may be about to read it');
  const next = await FakeNetworkManager.start(rising.daemon.address, at.home(), { '/saved/1': home });
  t.teardown(() => next.service.stop());
  await rising.ready();
  t.strictSame(await readdir(rising.fragmentFolder), []);

  const ending = await standing(t);
  ending.programs.length = 0;
  const down = ending.networks.perform({ action: 'hotspot-down' }).catch(() => undefined);
  await until(() => ending.fake.asked.includes('DeactivateConnection'));
  ending.fake.service.stop();
  await down;
  t.notOk(ending.programs.includes('nft -f -'));
});

t.test(
  'a hotspot whose end was told too early, or never, is found to be gone at a look, and its shield goes',
  async (t) => {
    const { networks, fake, programs, clock } = await standing(t);
    programs.length = 0;
    await networks.observe();
    t.notOk(programs.includes('nft -f -'), 'it stands');
    fake.world = at.home({}, {}, { State: 4 });
    t.match(await networks.observe(), { hotspot: { state: 'down' } });
    await until(() => programs.includes('nft -f -'));
    programs.length = 0;
    clock.late += 60_000;
    await networks.observe();
    t.notOk(programs.includes('nft -f -'), 'once');
  },
);

t.test('what the radio hears beside the hotspot is no reason to look; everything else is', async (t) => {
  const { networks, fake, events } = await standing(t);
  const news = async (tell: () => void) => {
    const before = events.length;
    tell();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return events.length - before;
  };
  await news(() => undefined);
  t.equal(await news(() => fake.scanned('/dev/1')), 0);
  t.equal(await news(() => fake.deviceState('/dev/1', 100, 90, 0)), 1);
  const down = networks.perform({ action: 'hotspot-down' });
  await until(() => fake.asked.includes('DeactivateConnection'));
  fake.activeState('/active/1', 4, 2);
  await down;
  await news(() => undefined);
  t.equal(await news(() => fake.scanned('/dev/1')), 1);
});

t.test('phones are counted by wpa_supplicant, and where it does not tell by iw', async (t) => {
  const { daemon, networks, programs, clock } = await standing(t);
  let tells = true;
  const supplicant = await fakeSupplicant(t, daemon.address, (message) => {
    // Before 2.10 it has no such property.
    if (!tells) return refused(message, 'org.freedesktop.DBus.Error.InvalidArgs', 'No such property');
    const stations = ['020000000100', '020000000200'].map((address) => `${path}/Stations/${address}`);
    return Message.newMethodReturn(message, 'v', [new Variant('ao', stations)]);
  });
  clock.late += 5_000;
  programs.length = 0;
  t.match((await networks.observe()).hotspot, { state: 'up', stations: 2 });
  t.match(supplicant.calls.at(-1), { path, member: 'Get', body: [`${wpas}.Interface`, 'Stations'] });
  t.strictSame(programs, []);
  tells = false;
  clock.late += 5_000;
  t.match((await networks.observe()).hotspot, { state: 'up', stations: 0 });
  t.strictSame(programs, ['iw dev wlan0 station dump']);
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

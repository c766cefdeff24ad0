import t from 'tap';
import { minutes, seconds } from '../../netplan/duration.ts';
import { linked, links } from '../support/links.ts';
import { type Simulation, simulate } from '../support/simulate.ts';

const wifi = (more: object = {}) => ({ type: 'wifi', ssid: 'Hall', psk: 'Hall password', priority: 5, ...more });
const roaming = { turn_on_hotspot_if_wifi_has_no_internet: true };
const configured = (additional_networks: object) => ({ network_configuration: roaming, additional_networks });
const hall = { ssid: 'Hall', password: 'Hall password' };

async function online(networks: object, more: Parameters<typeof simulate>[0] = {}) {
  const town = simulate({ accessPoints: [hall], ...more });
  const device = await town.device(roaming, { settings: { additional_networks: networks } });
  if (!(await town.until(() => linked(town) === 'Hall', minutes(1)))) throw new Error('the hall is not joined');
  await town.pass(minutes(2));
  return { town, device };
}

/** What the device has saved for its settings. */
const saved = (town: Simulation) =>
  town.town
    .view()
    .profiles.filter(({ source }) => source === 'settings')
    .map(({ name, ssidText, digest }) => ({ name, ssidText, digest }));
const steps = (town: Simulation, from: number, what: RegExp) =>
  town.records.slice(from).filter(({ evidence }) => what.test(String(evidence['step']))).length;

t.test(
  'a wrong password for the only network: 60 s later the device is back on the right one, and says so',
  async (t) => {
    const { town, device } = await online({ hall: wifi() });
    const before = saved(town);
    const start = town.clock.now();
    device.configure(configured({ hall: wifi({ psk: 'not the password' }) }));
    t.ok(await town.until(() => linked(town) === undefined, seconds(5)), 'the change is tried');
    t.ok(await town.until(() => linked(town) === 'Hall' && device.mode === 'station', minutes(2)));
    t.ok(town.clock.now() - start < seconds(75), `back after ${town.clock.now() - start} ms`);
    t.same(saved(town), before, 'the profile is what it was');
    t.ok(device.conditions.includes('network-change-undone'));
    await town.pass(minutes(30));
    t.equal(device.decisions.filter(({ text }) => text === 'station -> proving').length, 1, 'it is not tried again');
    t.equal(linked(town), 'Hall');
    device.configure(configured({ hall: wifi() }));
    await town.pass(seconds(5));
    t.notOk(device.conditions.includes('network-change-undone'), 'corrected');
    t.same(saved(town), before);
    await town.end();
  },
);

t.test('the only network leaves the settings: it is kept, and that is said', async (t) => {
  const { town, device } = await online({ hall: wifi() });
  device.configure(configured({}));
  t.ok(await town.until(() => linked(town) === undefined, seconds(5)));
  t.ok(await town.until(() => linked(town) === 'Hall', minutes(2)));
  await town.pass(seconds(10));
  t.match(saved(town), [{ name: 'hall' }]);
  t.ok(device.conditions.includes('network-change-undone'));
  await town.end();
});

t.test('a network that was changed while in use leaves the settings: the device finds back by itself', async (t) => {
  const { town, device } = await online({ hall: wifi() });
  const hidden = wifi({ ssid: 'Yard', priority: 1, hidden: true });
  device.configure(configured({ hall: wifi({ priority: 7 }), yard: hidden }));
  await town.pass(minutes(2));
  const before = device.decisions.length;
  device.configure(configured({ yard: hidden }));
  t.ok(await town.until(() => linked(town) === undefined, seconds(5)));
  t.ok(await town.until(() => linked(town) === 'Hall' && device.mode === 'station', minutes(2)));
  t.ok(device.conditions.includes('network-change-undone'));
  const tried = device.decisions.slice(before).filter(({ text }) => text === 'trying a known network');
  t.match(tried[0]?.evidence, { name: 'yard' }, 'not the one that was just left');
  await town.end();
});

t.test('the network in use leaves the settings while another is there: the device moves, and forgets it', async (t) => {
  const { town, device } = await online(
    { hall: wifi(), yard: wifi({ ssid: 'Yard', psk: 'Yard password', priority: 1 }) },
    { accessPoints: [hall, { ssid: 'Yard', password: 'Yard password' }] },
  );
  device.configure(configured({ yard: wifi({ ssid: 'Yard', psk: 'Yard password', priority: 1 }) }));
  t.ok(await town.until(() => linked(town) === 'Yard', minutes(1)));
  await town.pass(minutes(3));
  t.match(saved(town), [{ name: 'yard' }]);
  t.equal(saved(town).length, 1);
  t.equal(linked(town), 'Yard');
  t.notOk(device.conditions.includes('network-change-undone'));
  await town.end();
});

t.test('a good change is taken over: another address on the same network', async (t) => {
  const { town, device } = await online({ hall: wifi() });
  device.configure(configured({ hall: wifi({ ipv4_address: '192.168.7.20/24', ipv4_gateway: '192.168.7.1' }) }));
  t.ok(await town.until(() => links(town)[0]?.address === '192.168.7.20/24', seconds(30)));
  await town.pass(minutes(3));
  t.equal(device.mode, 'station');
  t.notMatch(saved(town)[0]?.digest, /~$/, 'it has proved itself, and is on disk');
  t.equal((await town.town.networks().observe()).guard, undefined, 'no way back is left behind');
  await town.end();
});

t.test('changes elsewhere, of names, priorities and power save leave the link alone', async (t) => {
  const { town, device } = await online({ hall: wifi() });
  const { length } = town.records;
  let cut = false;
  town.town.onChange(() => {
    cut ||= linked(town) !== 'Hall';
  });
  device.configure({
    network_configuration: { ...roaming, wifi_power_save: true },
    additional_networks: {
      hall: wifi({ priority: 77 }),
      cable: { type: 'wired' },
      other: wifi({ ssid: 'Other' }),
    },
  });
  await town.pass(minutes(5));
  t.notOk(cut);
  t.same([steps(town, length, /^add/), steps(town, length, /^update/), steps(town, length, /^join|^guard/)], [2, 1, 0]);
  await town.end();
});

t.test(
  'killed while a change is on trial: NetworkManager itself goes back, and the next agent tries again',
  async (t) => {
    const { town, device } = await online({ hall: wifi() });
    device.configure(configured({ hall: wifi({ psk: 'not the password' }) }));
    await town.pass(seconds(8));
    t.equal(linked(town), undefined);
    device.kill();
    t.ok(await town.until(() => linked(town) === 'Hall', minutes(3)), 'nobody was there to do it');
    const next = await town.device(roaming, {
      settings: { additional_networks: { hall: wifi({ psk: 'not the password' }) } },
    });
    await town.pass(minutes(3));
    t.equal(linked(town), 'Hall');
    t.ok(next.conditions.includes('network-change-undone'));
    await town.end();
  },
);

t.test('a change while the device is offline anyway is applied without a way back', async (t) => {
  const town = simulate({ accessPoints: [{ ...hall, internet: 'no' }] });
  const device = await town.device(roaming, { settings: { additional_networks: { hall: wifi() } } });
  await town.until(() => linked(town) === 'Hall', minutes(1));
  await town.pass(seconds(5));
  device.configure(configured({ hall: wifi({ ipv4_address: '192.168.7.20/24' }) }));
  t.ok(await town.until(() => links(town)[0]?.address === '192.168.7.20/24', minutes(1)));
  t.notOk(device.conditions.includes('network-change-undone'));
  await town.end();
});

t.test('a change to a cable in use that would cut it is taken back as well', async (t) => {
  const town = simulate();
  const device = await town.device({}, { settings: { additional_networks: { cable: { type: 'wired' } } } });
  await town.pass(seconds(5));
  town.town.changePort('eth0', { plugged: true });
  await town.until(() => links(town).length === 1, minutes(1));
  await town.pass(minutes(1));
  device.configure({ additional_networks: { cable: { type: 'wired', interface: 'eth9' } } });
  await town.pass(minutes(2));
  t.ok(device.conditions.includes('network-change-undone'));
  t.match(links(town), [{ interface: 'eth0', state: 'active' }]);
  t.match(town.town.view().profiles, [{ name: 'cable', interface: undefined }]);
  await town.end();
});

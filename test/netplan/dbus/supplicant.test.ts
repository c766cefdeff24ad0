import { uptime } from 'node:os';
import { Message } from 'dbus-next';
import t, { type Test } from 'tap';
import { ssidFromText } from '../../../netplan/ssid.ts';
import { added, setUp } from './door.ts';
import { nm, refused } from './fake-network-manager.ts';
import { fakeSupplicant, path, wpas } from './fake-supplicant.ts';
import { profile, wifi } from './profiles.ts';
import { at } from './world.ts';

/** A submission of the network named, with a wpa_supplicant that does its scans or refuses them. */
async function joined(t: Test, { ssid = 'My Home', scans = true, world = at.home() }) {
  const { daemon, networks, fake, ready } = await setUp(t, world);
  await ready();
  const order: string[] = [];
  const results = () => {
    order.push('results');
    fake.scanned('/dev/1');
  };
  const supplicant = await fakeSupplicant(t, daemon.address, (message) => {
    order.push(message.member);
    if (!scans) return refused(message, `${wpas}.Interface.ScanError`, 'Scan request rejected');
    setTimeout(results, 50);
    return Message.newMethodReturn(message);
  });
  fake.answers = {
    AddAndActivateConnection2: (message) => {
      order.push('join');
      return added(message);
    },
  };
  const submitted = { ...profile, source: 'submission', wifi: { ...wifi, ssid: ssidFromText(ssid) } } as const;
  await networks.perform({ action: 'join', join: { attempt: 'a', target: { kind: 'new', profile: submitted } } });
  return { order, scan: supplicant.calls.find(({ member }) => member === 'Scan') };
}

t.test('a network that was heard a while ago is heard again, on its own channels, and then joined', async (t) => {
  const { order, scan } = await joined(t, {});
  t.strictSame(order, ['Scan', 'results', 'join']);
  t.match(scan, { path, interface: `${wpas}.Interface` });
  const [wanted = {}] = (scan?.body ?? []) as [Record<string, { value: unknown }>?];
  t.equal(wanted['Type']?.value, 'active');
  t.strictSame(wanted['SSIDs']?.value, [Buffer.from('My Home')]);
  t.strictSame(wanted['Channels']?.value, [[2437, 20]]);
  t.equal(wanted['AllowRoam']?.value, false, 'a link that stands is left alone');
});

t.test('one that cannot be heard again now is joined all the same', async (t) => {
  t.strictSame((await joined(t, { scans: false })).order, ['Scan', 'join']);
});

t.test('nothing is heard again where the list is fresh, or where the network was not heard at all', async (t) => {
  const { '/dev/1': device, ...others } = at.home();
  const wireless = `${nm}.Device.Wireless`;
  const LastScan = BigInt(Math.round(uptime() * 1000) - 1000);
  const world = { ...others, '/dev/1': { ...device, [wireless]: { ...device?.[wireless], LastScan } } };
  t.strictSame((await joined(t, { world })).order, ['join']);
  t.strictSame((await joined(t, { ssid: 'Elsewhere' })).order, ['join']);
});

import t from 'tap';
import { Apart } from '../../../netplan/dbus/apart.ts';
import { readWorld } from '../../../netplan/dbus/objects.ts';
import { observation } from '../../../netplan/dbus/observe.ts';
import { seconds } from '../../../netplan/duration.ts';
import { at, wifiDevice } from './world.ts';

const world = (point: string, activation = '/active/1', state = 100) => {
  const { '/dev/1': device } = wifiDevice('/dev/1', { State: state, ActiveConnection: activation });
  const radio = { ...device?.['org.freedesktop.NetworkManager.Device.Wireless'], ActiveAccessPoint: point };
  return readWorld({ '/dev/1': { ...device, 'org.freedesktop.NetworkManager.Device.Wireless': radio } });
};

t.test('a link without its access point is told for 20 s, or until it is back', async (t) => {
  const apart = new Apart();
  const looks = (point: string, when: number) => [...apart.look(world(point), seconds(when))];
  t.strictSame(looks('/ap/1', 0), []);
  t.strictSame(looks('/', 1), ['/dev/1']);
  t.strictSame(looks('/', 20.9), ['/dev/1']);
  t.strictSame(looks('/', 21), [], 'NetworkManager knows better');
  t.strictSame(looks('/ap/2', 30), []);
  t.strictSame(looks('/', 31), ['/dev/1'], 'lost once more');
});

t.test('one that never had an access point, a new activation, and one that is not active are not told', async (t) => {
  const apart = new Apart();
  t.strictSame([...apart.look(world('/'), seconds(0))], []);
  t.strictSame([...apart.look(world('/'), seconds(9))], [], 'a driver that does not tell');
  apart.look(world('/ap/1'), seconds(10));
  t.strictSame([...apart.look(world('/', '/active/2'), seconds(11))], []);
  apart.look(world('/ap/1'), seconds(12));
  t.strictSame([...apart.look(world('/', '/active/1', 120), seconds(13))], []);
});

t.test('it shows on the link, which keeps all else', async (t) => {
  const facts = {
    ...{ at: 0, upTime: 0, world: readWorld(at.home()), settings: new Map() },
    ...{ configuredInterface: undefined, formerInterface: undefined },
  };
  const [link] = observation({ ...facts, apart: new Set<string>() }).links;
  t.notOk(link?.apart);
  t.strictSame(observation({ ...facts, apart: new Set(['/dev/1']) }).links, [{ ...link, apart: true }]);
});

import t from 'tap';
import { minutes } from '../../netplan/duration.ts';
import { simulate } from '../support/simulate.ts';

t.test('who searches for the password for ten minutes still finds the network, and joins it', async (t) => {
  const town = simulate({ accessPoints: [{ ssid: 'Home', password: 'correct horse' }] });
  const device = await town.device();
  await town.until(() => town.town.view().hotspot.state === 'up');
  const phone = await town.joinHotspot('machine-setup-box1');
  await phone.open();
  for (let minute = 0; minute < 10; minute++) {
    await phone.status();
    await town.pass(minutes(1));
  }
  const { networks } = await phone.status();
  t.match(networks.rows, [{ name: 'Home' }]);
  t.ok((networks.age ?? 0) > 500, 'and is told how old the list is');
  const { reply } = await phone.submit({ network: networks.rows[0]?.id, psk: 'correct horse' } as never);
  t.ok(reply.attempt, JSON.stringify(reply));
  await town.settle();
  t.equal(device.session.status().attempt?.state, 'connected');
  await town.end();
});

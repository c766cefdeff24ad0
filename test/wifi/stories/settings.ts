// Settings that come from the machine's cloud over the very link that they change. The real agent, the local cloud.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { openStore } from '../../../deploy/local-cloud/store/store.ts';
import { conditions, knownNetworks, lines, prepareMachine, settings, startAgent, stopAgent } from '../agent.ts';
import { psk, ssidOf } from '../halls.ts';
import { addressesOf, entries, isIn, network } from '../rehomed.ts';
import { check, lab, printed, step, until } from '../story.ts';

const { north } = entries;
const undone = () => conditions().has('network-change-undone');

await lab('start_device');
await lab('make_router', 'north', ssidOf.north, psk);
await lab('make_cloud', '/run/lab/cloud');
const { machines } = openStore('/run/lab/cloud');
const { id, secret } = machines.create('robot');
/** What its owner writes on the cloud's page, on top of the maker's defaults. */
const configure = (agent: object) => machines.configure(id, JSON.stringify(agent));

prepareMachine({ configured: true, network, others: { additional_networks: entries } });
const credentials = { app_address: 'http://203.0.113.1:8082', id, secret: secret.reveal() };
writeFileSync('/etc/machine.json', JSON.stringify({ cloud: credentials }), { mode: 0o600 });
await startAgent();
await check('it is online by its only network, and its cloud hears of it', async () => {
  await isIn('north');
  await until(120, () => machines.get(id)?.seen !== undefined);
});

step('the only network would be lost');
await check('by a wrong password: it comes back by itself, and that is said', async () => {
  const before = lines('decided').length;
  configure({ additional_networks: { north: { ...north, psk: 'wrong horse' } } });
  await until(180, () =>
    lines('decided')
      .slice(before)
      .some(({ to }) => to === 'proving'),
  );
  await until(300, undone);
  await isIn('north');
  const password = await printed('nmcli', '-s', '-g', '802-11-wireless-security.psk', 'connection', 'show', 'north');
  assert.equal(password.trim(), psk);
});
await check('by another address it is not: taken, once the machine is online with it', async () => {
  const fixed = { ipv4_address: '192.168.1.77/24', ipv4_gateway: '192.168.1.1', ipv4_dns: ['192.168.1.1'] };
  configure({ additional_networks: { north: { ...north, ...fixed } } });
  await until(180, async () => (await addressesOf('wlan0')).join() === '192.168.1.77/24');
  await isIn('north');
  await until(60, () => !undone());
});
await check('what only the cloud names is there after a restart as well', async () => {
  configure({ additional_networks: { north, middle: entries.middle, sensor: entries.sensor } });
  await until(180, async () => !(await addressesOf('wlan0')).includes('192.168.1.77/24'));
  await isIn('north');
  await stopAgent();
  settings({ network, others: { additional_networks: { south: entries.south, dock: entries.dock } } });
  await startAgent();
  await isIn('north');
});
await check('by leaving the settings: the machine keeps it, and says so', async () => {
  configure({ additional_networks: { middle: entries.middle, sensor: entries.sensor } });
  await until(300, undone);
  await isIn('north');
});

step('what no link uses');
await check('goes at once', async () => {
  configure({});
  await until(180, async () => !(await knownNetworks()).some(({ name }) => name === 'middle' || name === 'sensor'));
  await isIn('north', ['north', 'south', 'dock']);
});
await stopAgent();

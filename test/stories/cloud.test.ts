import { readFile, stat } from 'node:fs/promises';
import t, { type Test } from 'tap';
import { minutes, seconds } from '../../netplan/duration.ts';
import { Secret } from '../../netplan/secret.ts';
import { AppTown } from '../support/app-town.ts';
import { FieldTableCloud } from '../support/field-table-cloud.ts';
import { structOf } from '../support/field-table-schema.ts';
import { record } from '../support/queue-receiver.ts';

const accessPoints = [{ ssid: 'Home', security: ['wpa-psk'], password: 'home-password' }] as const;
const every = { check_interval: { seconds: 30 } };

async function cloudFor(t: Test): Promise<FieldTableCloud> {
  const cloud = await new FieldTableCloud().start();
  t.teardown(() => cloud.stop());
  return cloud;
}

const sent = (cloud: FieldTableCloud) =>
  cloud.of('Log').flatMap(({ request }) => (request['logs'] as { message: string }[]).map(({ message }) => message));

/** Moves the town's time on, a little at a time, until what needs real sockets has happened as well. */
const comesTrue = (place: AppTown, holds: () => boolean) =>
  place.reallyUntil(async () => {
    if (!holds()) await place.clock.advance(seconds(1));
    return holds();
  });

t.test('a fragment that is given on the phone ends as settings on the device', async (t) => {
  const cloud = await cloudFor(t);
  cloud.replies['DeviceAgentConfig'] = ({ report }) => {
    const known = (report as { fragment_id: string } | null)?.fragment_id === 'fragment-1';
    return { ...every, network_configuration: structOf(known ? { manufacturer: 'of the fragment' } : {}) };
  };
  const network = { portal_extra_fields: [{ name: 'hall', label: 'Hall' }] };
  const place = await AppTown.start(t, { accessPoints, network, cloud: true });
  await place.hotspot();
  const [home] = place.session.status().networks;
  const outcome = await place.session.submit('10.42.0.7', {
    network: {
      network: { id: home?.id ?? '' },
      psk: new Secret('home-password'),
      enterprise: undefined,
      addressing: { method: 'auto', dns: [] },
    },
    credentials: { appAddress: cloud.address, id: 'part-1', secret: new Secret('s3cret'), apiKey: undefined },
    fragmentId: 'fragment-1',
    ownershipCode: undefined,
    extra: { hall: 'B 4' },
  });
  if (!outcome.accepted) throw new Error(`${outcome.refusal} ${outcome.field}`);
  place.session.delivered(outcome.attempt.id);
  await place.until(() => place.mode === 'station');
  await comesTrue(place, () => place.session.status().manufacturer === 'of the fragment');
  t.match(cloud.of('DeviceAgentConfig').at(-1)?.request, {
    id: 'part-1',
    report: { fragment_id: 'fragment-1', answers: { hall: 'B 4' } },
  });
  t.equal((await stat(place.paths.cloudCache)).mode & 0o777, 0o600);
  t.match(await readFile(place.paths.cloudCache, 'utf8'), 'of the fragment');
});

t.test('settings change within one poll; an hour without network loses no log line', async (t) => {
  const cloud = await cloudFor(t);
  let maker = 'first';
  cloud.replies['DeviceAgentConfig'] = () => ({ ...every, network_configuration: structOf({ manufacturer: maker }) });
  const place = await AppTown.start(t, {
    accessPoints: [],
    credentials: { cloud: { app_address: cloud.address, id: 'part-1', secret: 's3cret' } },
    cloud: true,
  });
  place.town.changePort('eth0', { plugged: true, internet: 'yes' });
  await comesTrue(place, () => place.session.status().manufacturer === 'first');
  maker = 'second';
  const before = place.clock.now();
  await comesTrue(place, () => place.session.status().manufacturer === 'second');
  t.ok(place.clock.now() - before <= seconds(32), 'one poll');

  for (let number = 1; number <= 10; number++) place.logs(record(number));
  await comesTrue(place, () => sent(cloud).includes('record 10'));
  place.town.changePort('eth0', { plugged: false });
  for (let number = 11; number <= 130; number++) {
    place.logs(record(number));
    await place.clock.advance(seconds(30));
  }
  t.notOk(sent(cloud).includes('record 130'));
  place.town.changePort('eth0', { plugged: true, internet: 'yes' });
  await place.clock.advance(minutes(1));
  await comesTrue(place, () => sent(cloud).includes('record 130'));
  const numbers = sent(cloud).filter((text) => text.startsWith('record '));
  t.strictSame(
    numbers,
    Array.from({ length: 130 }, (_, index) => `record ${index + 1}`),
    'each once, in order',
  );
});

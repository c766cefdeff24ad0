import { createServer, type Server } from 'node:net';
import t from 'tap';
import { here } from '../../deploy/demo-life.ts';
import { minutes, seconds } from '../../netplan/duration.ts';
import { sdkOverGrpcWeb } from '../clients/sdk.ts';
import { AppTown } from '../support/app-town.ts';
import { grpcJs } from '../support/grpc-js-client.ts';

const accessPoints = [{ ssid: 'Home', security: ['wpa-psk'], password: 'correct horse' }] as const;

const taken = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(port, here, () => resolve(server));
  });

t.test('port 4772 is taken: health says so, the rest works, and it is tried again', async (t) => {
  const place = await AppTown.start(t, { accessPoints });
  // The hotspot of a machine that belongs to nobody comes at once, but not before time passes.
  const other = await taken(place.ports.app);
  t.teardown(() => other.close());
  await place.hotspot();
  const conditions = () => place.health.list(place.clock.now()).map(({ code }) => code);
  await place.clock.advance(seconds(6));
  await place.reallyUntil(() => conditions().includes('app-port-in-use'));
  const web = await sdkOverGrpcWeb.open(place.ports);
  // The doors open side by side, and the page's may be the later one.
  await place.reallyUntil(() =>
    web.networks().then(
      () => true,
      () => false,
    ),
  );
  t.match(await web.networks(), [{ ssid: 'Home' }]);

  await new Promise((resolve) => other.close(resolve));
  await place.clock.advance(seconds(10));
  await place.reallyUntil(() => !conditions().includes('app-port-in-use'));
  const app = await grpcJs.open(place.ports);
  t.match(await app.networks(), [{ ssid: 'Home' }]);
  await app.close();
});

t.test('the port opens with each hotspot and closes with it; what was set does not outlive it', async (t) => {
  const place = await AppTown.start(t, {
    accessPoints,
    credentials: { cloud: { app_address: 'https://app.example.com', id: 'part-1', secret: 's' } },
    network: { ownership_code: 'on the label' },
  });
  await place.hotspot();
  const app = await grpcJs.open(place.ports);
  t.teardown(() => app.close());
  const other = { id: 'part-2', secret: 's', appAddress: 'https://app.example.com' };
  await app.setCredentials(other, 'on the label');
  t.match(place.staged, { credentials: true });
  t.equal(await place.until(() => place.mode !== 'hotspot', minutes(20)), true, 'nobody is active any more');
  await place.closed();
  await t.rejects(app.status());
  await place.hotspot();
  // A client library waits a little between its tries to connect.
  await place.reallyUntil(() =>
    app.status().then(
      () => true,
      () => false,
    ),
  );
  t.match(await app.status(), { errors: [], hasSmartMachineCredentials: true }, 'the same client finds it again');
  t.match(place.staged, { network: false, credentials: false });
  t.equal(place.records.filter(({ level }) => level === 'error').length, 0);
});

import t from 'tap';
import { seconds } from '../../netplan/duration.ts';
import { AppTown } from '../support/app-town.ts';
import { grpcJs } from '../support/grpc-js-client.ts';

t.test(
  'on a machine that is online by cable, the hotspot waits for the reply to credentials and network',
  async (t) => {
    const accessPoints = [{ ssid: 'Home', security: ['wpa-psk'], password: 'correct horse' }] as const;
    const place = await AppTown.start(t, { accessPoints });
    place.town.changePort('eth0', { plugged: true, internet: 'yes' });
    await place.clock.advance(seconds(10));
    await place.hotspot();
    const app = await grpcJs.open(place.ports);
    t.teardown(() => app.close());
    t.match(await app.status(), { isOnline: true, hasSmartMachineCredentials: false });
    await app.setCredentials({ id: 'part-2', secret: 's', appAddress: 'https://app.example.com' });
    await app.setNetwork('wifi', 'Home', 'correct horse');
    await app.exit();
    t.match([place.mode, place.core.state.attempt?.state], ['hotspot', 'waiting']);
    await place.delivered();
    t.equal(place.mode, 'hotspot');
    t.equal(await place.until(() => place.mode === 'station', seconds(120)), true);
    t.match(place.core.state, { configured: true, attempt: { state: 'connected' } });
  },
);

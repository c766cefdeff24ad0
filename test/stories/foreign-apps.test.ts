import { readFile } from 'node:fs/promises';
import t from 'tap';
import { seconds } from '../../netplan/duration.ts';
import { sdkOverGrpc, sdkOverGrpcWeb } from '../clients/sdk.ts';
import type { CallError } from '../support/app-client.ts';
import { AppTown } from '../support/app-town.ts';
import { grpcJs } from '../support/grpc-js-client.ts';
import { pythonGrpc, pythonGrpcMissing } from '../support/python-client.ts';

const accessPoints = [
  { ssid: 'Home', security: ['wpa-psk'], password: 'correct horse', signal: 82 },
  { ssid: 'Café Zoë 📱', security: ['open'], signal: 55 },
] as const;
const cloud = { id: 'part-7', secret: 'hush hush', appAddress: 'https://app.example.com:443' };
const unknownType = { status: 2, message: 'unknown network type: wired, only wifi currently supported' };
const noCloud = { status: 2, message: 'request must include a Cloud config section' };
const missing = await pythonGrpcMissing();

for (const kind of [sdkOverGrpcWeb, sdkOverGrpc, grpcJs, pythonGrpc]) {
  const skip = kind === pythonGrpc && process.env['CI'] === undefined ? missing : undefined;
  t.test(`${kind.name}: a machine that belongs to nobody is set up`, { skip: skip ?? false }, async (t) => {
    const place = await AppTown.start(t, { accessPoints, network: { manufacturer: 'Acme', fragment_id: 'frag-1' } });
    await place.hotspot();
    const app = await kind.open(place.ports);
    t.teardown(() => app.close());

    t.strictSame(await app.status(), {
      provisioningInfo: { fragmentId: 'frag-1', model: 'custom', manufacturer: 'Acme' },
      hasSmartMachineCredentials: false,
      isOnline: false,
      latestConnectionAttempt: undefined,
      errors: [],
      agentVersion: '0.20.0',
    });
    const home = { type: 'wifi', ssid: 'Home', security: 'WPA2', signal: 82, connected: false, lastError: '' };
    t.strictSame(await app.networks(), [home, { ...home, ssid: 'Café Zoë 📱', security: '-', signal: 55 }]);

    await t.rejects(app.setNetwork('wired', 'Home', ''), unknownType as CallError);
    await t.rejects(app.setCredentials(undefined), noCloud as CallError);
    await app.setCredentials({ ...cloud, apiKey: { id: '', key: '' } });
    await app.setNetwork('wifi', 'Home', 'wrong horse');
    t.strictSame(place.core.state.attempt, undefined, 'Set calls only stage');
    await app.exit();
    await place.delivered();
    t.equal(place.mode, 'hotspot', 'the app has its reply');
    t.equal(await place.until(() => place.mode === 'trying', seconds(3)), true, 'and 3 s later the hotspot goes');
    await place.closed();

    t.equal(await place.until(() => place.mode === 'hotspot'), true, 'the password is wrong');
    await place.hotspot();
    for (const time of ['first', 'second']) {
      t.match(
        await app.status(),
        {
          hasSmartMachineCredentials: true,
          latestConnectionAttempt: { ...home, lastError: 'bad or missing password' },
          errors: ['SSID: Home: bad or missing password'],
        },
        `the error is told the ${time} time`,
      );
    }
    await app.setNetwork('wifi', 'Home', 'correct horse');
    t.match(await app.status(), { latestConnectionAttempt: home, errors: [] }, 'the person has answered it');
    await app.exit();
    await place.delivered();
    t.equal(await place.until(() => place.mode === 'station'), true);
    await place.closed();
    t.match(place.core.state.attempt, { state: 'connected', ssid: place.core.state.observation.links[0]?.ssid });
    t.strictSame(JSON.parse(await readFile(place.paths.credentials, 'utf8')), {
      cloud: { app_address: cloud.appAddress, id: cloud.id, secret: cloud.secret },
    });
    const log = JSON.stringify(place.records);
    t.notMatch(log, /hush hush|correct horse|wrong horse/, 'no secret is in the log');
    await t.rejects(app.status(), 'the hotspot has gone');
  });
}

import t, { type Test as Tap } from 'tap';
import { milliseconds } from '../../../netplan/duration.ts';
import { ssidFromText } from '../../../netplan/ssid.ts';
import type { Attempt } from '../../../portal/session.ts';
import { appDoorOnSocket, field, fragileWay, framed, WireClient } from '../../support/app-door.ts';
import { MemorySession, row } from '../../support/session.ts';

async function open(t: Tap, session?: MemorySession) {
  const device = await appDoorOnSocket(t, session);
  const client = await WireClient.open(device.port);
  t.teardown(() => client.close());
  return { ...device, client };
}

/** Waits in real time for what sockets do. */
async function happens(holds: () => boolean): Promise<boolean> {
  for (const end = performance.now() + 10_000; !holds(); await new Promise(setImmediate)) {
    if (performance.now() > end) return false;
  }
  return true;
}

const hall = framed(Buffer.concat([field(1, 'wifi'), field(2, 'Hall')]));

t.test('a reply is one message of the agreed bytes, and its status is in the trailers', async (t) => {
  const attempt: Attempt = {
    ...{ id: 'attempt-9', ssid: ssidFromText('Home'), state: 'failed', reason: 'wrong-password' },
    ...{ internet: undefined, addresses: [] },
  };
  const session = new MemorySession({
    networks: [row('Home', { signal: 82 })],
    fragmentId: 'f-1',
    online: true,
    attempt,
  });
  const { client } = await open(t, session);
  const { headers, body, trailers, reset } = await client.call('GetSmartMachineStatus');
  const { [':status']: status, 'content-type': type, date, ...others } = headers;
  t.strictSame([status, type, date, reset], [200, 'application/grpc+proto', undefined, 0]);
  t.strictSame(others, {
    'attempt-id': 'attempt-9',
    'attempt-reason': 'wrong-password',
    'attempt-state': 'failed',
    'machine-agent-version': '1.2.3',
  });
  const network = Buffer.concat([
    ...[field(1, 'wifi'), field(2, 'Home'), field(3, 'WPA2'), Buffer.from([0x20, 82])],
    field(6, 'bad or missing password'),
  ]);
  const message = Buffer.concat([
    field(1, Buffer.concat([field(1, 'f-1'), field(2, 'Rover'), field(3, 'Acme')])),
    Buffer.from([0x10, 1, 0x18, 1]),
    field(4, network),
    field(5, 'SSID: Home: bad or missing password'),
    field(6, '0.20.0'),
  ]);
  t.equal(body.toString('hex'), framed(message).toString('hex'));
  t.strictSame(trailers, { 'grpc-status': '0' });
});

t.test('an empty reply is a message of no bytes', async (t) => {
  const { client } = await open(t);
  const reply = await client.call('SetNetworkCredentials', hall);
  t.equal(reply.body.toString('hex'), '0000000000');
  t.strictSame(reply.trailers, { 'grpc-status': '0' });
});

t.test('an error is its status, its text and our code in the trailers, to the byte', async (t) => {
  const { client } = await open(t);
  for (const [type, text] of [
    ['wired', 'unknown network type: wired, only wifi currently supported'],
    ['100 %', 'unknown network type: 100 %25, only wifi currently supported'],
    ['a/b:c,d?e#f', 'unknown network type: a/b:c,d?e#f, only wifi currently supported'],
    ['ä\r\nb', 'unknown network type: %C3%A4%0D%0Ab, only wifi currently supported'],
  ] as const) {
    const reply = await client.call('SetNetworkCredentials', framed(field(1, type)));
    t.strictSame([reply.headers[':status'], reply.body.length, reply.reset], [200, 0, 0]);
    t.strictSame(reply.trailers, { 'grpc-status': '2', 'grpc-message': text, 'error-code': 'network-type-unknown' });
  }
  const { trailers } = await client.call('SetSmartMachineCredentials');
  t.strictSame(trailers, {
    'grpc-status': '2',
    'grpc-message': 'request must include a Cloud config section',
    'error-code': 'cloud-config-missing',
  });
});

t.test('both content types of gRPC are taken, with any deadline; nothing else is', async (t) => {
  const { client } = await open(t);
  for (const type of ['application/grpc', 'application/grpc+proto']) {
    // 99 999 999 hours, and one of above 2³¹ ms, at which a timer would fire at once.
    for (const timeout of ['5S', '99999999H', '2147484S', '1n']) {
      const headers = { 'content-type': type, 'grpc-timeout': timeout };
      t.equal((await client.call('GetNetworkList', framed(), headers)).trailers['grpc-status'], '0', timeout);
    }
  }
  for (const type of ['application/json', 'application/grpc-web+proto', 'text/plain', 'application/proto']) {
    t.equal((await client.call('GetNetworkList', framed(), { 'content-type': type })).headers[':status'], 415, type);
  }
});

t.test('a method that does not exist is said so in the way of gRPC', async (t) => {
  const { client } = await open(t);
  for (const path of ['/viam.provisioning.v1.ProvisioningService/Reboot', '/grpc.health.v1.Health/Check', '/x']) {
    const { headers, body } = await client.call(path);
    t.match(headers, { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '12' }, path);
    t.equal(body.length, 0);
  }
  const page = await client.call('/', Buffer.alloc(0), { 'content-type': 'text/html', ':method': 'GET' });
  t.equal(page.headers[':status'], 404);
  t.match(page.body.toString(), 'The setup page is on port 80.');
});

t.test('fields that we do not know are passed over', async (t) => {
  const { client, session } = await open(t);
  const future = Buffer.concat([field(1, 'wifi'), field(2, 'Hall'), field(15, 'of another age')]);
  t.equal((await client.call('SetNetworkCredentials', framed(future))).trailers['grpc-status'], '0');
  t.equal((await client.call('ExitProvisioning')).trailers['grpc-status'], '0');
  t.equal(session.submissions.length, 1);
});

t.test('a commit has arrived when the app answers the PING after it', async (t) => {
  const { client, session } = await open(t);
  await client.call('SetNetworkCredentials', hall);
  const { headers } = await client.call('ExitProvisioning');
  t.equal(headers['attempt-id'], 'attempt-1');
  t.ok(await happens(() => session.deliveries.length > 0), 'no time passes');
  t.strictSame(session.deliveries, ['attempt-1']);
});

t.test('an app that is out of reach is waited for, 15 s and no longer; one that has gone is not', async (t) => {
  for (const [how, wait] of [
    ['out of reach', 15_000],
    ['gone', 0],
  ] as const) {
    const { session, clock, port } = await appDoorOnSocket(t);
    const way = await fragileWay(t, port);
    const client = await WireClient.open(way.port);
    await client.call('SetNetworkCredentials', hall);
    if (how === 'out of reach') way.breakOff();
    void client.call('ExitProvisioning');
    t.ok(await happens(() => session.submissions.length > 0), 'the commit has come');
    if (how === 'gone') client.close();
    const arrived = () => session.deliveries.length > 0;
    if (wait > 0) {
      await clock.advance(milliseconds(wait - 1));
      t.notOk(arrived(), how);
      await clock.advance(milliseconds(1));
    }
    t.ok(await happens(arrived), how);
    t.strictSame(session.deliveries, ['attempt-1'], 'once');
    client.close();
  }
});

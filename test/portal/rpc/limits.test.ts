import t from 'tap';
import { appApiLimits } from '../../../portal/rpc/limits.ts';
import { appDoorOnSocket, field, framed, preface, serves, settings, WireClient } from '../../support/app-door.ts';
import fc from '../../support/cases.ts';
import { RawConnection } from '../../support/raw-http.ts';

t.test('a message larger than any useful one is refused, as soon as it says so', async (t) => {
  const { port, session } = await appDoorOnSocket(t);
  const client = await WireClient.open(port);
  t.teardown(() => client.close());
  const most = field(3, 'x'.repeat(appApiLimits.messageBytes));
  for (const body of [framed(most), framed(Buffer.alloc(10), 0xffffffff)]) {
    const { trailers } = await client.call('SetNetworkCredentials', body);
    t.equal(trailers['grpc-status'], '8', 'RESOURCE_EXHAUSTED');
  }
  t.equal(session.acts.length, 0);
  t.ok(await serves(port));
});

t.test('what is no message is refused, and the connection goes on', async (t) => {
  const { port, session } = await appDoorOnSocket(t);
  const client = await WireClient.open(port);
  t.teardown(() => client.close());
  for (const [name, body] of [
    ['nothing at all', Buffer.alloc(0)],
    ['half a prefix', Buffer.from([0, 0])],
    ['less than it says', framed(Buffer.from([10]), 100)],
    ['two messages', Buffer.concat([framed(), framed()])],
    ['no protobuf', framed(Buffer.from([0xff, 0xff, 0xff]))],
    ['a text that is no UTF-8', framed(Buffer.from([0x0a, 2, 0xc3, 0x28]))],
    ['a group that never ends', framed(Buffer.from([0x0b]))],
    ['a compressed message', Buffer.concat([Buffer.from([1, 0, 0, 0, 1]), Buffer.from([0])])],
  ] as const) {
    const { trailers, headers } = await client.call('SetNetworkCredentials', body);
    const status = trailers['grpc-status'] ?? headers['grpc-status'];
    t.match(status, /^[1-9]/, `${name}: ${status} ${trailers['grpc-message']}`);
  }
  t.equal(session.submissions.length, 0);
  t.equal((await client.call('GetSmartMachineStatus')).trailers['grpc-status'], '0');
});

t.test('any bytes in a message do no harm', async (t) => {
  const { port, session } = await appDoorOnSocket(t);
  const client = await WireClient.open(port);
  t.teardown(() => client.close());
  const method = fc.constantFrom('SetNetworkCredentials', 'SetSmartMachineCredentials', 'GetNetworkList');
  await fc.assert(
    fc.asyncProperty(method, fc.uint8Array({ maxLength: 60 }), async (name, bytes) => {
      const { trailers, reset } = await client.call(name, framed(bytes));
      return trailers['grpc-status'] !== undefined && reset === 0;
    }),
    { numRuns: 200 },
  );
  t.equal(session.submissions.length, 0);
  t.ok(await serves(port));
});

t.test('whatever is no HTTP/2 is closed: HTTP/1, TLS, a stranger', async (t) => {
  const { port } = await appDoorOnSocket(t);
  for (const bytes of [
    'GET / HTTP/1.1\r\nHost: 10.42.0.1:4772\r\n\r\n',
    'POST /viam.provisioning.v1.ProvisioningService/GetNetworkList HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'SSH-2.0-OpenSSH_9.2\r\n',
    'PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n',
  ]) {
    const connection = await RawConnection.open(port, '127.0.0.1');
    connection.write(bytes);
    t.ok(await connection.untilClosed(), JSON.stringify(bytes.slice(0, 20)));
    t.notMatch(connection.received, 'HTTP/1.1 200');
  }
  t.ok(await serves(port));
});

t.test('frames that break the protocol end their own connection only', async (t) => {
  const { port } = await appDoorOnSocket(t);
  const frame = (type: number, flags: number, stream: number, payload: readonly number[]) =>
    Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, stream, ...payload]);
  for (const [name, bytes] of [
    ['DATA on no stream', frame(0, 0, 0, [1])],
    ['HEADERS that cannot be unpacked', frame(1, 4, 1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
    ['a frame longer than allowed', Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1])],
    ['a window of zero', frame(8, 0, 0, [0, 0, 0, 0])],
    ['PUSH_PROMISE of a client', frame(5, 4, 1, [0, 0, 0, 2])],
  ] as const) {
    const connection = await RawConnection.open(port, '127.0.0.1');
    connection.write(Buffer.concat([preface, settings, bytes]));
    t.ok(await connection.untilClosed(), name);
  }
  t.ok(await serves(port));
});

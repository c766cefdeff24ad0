import { constants } from 'node:http2';
import { connect, type Socket } from 'node:net';
import t from 'tap';
import { appApiLimits } from '../../../portal/rpc/limits.ts';
import { appDoorOnSocket, framed, preface, serves, settings, WireClient } from '../../support/app-door.ts';
import { RawConnection } from '../../support/raw-http.ts';

async function happens(holds: () => boolean): Promise<boolean> {
  for (const end = performance.now() + 20_000; !holds(); await new Promise((resolve) => setTimeout(resolve, 5))) {
    if (performance.now() > end) return false;
  }
  return true;
}

const opened = (port: number, localAddress = '127.0.0.1') =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => {});
      // Only who reads notices that the other side has closed.
      socket.resume();
      resolve(socket);
    });
  });

t.test('200 idle connections shut nobody out, whoever opens them', async (t) => {
  const { port, door } = await appDoorOnSocket(t);
  const sockets: Socket[] = [];
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let count = 0; count < 200; count++) {
    // Half of them say that they are HTTP/2, a quarter comes from other addresses.
    const socket = await opened(port, count % 4 === 0 ? `127.0.0.${10 + (count % 50)}` : '127.0.0.1');
    if (count % 2 === 0) socket.write(Buffer.concat([preface, settings]));
    sockets.push(socket);
  }
  t.ok(await happens(() => door.connections <= appApiLimits.connections), `${door.connections} are kept`);
  t.ok(door.connections > 0);
  t.ok(await serves(port));
  const own = () => sockets.filter((socket) => socket.localAddress === '127.0.0.1' && !socket.destroyed).length;
  t.ok(await happens(() => own() <= appApiLimits.connectionsPerClient), `${own()} of one client`);
});

t.test('a connection that is used stays when idle ones make room', async (t) => {
  const { port } = await appDoorOnSocket(t);
  const busy = await WireClient.open(port);
  t.teardown(() => busy.close());
  const stream = busy.session.request({
    ':method': 'POST',
    ':path': '/viam.provisioning.v1.ProvisioningService/GetNetworkList',
    'content-type': 'application/grpc',
  });
  stream.on('error', () => {});
  stream.write(framed().subarray(0, 3));
  const sockets: Socket[] = [];
  for (let count = 0; count < appApiLimits.connectionsPerClient + 10; count++) sockets.push(await opened(port));
  const answered = new Promise((resolve) => stream.once('trailers', resolve));
  stream.end(framed().subarray(3));
  t.match(await answered, { 'grpc-status': '0' });
  for (const socket of sockets) socket.destroy();
});

t.test('more calls at a time than agreed are refused, and can be made again', async (t) => {
  const { port } = await appDoorOnSocket(t);
  const client = await WireClient.open(port);
  t.teardown(() => client.close());
  t.equal(client.session.remoteSettings.maxConcurrentStreams, appApiLimits.calls);
  const replies = await Promise.all(
    Array.from({ length: appApiLimits.calls * 4 }, () => client.call('GetSmartMachineStatus')),
  );
  t.ok(
    replies.every(({ trailers }) => trailers['grpc-status'] === '0'),
    'a client that keeps to it waits by itself',
  );
});

t.test('headers beyond the limit end the call', async (t) => {
  const { port } = await appDoorOnSocket(t);
  const client = await WireClient.open(port);
  t.teardown(() => client.close());
  const large = { 'content-type': 'application/grpc', 'x-large': 'x'.repeat(2 * appApiLimits.headerBytes) };
  const { trailers, headers } = await client.call('GetSmartMachineStatus', framed(), large);
  t.not(trailers['grpc-status'], '0');
  t.not(headers[':status'], 200);
  t.ok(await serves(port));
});

t.test('the door closes within 2 s, whatever its clients do', async (t) => {
  const { port, door } = await appDoorOnSocket(t);
  const [idle, stuck] = [await WireClient.open(port), await WireClient.open(port)];
  const silent = await opened(port);
  const stream = stuck.session.request({
    ':method': 'POST',
    ':path': '/viam.provisioning.v1.ProvisioningService/GetNetworkList',
    'content-type': 'application/grpc',
  });
  stream.on('error', () => {});
  stream.write(framed().subarray(0, 3));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const goaway = new Promise((resolve) => idle.session.once('goaway', resolve));
  const start = performance.now();
  const closing = door.close();
  t.equal(await goaway, constants.NGHTTP2_NO_ERROR, 'and says so');
  await closing;
  // The timer is 1.8 s; the rest is for a machine that has much else to do.
  t.ok(performance.now() - start < 4000);
  await t.rejects(opened(port), { code: 'ECONNREFUSED' });
  for (const client of [idle, stuck]) client.close();
  silent.destroy();
});

t.test('a client that says nothing, or only a part, has its time and no more', async (t) => {
  const times = { ...appApiLimits, prefaceTime: 100, callTime: 200, silence: 400, close: 100 };
  const { port, door } = await appDoorOnSocket(t, undefined, times);
  const strangers = [
    await RawConnection.open(port, '127.0.0.1'),
    await RawConnection.open(port, '127.0.0.1'),
    await RawConnection.open(port, '127.0.0.1'),
  ] as const;
  strangers[1].write(preface.subarray(0, 10));
  strangers[2].write(Buffer.concat([preface, settings]));
  // What never reads does not notice an end of the stream either.
  strangers[2].pause();
  const stuck = await WireClient.open(port);
  const stream = stuck.session.request({
    ':method': 'POST',
    ':path': '/viam.provisioning.v1.ProvisioningService/GetNetworkList',
    'content-type': 'application/grpc',
  });
  const errors: unknown[] = [];
  stream.on('error', (error) => errors.push(error));
  const drip = setInterval(() => stream.writable && stream.write(Buffer.alloc(1)), 50);
  t.teardown(() => clearInterval(drip));
  await new Promise((resolve) => stream.once('close', resolve));
  t.equal(stream.rstCode, constants.NGHTTP2_CANCEL, 'a byte now and then is too slow');
  t.ok(await strangers[0].untilClosed(), 'nothing');
  t.ok(await strangers[1].untilClosed(), 'half a preface');
  clearInterval(drip);
  t.ok(await happens(() => door.connections === 0), 'and what is silent afterwards is closed as well');
  for (const stranger of strangers) stranger.destroy();
  t.ok(await serves(port));
});

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import t from 'tap';
import { holdersOf, holdsOne, receivingSockets, socketsAt } from '../../../netplan/dbus/sockets.ts';

const header = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const line = (local: string, state: string, inode: number) =>
  `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 0\n`;

t.test('listening sockets are read from /proc/net, others not', async (t) => {
  const text =
    header + line('0100007F:0035', '0A', 11) + line('00000000:0050', '0A', 12) + line('0100007F:1F90', '01', 13);
  t.strictSame(receivingSockets(text, 'tcp'), [
    { address: '127.0.0.1', port: 53, inode: '11' },
    { address: '0.0.0.0', port: 80, inode: '12' },
  ]);
});

t.test('a socket on all IPv6 addresses may cover IPv4, one on another IPv6 address does not', async (t) => {
  const any = '00000000000000000000000000000000:0050';
  const one = '00000000000000000000000001000000:0050';
  const sockets = receivingSockets(header + line(any, '0A', 1) + line(one, '0A', 2), 'tcp');
  t.strictSame(sockets, [{ address: '0.0.0.0', port: 80, inode: '1' }]);
});

t.test('the holder of a port is found, with its name', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const udp = createSocket('udp4');
  udp.bind(0, '0.0.0.0');
  await once(udp, 'listening');
  t.teardown(() => [server.close(), udp.close()]);
  const { port } = server.address() as { port: number };
  const found = await holdersOf(await socketsAt('tcp', '127.0.0.1', port));
  t.match(found, [{ id: process.pid, name: 'node' }]);
  t.strictSame(await socketsAt('tcp', '127.0.0.2', port), []);
  t.match(await holdersOf(await socketsAt('udp', '10.1.2.3', udp.address().port)), [{ id: process.pid }], 'wildcard');
  t.strictSame(await holdersOf([]), []);
  const own = await socketsAt('tcp', '127.0.0.1', port);
  t.strictSame(
    [await holdsOne(process.pid, own), await holdsOne(1, own), await holdsOne(process.pid, [])],
    [true, false, false],
  );
});

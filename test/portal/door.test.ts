import { createServer } from 'node:net';
import t from 'tap';
import { Door, DoorError } from '../../portal/door.ts';
import { once, RawConnection } from '../support/raw-http.ts';

const hello: Parameters<typeof Door.open>[0] = (_request, response) => {
  response.end('hello');
};
const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function opened(
  t: { teardown(end: () => unknown): void },
  addresses: readonly string[],
  ports: readonly number[],
) {
  const door = await Door.open(hello, addresses, ports);
  t.teardown(() => door.close());
  return door;
}

t.test('it listens on the addresses given, and on no other', async (t) => {
  const { listening } = await opened(t, ['127.0.0.1', '127.0.0.2', '127.0.0.1'], [0]);
  t.strictSame(
    listening.map(({ address }) => address),
    ['127.0.0.1', '127.0.0.2'],
  );
  for (const { address, port } of listening) t.equal((await once(port, address, request)).body, 'hello');
  await t.rejects(once(listening[0]?.port ?? 0, '127.0.0.3', request), { code: 'ECONNREFUSED' });
});

t.test('a wildcard is refused, however it is written, and so is what is no address', async (t) => {
  for (const address of ['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '', 'localhost', '*']) {
    await t.rejects(Door.open(hello, [address], [0]), { code: 'address-refused' }, address);
  }
  await t.rejects(Door.open(hello, ['127.0.0.1'], []), { code: 'address-refused' }, 'no port');
});

t.test('where another program has the port, the next is taken, and said', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  t.teardown(() => other.close());
  const { port } = other.address() as { port: number };
  const { listening } = await opened(t, ['127.0.0.1'], [port, 0]);
  t.not(listening[0]?.port, port);
  await t.rejects(Door.open(hello, ['127.0.0.1'], [port]), {
    code: 'address-taken',
    message: `127.0.0.1 port ${port}`,
  });
});

t.test('an address that is not there is said, and nothing is kept open', async (t) => {
  const probe = await opened(t, ['127.0.0.1'], [0]);
  const port = probe.listening[0]?.port ?? 0;
  await probe.close();
  const error = await Door.open(hello, ['127.0.0.1', '192.0.2.77'], [port]).catch((problem: unknown) => problem);
  t.ok(error instanceof DoorError);
  t.match(error, { code: 'address-missing' });
  await t.rejects(once(port, '127.0.0.1', request), { code: 'ECONNREFUSED' });
});

t.test('it closes within seconds, whatever clients hold open, and can be opened again', async (t) => {
  const door = await Door.open(hello, ['127.0.0.1'], [0]);
  const { port = 0 } = door.listening[0] ?? {};
  const idle = await RawConnection.open(port, '127.0.0.1');
  const slow = await RawConnection.open(port, '127.0.0.1');
  slow.write('GET / HT');
  const before = performance.now();
  await door.close();
  t.ok(performance.now() - before < 6000);
  t.ok(await idle.untilClosed());
  t.ok(await slow.untilClosed());
  const again = await opened(t, ['127.0.0.1'], [port]);
  t.equal(again.listening[0]?.port, port);
});

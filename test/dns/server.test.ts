import { createSocket } from 'node:dgram';
import { createServer, isIPv4, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import t, { type Test } from 'tap';
import { createNameServer } from '../../dns/server.ts';
import { all, askUdp, Connection, framed, query, setupOnly } from '../support/dns.ts';
import { readStrictly } from '../support/strict-reply.ts';

function serverFor(t: Test) {
  const server = createNameServer();
  server.set(all);
  t.teardown(() => server.close());
  return server;
}

const addressOf = async (port: number): Promise<readonly string[] | undefined> => {
  const reply = await askUdp(port, query(), 300);
  return reply && readStrictly(query(), reply).answers;
};

/** Something else that holds the port over TCP. */
async function occupy(t: Test, address: string, port = 0): Promise<number> {
  const other: Server = createServer();
  t.teardown(() => other.close());
  await new Promise<void>((resolve) => other.listen({ host: address, port }, resolve));
  const place = other.address();
  return typeof place === 'object' && place !== null ? place.port : 0;
}

t.test('the same free port is served over UDP and TCP, and status tells which', async (t) => {
  const server = serverFor(t);
  t.equal(server.status().listening, undefined);
  const { port } = await server.listen('127.0.0.1', 0);
  t.strictSame(server.status().listening, { address: '127.0.0.1', port });
  t.strictSame(await addressOf(port), ['A 192.0.2.1']);
  const client = new Connection(port);
  client.socket.end(framed(query()));
  const [reply] = await client.replies(1);
  t.strictSame(reply && readStrictly(query(), reply).answers, ['A 192.0.2.1']);
  t.match(server.status().counters, { queries: 2, replies: 2, dropped: 0, shed: 0 });
});

t.test('only the address asked for is bound: no other of the machine answers', async (t) => {
  const server = serverFor(t);
  const { port } = await server.listen('127.0.0.1', 0);
  const others = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  for (const address of ['127.0.0.2', ...others.map((other) => other.address)].filter((one) => one !== '127.0.0.1')) {
    if (!isIPv4(address)) continue;
    const client = new Connection(port, address);
    await client.ended;
    t.equal(client.socket.bytesRead, 0, `${address} over TCP`);
    const socket = createSocket('udp4').bind(0, address);
    t.teardown(() => socket.close());
    const refused = await new Promise((resolve) => {
      socket.once('message', () => resolve(false)).once('error', () => resolve(true));
      socket.connect(port, address, () => socket.send(query()));
    });
    t.ok(refused, `${address} over UDP`);
  }
});

t.test('a port that is taken, over UDP or TCP, is said by name, and nothing stays bound', async (t) => {
  const udp = createSocket('udp4');
  t.teardown(() => udp.close());
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  for (const port of [udp.address().port, await occupy(t, '127.0.0.1'), await occupy(t, '0.0.0.0')]) {
    const server = serverFor(t);
    await t.rejects(server.listen('127.0.0.1', port), { name: 'NameServerError', code: 'port-in-use' });
    t.match(server.status(), { listening: undefined, problem: { code: 'port-in-use', text: /127\.0\.0\.1 port \d+/ } });
  }
  const free = await occupy(t, '127.0.0.9', udp.address().port);
  t.equal(free, udp.address().port, 'TCP was given back where UDP was taken');
});

t.test('a resolver on another address of the machine is in nobody’s way', async (t) => {
  const server = serverFor(t);
  const port = await occupy(t, '127.0.0.53');
  await t.resolves(server.listen('127.0.0.1', port));
});

t.test('an address that is not ours is said by name', async (t) => {
  const server = serverFor(t);
  await t.rejects(server.listen('192.0.2.77', 5300), { code: 'address-not-available' });
  await t.rejects(server.listen('no address', 5300), { code: 'failed' });
  await t.rejects(server.listen('127.0.0.1', 70_000), { code: 'failed' });
  t.equal(server.status().problem?.code, 'failed');
  await server.listen('127.0.0.1', 0);
  t.equal(server.status().problem, undefined);
});

t.test('the policy changes in place, before and while it listens, and connections stay', async (t) => {
  const server = serverFor(t);
  const { port } = await server.listen('127.0.0.1', 0);
  const client = new Connection(port);
  const ask = async () => {
    client.socket.write(framed(query()));
    const [reply] = await client.replies(1);
    return reply && readStrictly(query(), reply);
  };
  t.strictSame((await ask())?.answers, ['A 192.0.2.1']);
  server.set(setupOnly);
  t.equal((await ask())?.rcode, 'REFUSED');
  server.set({ ...all, answerAddress: '198.51.100.1' });
  t.strictSame((await ask())?.answers, ['A 198.51.100.1']);
  server.set(undefined);
  t.equal((await ask())?.rcode, 'REFUSED');
});

t.test('it listens again after it was closed, and moves when it listens elsewhere', async (t) => {
  const server = serverFor(t);
  const first = await server.listen('127.0.0.1', 0);
  await server.close();
  t.equal(await addressOf(first.port), undefined);
  await server.listen('127.0.0.1', first.port);
  t.ok(await addressOf(first.port));
  const second = await server.listen('127.0.0.1', 0);
  t.not(second.port, first.port);
  t.ok(await addressOf(second.port));
  t.equal(await addressOf(first.port), undefined);
});

t.test('close ends a listen that is under way, and comes as often as one likes', async (t) => {
  const server = serverFor(t);
  await server.close();
  const listening = server.listen('127.0.0.1', 0);
  const closing = server.close();
  await t.rejects(listening, { code: 'closed' });
  await Promise.all([closing, server.close(), server.close()]);
  t.strictSame([server.status().listening, server.status().problem], [undefined, undefined]);
});

t.test('of two that listen at once the later one serves', async (t) => {
  const server = serverFor(t);
  const first = server.listen('127.0.0.1', 0);
  const second = server.listen('127.0.0.1', 0);
  await t.rejects(first, { code: 'closed' });
  t.ok(await addressOf((await second).port));
});

import { createSocket } from 'node:dgram';
import t, { type Test } from 'tap';
import { createNameServer, type Policy } from '../../dns/server.ts';
import { askUdp, Connection, encodeName, framed, opt, query, setupOnly, types, u16, until } from '../support/dns.ts';
import { answered, resolver, type Say } from '../support/resolver.ts';

const online: Policy = { ...setupOnly, upstream: '127.0.0.1' };
const rcodeOf = (reply: Buffer | undefined) => (reply === undefined ? undefined : reply.readUInt16BE(2) & 15);
const addressOf = (reply: Buffer | undefined) => reply?.subarray(-4).join('.');

async function serve(t: Test, upstreamPort: number) {
  const server = createNameServer({ upstreamPort });
  server.set(online);
  t.teardown(() => server.close());
  const { port } = await server.listen('127.0.0.1', 0);
  return { server, port };
}

async function forwarding(t: Test, say: Say) {
  const upstream = await resolver(t, say);
  return { upstream, ...(await serve(t, upstream.port)) };
}

t.test('a foreign name is asked of the upstream in the client’s own octets, but for the id', async (t) => {
  const { upstream, server, port } = await forwarding(t, (asked) => [answered(asked, '203.0.113.9')]);
  const packet = query({ name: 'WwW.example', id: 0xbeef, type: 65280, additional: [opt({ options: u16(10, 0) })] });
  const reply = await askUdp(port, packet);
  t.equal(reply?.readUInt16BE(0), 0xbeef);
  t.equal(addressOf(reply), '203.0.113.9');
  t.strictSame(upstream.asked[0]?.subarray(2), packet.subarray(2));
  t.equal(addressOf(await askUdp(port, query({ name: 'x.setup' }))), '10.42.0.1');
  t.equal(upstream.asked.length, 1, 'our own names are not asked there');
  t.match(server.status().counters, { forwarded: 1, forwardFailures: 0, replies: 2 });
});

t.test('ids and ports are not to be guessed', async (t) => {
  const { upstream, port } = await forwarding(t, (asked) => [answered(asked, '203.0.113.9')]);
  for (let count = 0; count < 20; count++) await askUdp(port, query());
  const ids = new Set(upstream.asked.map((asked) => asked.readUInt16BE(0)));
  t.ok(ids.size > 15, `${ids.size} ids for 20 times the same question`);
});

t.test('only the reply to this very question is taken', async (t) => {
  const { port } = await forwarding(t, (asked) => {
    const right = answered(asked, '203.0.113.9');
    const forged = answered(asked, '6.6.6.6');
    const changed = (change: (copy: Buffer) => void): Buffer => {
      const copy = Buffer.from(forged);
      change(copy);
      return copy;
    };
    return [
      Buffer.alloc(0),
      forged.subarray(0, 20),
      changed((copy) => copy.writeUInt16BE(copy.readUInt16BE(0) ^ 1, 0)),
      changed((copy) => copy.writeUInt16BE(copy.readUInt16BE(2) & 0x7fff, 2)),
      changed((copy) => copy.writeUInt8(copy.readUInt8(14) ^ 0x20, 14)),
      changed((copy) => copy.writeUInt16BE(types.AAAA, 12 + encodeName('example.com').length)),
      right,
    ];
  });
  t.equal(addressOf(await askUdp(port, query())), '203.0.113.9');
});

t.test('over TCP it is asked over TCP', async (t) => {
  const long = Buffer.alloc(5000);
  const { port } = await forwarding(t, (asked) => [Buffer.concat([answered(asked, '203.0.113.9'), long])]);
  const client = new Connection(port);
  client.socket.end(Buffer.concat([framed(query({ id: 1 })), framed(query({ id: 2 }))]));
  const replies = await client.replies(2);
  t.strictSame(replies.map((reply) => reply.readUInt16BE(0)).sort(), [1, 2]);
  t.ok((replies[0]?.length ?? 0) > 5000);
});

t.test('an upstream that refuses, ends, or talks nonsense is SERVFAIL at once', async (t) => {
  const gone = createSocket('udp4');
  await new Promise<void>((resolve) => gone.bind(0, '127.0.0.1', resolve));
  const { port: closed } = gone.address();
  await new Promise<void>((resolve) => gone.close(resolve));
  const { server, port } = await serve(t, closed);
  t.equal(rcodeOf(await askUdp(port, query(), 1000)), 2);
  const client = new Connection(port);
  client.socket.end(framed(query()));
  t.equal(rcodeOf((await client.replies(1))[0]), 2);
  t.match(server.status().counters, { forwarded: 2, forwardFailures: 2 });
  const nonsense = await forwarding(t, () => [Buffer.from('nonsense')]);
  const other = new Connection(nonsense.port);
  other.socket.end(framed(query()));
  t.equal(rcodeOf((await other.replies(1))[0]), 2);
});

t.test(
  'an upstream that is silent is SERVFAIL after 2 s, and meanwhile 32 questions of a client wait, not more',
  async (t) => {
    const { upstream, server, port } = await forwarding(t, () => []);
    const asked = Array.from({ length: 48 }, (_, id) => askUdp(port, query({ id }), 10_000));
    await until(() => server.status().counters.forwardFailures >= 16);
    t.equal(server.status().counters.forwardFailures, 16, 'those beyond 32 failed at once');
    const replies = await Promise.all(asked);
    t.ok(replies.every((reply) => rcodeOf(reply) === 2));
    t.equal(upstream.asked.length, 32);
  },
);

t.test('close ends questions that are under way', async (t) => {
  const { upstream, server, port } = await forwarding(t, () => []);
  const client = new Connection(port);
  client.socket.write(framed(query()));
  void askUdp(port, query(), 100);
  await until(() => upstream.asked.length === 2);
  await server.close();
  await client.ended;
  t.equal(server.status().counters.forwardFailures, 2);
});

t.test('without an uplink the refusal is at once, and with one that comes it is asked', async (t) => {
  const { server, port } = await forwarding(t, (asked) => [answered(asked, '203.0.113.9')]);
  server.set(setupOnly);
  t.equal(rcodeOf(await askUdp(port, query())), 5);
  server.set(online);
  t.equal(addressOf(await askUdp(port, query())), '203.0.113.9');
});

import { createServer, Socket } from 'node:net';
import t, { type Test } from 'tap';
import { createNameServer } from '../../dns/server.ts';
import { TcpDoor } from '../../dns/tcp-door.ts';
import { TcpStream } from '../../dns/tcp-stream.ts';
import { all, Connection, framed, query, u16 } from '../support/dns.ts';
import { readStrictly } from '../support/strict-reply.ts';

async function serve(t: Test) {
  const server = createNameServer();
  server.set(all);
  t.teardown(() => server.close());
  const { port } = await server.listen('127.0.0.1', 0);
  return { server, port };
}

t.test('a query that comes octet by octet is answered', async (t) => {
  const { port } = await serve(t);
  const client = new Connection(port);
  client.socket.setNoDelay(true);
  for (const octet of framed(query())) {
    client.socket.write(Buffer.from([octet]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const [reply] = await client.replies(1);
  t.strictSame(reply && readStrictly(query(), reply).answers, ['A 192.0.2.1']);
});

t.test('queries sent at once are all answered, in whatever pieces they come', async (t) => {
  const { port } = await serve(t);
  const count = 500;
  const all = Buffer.concat(Array.from({ length: count }, (_, id) => framed(query({ id, name: `${id}.example` }))));
  for (const size of [all.length, 7, 1000]) {
    const client = new Connection(port);
    for (let offset = 0; offset < all.length; offset += size) client.socket.write(all.subarray(offset, offset + size));
    client.socket.end();
    const replies = await client.replies(count + 1);
    t.strictSame(
      replies.map((reply) => reply.readUInt16BE(0)).sort((a, b) => a - b),
      Array.from({ length: count }, (_, id) => id),
      `in pieces of ${size}`,
    );
    await client.ended;
  }
});

t.test('a length that no query has ends the connection at once', async (t) => {
  const { port } = await serve(t);
  for (const length of [0, 1, 11, 1233, 65_535]) {
    const client = new Connection(port);
    client.socket.write(Buffer.concat([framed(query()), u16(length)]));
    const start = performance.now();
    t.equal((await client.replies(2)).length, 1, 'what came before was answered');
    await client.ended;
    t.ok(performance.now() - start < 4000, `${length}: not after the 5 s of a slow client`);
  }
});

t.test('an answer in place of a query ends the connection', async (t) => {
  const { port } = await serve(t);
  const client = new Connection(port);
  client.socket.write(framed(query({ flags: 0x8180 })));
  await client.ended;
  t.equal(client.socket.bytesRead, 0);
});

t.test('a client that ends within a message is gone, one that ends after it gets its reply', async (t) => {
  const { port } = await serve(t);
  const cut = new Connection(port);
  cut.socket.end(framed(query()).subarray(0, 9));
  await cut.ended;
  t.equal(cut.socket.bytesRead, 0);
  const whole = new Connection(port);
  whole.socket.end(framed(query()));
  t.equal((await whole.replies(1)).length, 1);
  await whole.ended;
});

t.test('a connection carries 1,000 queries, gets all their replies, and is over', async (t) => {
  const { server, port } = await serve(t);
  const client = new Connection(port);
  const many = Buffer.concat(Array.from({ length: 1500 }, (_, id) => framed(query({ id }))));
  client.socket.write(many);
  const replies = await client.replies(1001);
  t.strictSame(
    replies.map((reply) => reply.readUInt16BE(0)),
    Array.from({ length: 1000 }, (_, id) => id),
  );
  client.socket.end();
  await client.ended;
  t.equal(server.status().counters.queries, 1000);
});

t.test('a client that never reads its replies is read no further, and ended after 5 s', async (t) => {
  let messages = 0;
  const ended = new Promise<void>((resolve) => {
    const reply = Buffer.alloc(64_000);
    const listening = createServer((socket) => {
      new TcpStream(socket, 1232, {
        message: () => {
          messages++;
          for (let count = 0; count < 40; count++) socket.write(reply);
        },
        ended: () => undefined,
        closed: resolve,
      });
    });
    t.teardown(() => listening.close());
    listening.listen({ host: '127.0.0.1', port: 0 }, () => {
      const place = listening.address();
      const client = new Connection(typeof place === 'object' && place !== null ? place.port : 0);
      t.teardown(() => client.socket.destroy());
      client.socket.pause();
      for (let count = 0; count < 100; count++) client.socket.write(framed(query()));
    });
  });
  await ended;
  t.ok(messages < 50, `${messages} of 100 were answered`);
});

/** A door on no port, and connections that come to it from any address, in any order, at once. */
function doorOf(t: Test) {
  const counts = { dropped: 0 };
  const door = new TcpDoor(
    () => Buffer.alloc(12),
    () => void counts.dropped++,
  );
  t.teardown(() => door.shut());
  const arrive = (address: string): Socket => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: address });
    door.handle(socket);
    return socket;
  };
  const alive = (sockets: readonly Socket[]) => sockets.map((socket) => !socket.destroyed);
  return { counts, arrive, alive };
}

t.test('one client has 16 connections at most, and its oldest goes first', async (t) => {
  const { counts, arrive, alive } = doorOf(t);
  const other = arrive('10.42.0.3');
  const sockets = Array.from({ length: 20 }, () => arrive('10.42.0.2'));
  t.strictSame(alive(sockets), [...Array(4).fill(false), ...Array(16).fill(true)]);
  t.notOk(other.destroyed);
  t.equal(counts.dropped, 4);
});

t.test('128 connections are open at most, whoever they are of, and the longest idle goes first', async (t) => {
  const { counts, arrive, alive } = doorOf(t);
  const busy = arrive('10.42.0.2');
  const sockets: Socket[] = [];
  for (let count = 0; count < 139; count++) {
    sockets.push(arrive(`10.42.0.${10 + (count >> 3)}`));
    busy.emit('data', framed(query()));
  }
  t.notOk(busy.destroyed);
  t.strictSame(alive(sockets), [...Array(12).fill(false), ...Array(127).fill(true)]);
  t.equal(counts.dropped, 12);
});

t.test('a connection that was gone before it was looked at is nothing', async (t) => {
  const { counts, arrive } = doorOf(t);
  const gone = new Socket();
  t.equal(arrive(gone.remoteAddress as unknown as string).destroyed, true);
  t.equal(counts.dropped, 0);
});

t.test('of new connections 200 a second are taken, and again 200 in the next', async (t) => {
  const { server, port } = await serve(t);
  const burst = async (): Promise<number> => {
    const clients = Array.from(
      { length: 300 },
      (_, count) => new Connection(port, '127.0.0.1', `127.0.4.${count % 50}`),
    );
    for (const client of clients) client.socket.end(framed(query()));
    const replies = await Promise.all(clients.map((client) => client.replies(1)));
    return replies.filter((each) => each.length === 1).length;
  };
  // A machine that is busy elsewhere may spread a burst over two seconds.
  for (let tries = 0; tries < 10 && server.status().counters.shed === 0; tries++) t.ok((await burst()) >= 200);
  t.ok(server.status().counters.shed > 0);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  t.ok((await burst()) >= 200);
});

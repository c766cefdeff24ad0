import t from 'tap';
import { PacketCache } from '../../dns/packet-cache.ts';
import { query } from '../support/dns.ts';

const reply = Buffer.from('00001234reply', 'latin1');

t.test('a reply is found by every octet of the query but its id, and gets the id of the one who asks', async (t) => {
  const cache = new PacketCache();
  cache.keep(query({ id: 1 }), reply);
  const found = cache.find(query({ id: 0xabcd }));
  t.equal(found?.readUInt16BE(0), 0xabcd);
  t.strictSame(found?.subarray(2), reply.subarray(2));
  for (const other of [query({ flags: 0 }), query({ name: 'EXAMPLE.com' }), query({ type: 28 })]) {
    t.equal(cache.find(other), undefined);
  }
});

t.test('what was handed out may be changed without harm', async (t) => {
  const cache = new PacketCache();
  const given = Buffer.from(reply);
  cache.keep(query(), given);
  given.fill(0);
  cache.find(query())?.fill(0);
  t.strictSame(cache.find(query())?.subarray(2), reply.subarray(2));
});

t.test(
  'a flood of new names never holds more than 2,048 replies, and pushes out nothing that is asked for',
  async (t) => {
    const cache = new PacketCache();
    const often = query({ name: 'captive.apple.com' });
    cache.keep(often, reply);
    for (let count = 0; count < 10_000; count++) {
      cache.keep(query({ name: `${count}.example` }), reply);
      if (count % 500 === 0) t.ok(cache.find(often), `after ${count}`);
      if (cache.size > 2048) t.fail(`${cache.size} replies`);
    }
    t.equal(cache.find(query({ name: '1.example' })), undefined);
  },
);

t.test('long queries are not kept', async (t) => {
  const cache = new PacketCache();
  const long = Buffer.concat([query(), Buffer.alloc(320)]);
  cache.keep(long, reply);
  t.equal(cache.find(long), undefined);
  t.equal(cache.size, 0);
});

t.test('cleared, it knows nothing', async (t) => {
  const cache = new PacketCache();
  for (let count = 0; count < 1500; count++) cache.keep(query({ name: `${count}.example` }), reply);
  cache.clear();
  t.equal(cache.size, 0);
  t.equal(cache.find(query({ name: '3.example' })), undefined);
});

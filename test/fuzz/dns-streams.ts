import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createNameServer } from '../../dns/server.ts';
import { all, framed, u16 } from '../support/dns.ts';
import { readStrictly } from '../support/strict-reply.ts';
import { changed, rightQuery } from './dns-grammar.ts';
import { Random } from './random.ts';

export type StreamRun = { streams: number; replies: number; cutByServer: number };

/** Streams at once; fewer than the server's limit, so that none is ended for another. */
const atOnce = 32;
/** Milliseconds between two that begin: the server takes 200 a second. */
const spacing = 6;
/** Milliseconds after which a stream that should be over is a hang. */
const patience = 20_000;

/**
 * Opens `count` TCP connections with generated messages, split at random, and checks that all that came before the
 * first wrong one was answered. @throws Error with the octets sent
 */
export async function fuzzStreams(count: number, seed: number, progress?: (done: number) => void): Promise<StreamRun> {
  const server = createNameServer();
  server.set(all);
  const { port } = await server.listen('127.0.0.1', 0);
  const run: StreamRun = { streams: 0, replies: 0, cutByServer: 0 };
  let next = 0;
  let begins = performance.now();
  const worker = async (): Promise<void> => {
    while (next < count) {
      const number = next++;
      const wait = Math.max(0, begins + spacing - performance.now());
      begins = performance.now() + wait;
      await pause(wait);
      // Ports of one address would run out in a minute.
      await oneStream(new Random(seed + number), port, `127.1.${(number >> 6) & 255}.${1 + (number & 63)}`, run);
      run.streams++;
      if (run.streams % 10_000 === 0) progress?.(run.streams);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
  } finally {
    await server.close();
  }
  return run;
}

async function oneStream(random: Random, port: number, from: string, run: StreamRun): Promise<void> {
  const queries = Array.from({ length: random.below(6) }, (_, id) => {
    const query = rightQuery(random);
    query.writeUInt16BE(id, 0);
    return query;
  });
  const ending = random.pick([
    Buffer.alloc(0),
    u16(random.pick([0, 5, 11, 1233, 65_535])),
    changed(random, framed(rightQuery(random))),
  ]);
  const octets = Buffer.concat([...queries.map(framed), ending]);
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  const read: Buffer[] = [];
  let isReset = false;
  socket.on('data', (chunk) => read.push(chunk));
  socket.on('error', () => {
    isReset = true;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const timer = setTimeout(() => socket.destroy(new Error('hang')), patience);
  try {
    if (random.oneIn(10)) {
      socket.write(octets.subarray(0, random.below(octets.length + 1)));
      if (random.oneIn(2)) await new Promise((resolve) => setImmediate(resolve));
      socket.resetAndDestroy();
      await closed;
      return;
    }
    await sendSplit(random, socket, octets);
    await closed;
    const replies = messagesOf(Buffer.concat(read));
    for (const query of queries) {
      const reply = replies.find((each) => each.readUInt16BE(0) === query.readUInt16BE(0));
      if (reply !== undefined) readStrictly(query, reply);
      // A reset, which a wrong ending may bring, throws away what was not read yet.
      else if (!isReset || ending.length === 0) throw new Error('a query without a reply');
    }
    run.replies += replies.length;
    if (isReset) run.cutByServer++;
  } catch (cause) {
    throw new Error(`stream ${octets.toString('hex')}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function sendSplit(random: Random, socket: ReturnType<typeof connect>, octets: Buffer): Promise<void> {
  socket.setNoDelay(true);
  const longest = random.pick([1, 7, 100, 4096]);
  for (let offset = 0; offset < octets.length && !socket.destroyed; ) {
    const length = 1 + random.below(longest);
    socket.write(octets.subarray(offset, offset + length));
    offset += length;
    if (random.oneIn(8)) await new Promise((resolve) => setImmediate(resolve));
  }
  socket.end();
}

function messagesOf(octets: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  let rest = octets;
  while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
    const end = 2 + rest.readUInt16BE(0);
    messages.push(rest.subarray(2, end));
    rest = rest.subarray(end);
  }
  if (rest.length > 0) throw new Error('part of a reply');
  return messages;
}

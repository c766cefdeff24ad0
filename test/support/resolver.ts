import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { Packet } from 'dns2';
import type { Test } from 'tap';
import { framed } from './dns.ts';

/** What a resolver says to a query: any number of messages, right or wrong. */
export type Say = (query: Buffer) => readonly Buffer[];

/** The right reply, with this address. */
export function answered(query: Buffer, address: string): Buffer {
  const response = Packet.createResponseFromRequest(Packet.parse(query));
  const [question] = response.questions;
  const name = question?.name ?? '';
  response.answers.push(new Packet.Resource({ name, type: 1, class: 1, ttl: 60, address }));
  return response.toBuffer();
}

/** The device's own resolver, on a free port of 127.0.0.1, over UDP and TCP; keeps what it was asked. */
export async function resolver(t: Test, say: Say): Promise<{ port: number; asked: Buffer[] }> {
  const asked: Buffer[] = [];
  const tcp = createServer((socket) => {
    let read = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      read = Buffer.concat([read, chunk]);
      if (read.length < 2 || read.length < 2 + read.readUInt16BE(0)) return;
      asked.push(read.subarray(2));
      for (const reply of say(read.subarray(2))) socket.write(framed(reply));
    });
  });
  const udp = createSocket('udp4', (query, sender) => {
    asked.push(query);
    for (const reply of say(query)) udp.send(reply, sender.port, sender.address);
  });
  await new Promise<void>((resolve) => tcp.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const place = tcp.address();
  const port = typeof place === 'object' && place !== null ? place.port : 0;
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  t.teardown(() => {
    tcp.close();
    udp.close();
  });
  return { port, asked };
}

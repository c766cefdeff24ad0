// One attacker by itself: attack.ts KIND PORT. Runs until it is ended.
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { Random } from '../../fuzz/random.ts';
import { chainedPointers, pointersToOneName } from '../../support/hostile-packets.ts';

export const kinds = {
  large: '64 kB pointer datagrams, 500 a second',
  slow: '2,000 slow TCP connections',
  garbage: '20,000 garbage datagrams a second',
} as const;
export type Kind = keyof typeof kinds;

/** Not the address that normal queries come from: as on a hotspot, where each phone has its own. */
const address = '127.0.0.66';
const tick = 5;

const attacks: Readonly<Record<Kind, (port: number) => void>> = {
  large: (port) => flood(port, 500, [chainedPointers(65_000), pointersToOneName(65_000)]),
  garbage(port) {
    const random = new Random(1);
    // Half of it looks like a query up to its name, so that it costs more than a look at its length.
    const packets = Array.from({ length: 5000 }, (_, index) => {
      const packet = random.bytes(12 + random.below(200));
      if (index % 2 === 0) Buffer.from([1, 0, 0, 1, 0, 0, 0, 0, 0, 0]).copy(packet, 2);
      return packet;
    });
    flood(port, 20_000, packets);
  },
  slow(port) {
    for (let count = 0; count < 2000; count++) slowConnection(port, count);
  },
};

/** `rate` packets a second; what a busy machine did not let it send in time is not made up for beyond two ticks. */
function flood(port: number, rate: number, packets: readonly Buffer[]): void {
  const socket = createSocket({ type: 'udp4', sendBufferSize: 1 << 20 });
  const atOnce = (rate * tick) / 1000;
  let next = 0;
  let owed = 0;
  let last = performance.now();
  const send = (): void => {
    const now = performance.now();
    owed = Math.min(owed + ((now - last) * rate) / 1000, 2 * atOnce);
    last = now;
    for (; owed >= 1; owed--) socket.send(packets[next++ % packets.length] ?? '');
  };
  socket.on('error', () => undefined);
  // Connected, so that Node looks nothing up for each.
  socket.bind(0, address, () => socket.connect(port, '127.0.0.1', () => setInterval(send, tick)));
}

/** Announces 65,535 octets, or a query, and drips; comes back a second after it was ended. */
function slowConnection(port: number, count: number): void {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.3.${count % 250}` });
  const drip = setInterval(() => socket.write('\0'), 3000);
  socket.write(Buffer.from(count % 2 === 0 ? [0xff] : [0x00, 0x40]));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(drip);
    setTimeout(() => slowConnection(port, count), 1000);
  });
}

if (import.meta.main) {
  const [kind, port] = process.argv.slice(2);
  attacks[kind as Kind](Number(port));
}

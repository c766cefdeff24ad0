import { encodeName, opt, query, types, u16 } from '../support/dns.ts';
import { chainedPointers, longestLegal, pointersToOneName } from '../support/hostile-packets.ts';
import type { Random } from './random.ts';

/** A packet, and whether it is a right query, which must then be answered and not called malformed. */
export type Generated = { readonly packet: Buffer; readonly isRight: boolean };

const names = [
  ...['captive.apple.com', 'connectivitycheck.gstatic.com', 'www.msftconnecttest.com', 'detectportal.firefox.com'],
  ...['setup', 'x.setup', 'a.b.SETUP', 'xsetup', 'setup.com', 'box1', 'box1.local', 'printer.local', 'com', ''],
  ...['mask.icloud.com', 'mask-h2.icloud.com', 'use-application-dns.net', '_dns.resolver.arpa', 'ipv4only.arpa'],
  ...['1.0.42.10.in-addr.arpa', '1.2.0.192.in-addr.arpa', '8.8.8.8.in-addr.arpa', 'b._dns-sd._udp.local'],
];
const typeNumbers = Object.values(types);

/** One packet: right, wrong in one chosen part, changed at random, or no query at all. */
export function generate(random: Random): Generated {
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      return { packet: rightQuery(random), isRight: true };
    case 3:
      return { packet: wrongHeader(random), isRight: false };
    case 4:
      return { packet: wrongName(random), isRight: false };
    case 5:
      return { packet: wrongAdditional(random), isRight: false };
    case 6:
      return { packet: changed(random, rightQuery(random)), isRight: false };
    default:
      return { packet: noQuery(random), isRight: false };
  }
}

/** Any name, type, class and option that a query may have. */
export function rightQuery(random: Random): Buffer {
  return query({
    id: random.below(0x10000),
    name: random.oneIn(3) ? randomLabels(random) : mixedCase(random, random.pick(names)),
    type: random.oneIn(4) ? 1 + random.below(0xffff) : random.pick(typeNumbers),
    class: random.oneIn(20) ? random.below(0x10000) : 1,
    // RD, CD, and what a query should not set but may: AA, RA, Z, AD, rcode.
    flags: random.oneIn(10) ? random.below(0x10000) & 0x05ff : random.pick([0x0100, 0x0110, 0x0120, 0]),
    additional: random.oneIn(2) ? [rightOpt(random)] : [],
  });
}

function randomLabels(random: Random): Buffer[] {
  const labels: Buffer[] = [];
  let left = 254;
  while (left > 1 && !random.oneIn(5)) {
    const label = random.bytes(1 + random.below(Math.min(63, left - 1)));
    labels.push(label);
    left -= label.length + 1;
  }
  return labels;
}

const mixedCase = (random: Random, name: string): string =>
  random.oneIn(2) ? name : name.replace(/[a-z]/g, (letter) => (random.oneIn(2) ? letter : letter.toUpperCase()));

function rightOpt(random: Random): Buffer {
  const options: Buffer[] = [];
  // Client subnet (8) and extended errors (15) have a form that dns2 insists on; a query seldom has either.
  while (random.oneIn(2) && options.length < 6) {
    const data = random.bytes(random.below(24));
    options.push(u16(random.pick([3, 9, 10, 11, 12, 65001]), data.length), data);
  }
  return opt({
    size: random.below(0x10000),
    flags: random.oneIn(2) ? 0x8000 : 0,
    options: Buffer.concat(options),
  });
}

function wrongHeader(random: Random): Buffer {
  const packet = rightQuery(random);
  packet.writeUInt16BE(random.below(0x10000), 2 + 2 * random.below(5));
  return random.oneIn(2) ? packet : changed(random, packet);
}

function wrongName(random: Random): Buffer {
  const name = random.pick([
    () => Buffer.from([0xc0, random.below(64)]),
    () => Buffer.from([0xc0 | random.below(64), random.below(256), 0]),
    () => Buffer.concat([Buffer.from([64 + random.below(128)]), random.bytes(70), Buffer.from([0])]),
    () => Buffer.concat([encodeName('example').subarray(0, -1), Buffer.from([0xc0, 12])]),
    () => encodeName(Array.from({ length: 5 + random.below(9) }, () => random.bytes(40 + random.below(24)))),
    () => encodeName('example.com').subarray(0, -1),
    () => random.bytes(random.below(300)),
  ])();
  return Buffer.concat([u16(random.below(0x10000), 0x0100, 1, 0, 0, random.below(2)), name, u16(1, 1)]);
}

function wrongAdditional(random: Random): Buffer {
  const record = (): Buffer =>
    random.pick([
      () => rightOpt(random),
      () => opt({ version: 1 + random.below(255) }),
      () => opt({ version: random.below(256), options: random.bytes(random.below(30)) }),
      () =>
        Buffer.concat([Buffer.from([0xc0, random.below(40)]), u16(random.pick(typeNumbers), 1, 0, 9), random.bytes(6)]),
      () => Buffer.concat([encodeName('a.b'), u16(random.pick(typeNumbers), 1, 0, 9, 6), random.bytes(6)]),
      () => Buffer.concat([Buffer.from([0]), u16(random.pick(typeNumbers), 1, 0, 9, random.below(0x10000))]),
      () => random.bytes(random.below(40)),
    ])();
  const additional = Array.from({ length: random.below(7) }, record);
  return query({ id: random.below(0x10000), name: random.pick(names), additional });
}

/** Octets flipped, cut, doubled, put in, and moved. */
export function changed(random: Random, packet: Buffer): Buffer {
  let result = packet;
  for (let rounds = 1 + random.below(4); rounds > 0; rounds--) {
    const at = random.below(result.length + 1);
    const [before, after] = [result.subarray(0, at), result.subarray(at)];
    result = random.pick([
      () => Buffer.concat([before, random.bytes(1), after.subarray(1)]),
      () => Buffer.concat([before, random.bytes(1 + random.below(8)), after]),
      () => Buffer.concat([before, after.subarray(random.below(8))]),
      () => Buffer.concat([before, Buffer.from([random.pick([0, 0xff, 0xc0, 0x80, 0x40, 63, 12])]), after.subarray(1)]),
      () => Buffer.concat([before, after, after]),
      () => before,
    ])();
  }
  return result;
}

function noQuery(random: Random): Buffer {
  if (random.oneIn(200)) return random.pick([chainedPointers, pointersToOneName])(20 + random.below(65_000));
  if (random.oneIn(20)) return changed(random, longestLegal());
  if (random.oneIn(2)) return random.bytes(random.below(64));
  return random.bytes(random.below(1300));
}

import { encodeName, opt, query, u16 } from './dns.ts';

/** Questions whose names are pointers to the pointer before: dns2's parser needs 2.8 s for 64 kB of them. */
export function chainedPointers(length: number): Buffer {
  const count = Math.floor((length - 12 - 6) / 6);
  const first = Buffer.concat([Buffer.from([0]), u16(1, 1)]);
  const rest = Array.from({ length: count }, (_, index) => u16(0xc000 | pointer(index), 1, 1));
  return Buffer.concat([u16(7, 0x0100, count + 1, 0, 0, 0), first, ...rest]);
}

/** Each to the one before; those beyond a pointer's reach to the longest chain within it. */
const pointer = (index: number): number => Math.min(index === 0 ? 12 : 17 + (index - 1) * 6, 0x3ffb);

/** Questions that all point to one name of 255 octets. */
export function pointersToOneName(length: number): Buffer {
  const name = encodeName([...Array(3).fill('x'.repeat(63)), 'y'.repeat(61)]);
  const count = Math.floor((length - 12 - name.length - 4) / 6);
  const rest = Array.from({ length: count }, () => u16(0xc00c, 1, 1));
  return Buffer.concat([u16(7, 0x0100, count + 1, 0, 0, 0), name, u16(1, 1), ...rest]);
}

/** What is longest to look at within the limits: 127 labels, four records of which one is full of empty options. */
export function longestLegal(): Buffer {
  const name = Array(126).fill('a');
  const options = Buffer.concat(Array.from({ length: 220 }, () => u16(65001, 0)));
  const record = Buffer.concat([u16(0xc00c, 250, 1, 0, 0, 0)]);
  return query({ name, additional: [opt({ options }), record, record, record] });
}

import fc from 'fast-check';
import t from 'tap';
import { LogQueue } from '../../../daemon/cloud/log-queue.ts';
import { Killed } from '../../support/faulty-disk.ts';
import { FaultyQueueDisk, type QueueFault } from '../../support/faulty-queue-disk.ts';
import { QueueReceiver, record } from '../../support/queue-receiver.ts';

const limit = 64 * 1024;
type Act = 'log' | 'flush' | 'sync' | 'send';
const acts = fc.array(fc.constantFrom<Act>('log', 'log', 'flush', 'sync', 'send', 'send'), { maxLength: 30 });
const faults = fc.record({ at: fc.nat(120), kind: fc.constantFrom<'kill' | 'error'>('kill', 'error') });

type Seen = { readonly cloud: QueueReceiver; last: number; written: number; safe: number };

/** One life of the agent, until a fault ends it or its acts are over. `safe`: on the medium for certain. */
async function live(disk: FaultyQueueDisk, seen: Seen, given: readonly Act[], fault: QueueFault): Promise<void> {
  const queue = new LogQueue(disk, () => limit);
  disk.fault = { ...fault, code: 'EIO' };
  for (const act of given) {
    try {
      if (act === 'log') for (let more = 0; more < 7; more++) queue.push(record(++seen.last));
      if (act === 'flush') {
        const before = seen.last;
        await queue.flush();
        seen.written = before;
      }
      if (act === 'sync') {
        const { written } = seen;
        await queue.sync();
        seen.safe = written;
      }
      if (act !== 'send') continue;
      const batch = await queue.next();
      if (batch === undefined) continue;
      seen.cloud.take(batch);
      await queue.acknowledge();
    } catch (error) {
      if (error instanceof Killed) return;
    }
  }
}

async function afterwards(disk: FaultyQueueDisk, { cloud }: Seen): Promise<void> {
  await cloud.drain(new LogQueue(disk, () => limit));
}

const begin = (): Seen => ({ cloud: new QueueReceiver(), last: 0, written: 0, safe: 0 });
const arrived = ({ cloud }: Seen, number: number) => {
  const numbers = new Set(cloud.numbers);
  return Array.from({ length: number }, (_, index) => index + 1).every((each) => numbers.has(each));
};

t.test('killed at any write, nothing written is lost, torn, out of order or taken twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(acts, faults), { minLength: 1, maxLength: 4 }), async (lives) => {
      const seen = begin();
      let disk = new FaultyQueueDisk();
      for (const [given, fault] of lives) {
        await live(disk, seen, given, fault);
        disk = disk.afterKill();
      }
      await afterwards(disk, seen);
      const numbers = seen.cloud.numbers;
      return seen.cloud.inOrder && new Set(numbers).size === numbers.length;
    }),
    { numRuns: 400 },
  );
});

t.test('killed once, everything that a flush had written arrives', async () => {
  await fc.assert(
    fc.asyncProperty(acts, fc.nat(120), async (given, at) => {
      const seen = begin();
      const disk = new FaultyQueueDisk();
      await live(disk, seen, given, { at, kind: 'kill' });
      await afterwards(disk.afterKill(), seen);
      return seen.cloud.inOrder && arrived(seen, seen.written);
    }),
    { numRuns: 600 },
  );
});

t.test('after a power cut, everything that a sync had put on the medium arrives, once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(acts, fc.nat(120), fc.boolean(), async (given, at, torn) => {
      const seen = begin();
      const disk = new FaultyQueueDisk();
      await live(disk, seen, given, { at, kind: 'kill' });
      await afterwards(disk.afterPowerCut(torn), seen);
      return seen.cloud.inOrder && arrived(seen, seen.safe);
    }),
    { numRuns: 600 },
  );
});

t.test('an error at any write loses nothing, because the agent lives on', async () => {
  await fc.assert(
    fc.asyncProperty(acts, fc.nat(120), async (given, at) => {
      const seen = begin();
      const disk = new FaultyQueueDisk();
      const queue = new LogQueue(disk, () => limit);
      disk.fault = { at, kind: 'error', code: 'ENOSPC' };
      for (const act of [...given, 'flush', 'send', 'flush'] as const) {
        if (act === 'log') for (let more = 0; more < 7; more++) queue.push(record(++seen.last));
        if (act === 'flush') await queue.flush().catch(() => undefined);
        if (act === 'sync') await queue.sync().catch(() => undefined);
        if (act !== 'send') continue;
        const batch = await queue.next().catch(() => undefined);
        if (batch === undefined) continue;
        seen.cloud.take(batch);
        await queue.acknowledge().catch(() => undefined);
      }
      disk.fault = undefined;
      await seen.cloud.drain(queue);
      return seen.cloud.inOrder && arrived(seen, seen.last) && seen.cloud.repeated === 0;
    }),
    { numRuns: 600 },
  );
});

t.test('a batch that was acknowledged on the disk is never sent again, whenever the agent is killed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 400 }), fc.nat(40), async (count, at) => {
      const disk = new FaultyQueueDisk();
      const queue = new LogQueue(disk, () => limit);
      for (let number = 1; number <= count; number++) queue.push(record(number));
      await queue.flush();
      disk.fault = { at: disk.asked + at, kind: 'kill' };
      let acknowledged = 0;
      for (let batch = await queue.next(); batch !== undefined; batch = await queue.next().catch(() => undefined)) {
        const done = await queue.acknowledge().then(
          () => true,
          () => false,
        );
        if (!done) break;
        acknowledged = batch.records.at(-1)?.record.evidence['number'] as number;
      }
      const next = new QueueReceiver();
      await next.drain(new LogQueue(disk.afterKill(), () => limit));
      return next.numbers.every((number) => number > acknowledged) && (next.numbers.at(-1) ?? count) === count;
    }),
    { numRuns: 300 },
  );
});

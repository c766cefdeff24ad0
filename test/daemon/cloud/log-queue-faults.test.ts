import t from 'tap';
import { LogQueue } from '../../../daemon/cloud/log-queue.ts';
import fc from '../../support/cases.ts';
import { Killed } from '../../support/faulty-disk.ts';
import { FaultyQueueDisk, type QueueFault } from '../../support/faulty-queue-disk.ts';
import { QueueReceiver, record } from '../../support/queue-receiver.ts';

const limit = 64 * 1024;
type Act = 'log' | 'flush' | 'sync' | 'send';
const acts = fc.array(fc.constantFrom<Act>('log', 'log', 'flush', 'sync', 'send', 'send'), { maxLength: 30 });
const faults = fc.record({ at: fc.nat(120), kind: fc.constantFrom<'kill' | 'error'>('kill', 'error') });

/** `written`: by a flush, and to arrive whatever is killed; `safe`: on the medium for certain. */
type Seen = { readonly cloud: QueueReceiver; last: number; readonly written: number[]; readonly safe: number[] };

/** One life of the agent, until a fault ends it or its acts are over. */
async function live(disk: FaultyQueueDisk, seen: Seen, given: readonly Act[], fault: QueueFault): Promise<void> {
  const queue = new LogQueue(disk, () => limit);
  disk.fault = { ...fault, code: 'EIO' };
  let synced = seen.written.length;
  let next = seen.last + 1;
  for (const act of given) {
    try {
      if (act === 'log') for (let more = 0; more < 7; more++) queue.push(record(++seen.last));
      if (act === 'flush') {
        const before = seen.last;
        await queue.flush();
        for (; next <= before; next++) seen.written.push(next);
      }
      if (act === 'sync') {
        const before = seen.written.length;
        await queue.sync();
        for (; synced < before; synced++) seen.safe.push(seen.written[synced] as number);
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

const begin = (): Seen => ({ cloud: new QueueReceiver(), last: 0, written: [], safe: [] });
const arrived = ({ cloud }: Seen, owed: readonly number[]) => {
  const numbers = new Set(cloud.numbers);
  return owed.every((number) => numbers.has(number));
};

const counted = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

type Lives = readonly (readonly [readonly Act[], QueueFault])[];

async function lived(lives: Lives, after = (disk: FaultyQueueDisk, _life: number) => disk.afterKill()): Promise<Seen> {
  const seen = begin();
  let disk = new FaultyQueueDisk();
  for (const [life, [given, fault]] of lives.entries()) {
    await live(disk, seen, given, fault);
    disk = after(disk, life);
  }
  await afterwards(disk, seen);
  return seen;
}

t.test('killed at any write, nothing written is lost, torn, out of order or taken twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(acts, faults), { minLength: 1, maxLength: 3 }), async (lives) => {
      const seen = await lived(lives);
      return seen.cloud.inOrder && arrived(seen, seen.written);
    }),
    { numRuns: 400 },
  );
});

t.test('a queue that begins where another one ended is not taken for that one after a kill', async (t) => {
  // The files of the first queue are gone, its position stays; the second agent is killed before it can acknowledge.
  const killed = (at: number): QueueFault => ({ at, kind: 'kill' });
  const { cloud, written } = await lived([
    [['log', 'flush', 'send'], killed(12)],
    [['log', 'log', 'flush', 'send'], killed(8)],
  ]);
  t.ok(written.length === 21 && cloud.repeated > 0, 'the second batch came twice');
  t.strictSame(cloud.numbers, written);
  const unsent = await lived([
    [['log', 'flush', 'send'], killed(12)],
    [['log', 'log', 'flush'], killed(99)],
  ]);
  t.strictSame(unsent.cloud.numbers, unsent.written, 'nothing of it counts as acknowledged');
});

t.test('after power cuts, everything that a sync had put on the medium arrives, once and in order', async () => {
  const lives = fc.array(fc.tuple(acts, faults), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(lives, fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), async (given, torn) => {
      const seen = await lived(given, (disk, life) => disk.afterPowerCut(torn[life] === true));
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
      return seen.cloud.inOrder && arrived(seen, counted(seen.last)) && seen.cloud.repeated === 0;
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

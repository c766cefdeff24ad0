import t, { type Test } from 'tap';
import { CloudError } from '../../../daemon/cloud/link.ts';
import { Links } from '../../../daemon/cloud/links.ts';
import { LogIntake } from '../../../daemon/cloud/log-intake.ts';
import { LogQueue } from '../../../daemon/cloud/log-queue.ts';
import { LogSending } from '../../../daemon/cloud/log-sending.ts';
import { LogWriting } from '../../../daemon/cloud/log-writing.ts';
import { minutes, seconds } from '../../../netplan/duration.ts';
import { CloudLife, machine } from '../../support/cloud-life.ts';
import { FaultyQueueDisk } from '../../support/faulty-queue-disk.ts';
import { QueueReceiver, record } from '../../support/queue-receiver.ts';

/** A queue with its writer and sender, and a cloud that takes or fails as the test says. */
async function sendingTo(t: Test, disk = new FaultyQueueDisk()) {
  const life = new CloudLife(t);
  const { clock, health, standing } = life;
  const { log } = life.kept;
  const cloud = new QueueReceiver();
  const calls: number[] = [];
  const state = { fails: undefined as CloudError | undefined };
  const links = new Links({
    credentials: { current: machine('part-1') },
    open: async () => ({
      configuration: () => Promise.reject(new CloudError('unsupported', '-')),
      needsRestart: () => Promise.reject(new CloudError('unsupported', '-')),
      async log(queue, records) {
        calls.push(clock.now() / 1000);
        if (state.fails !== undefined) throw state.fails;
        cloud.take({ queue, records });
      },
      close: () => undefined,
    }),
  });
  const queue = new LogQueue(disk, () => 10_000_000);
  const always = { debug: () => false, collapses: () => false, scrub: () => (same: never) => same };
  const intake = new LogIntake({ queue, clock, ...(always as object) } as never);
  const end = new AbortController();
  t.teardown(() => end.abort());
  const sending = new LogSending({ queue, intake, links, standing, clock, log, health, random: () => 0.5 });
  const writing = new LogWriting({ queue, intake, clock, health });
  void sending.run(end.signal);
  const written = writing.run(end.signal);
  await clock.settle();
  return { life, clock, standing, cloud, calls, state, queue, intake, disk, end, written };
}

t.test('while the cloud answers, a record is there within a moment, and the disk is not touched', async (t) => {
  const { intake, clock, standing, cloud, disk } = await sendingTo(t);
  standing.reach('yes', 0);
  await clock.advance(seconds(1));
  for (let number = 1; number <= 5; number++) {
    intake.take(record(number));
    await clock.advance(seconds(0.15));
    t.equal(cloud.numbers.length, number);
  }
  t.equal(disk.most, 0);
});

t.test('while it does not, records wait on the disk, on the medium after seconds; then they go in order', async (t) => {
  const { intake, clock, standing, cloud, calls, disk } = await sendingTo(t);
  for (let number = 1; number <= 350; number++) {
    intake.take(record(number));
    await clock.advance(seconds(10));
  }
  t.equal(calls.length, 0, 'nobody is called in vain');
  const survivor = new QueueReceiver();
  await survivor.drain(new LogQueue(disk.afterPowerCut(false), () => 10_000_000));
  t.ok(survivor.numbers.length >= 348, 'a power cut takes the last seconds at most');
  standing.reach('yes', 0);
  await clock.advance(seconds(1));
  t.strictSame(
    cloud.numbers,
    Array.from({ length: 350 }, (_, index) => index + 1),
  );
  t.equal(calls.length, 4, 'batches of 100');
});

t.test('a cloud that fails is tried after growing pauses, and nothing is lost or sent twice', async (t) => {
  const { life, intake, clock, standing, cloud, calls, state } = await sendingTo(t);
  standing.reach('yes', 0);
  await clock.advance(minutes(2));
  state.fails = new CloudError('unreachable', 'no route');
  for (let number = 1; number <= 10; number++) intake.take(record(number));
  const began = clock.now() / 1000;
  await clock.advance(minutes(5));
  const after = calls.map((at) => Math.round(at - began));
  t.strictSame(after.slice(0, 5), [0, 5, 15, 35, 75]);
  state.fails = undefined;
  await clock.advance(minutes(3));
  t.strictSame(cloud.numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  t.equal(cloud.repeated, 0);
  t.equal(life.kept.records.filter(({ text }) => text === 'log records wait for the cloud').length, 1);
});

t.test('a cloud that rejects everything costs one record, not the queue', async (t) => {
  const { intake, clock, standing, cloud, state } = await sendingTo(t);
  state.fails = new CloudError('rejected', 'unknown machine');
  standing.reach('yes', 0);
  for (let number = 1; number <= 64; number++) intake.take(record(number));
  await clock.advance(minutes(30));
  state.fails = undefined;
  await clock.advance(minutes(5));
  t.equal(cloud.numbers.length, 63);
  t.equal(cloud.lost, 1);
});

t.test('a full disk is a condition until it takes records again', async (t) => {
  const { life, intake, clock, disk } = await sendingTo(t);
  disk.full = true;
  intake.take(record(1));
  await clock.advance(seconds(5));
  t.strictSame(life.conditions, ['storage-unwritable']);
  disk.full = false;
  await clock.advance(minutes(2));
  t.strictSame(life.conditions, []);
});

t.test("at the agent's end everything is on the medium", async (t) => {
  const { intake, disk, end, written } = await sendingTo(t);
  for (let number = 1; number <= 30; number++) intake.take(record(number));
  end.abort();
  await written;
  const next = new QueueReceiver();
  await next.drain(new LogQueue(disk.afterPowerCut(false), () => 10_000_000));
  t.equal(next.numbers.length, 30);
});

import t from 'tap';
import { LogQueue } from '../../../daemon/cloud/log-queue.ts';
import { realQueueDisk } from '../../../daemon/cloud/queue-disk.ts';
import { FaultyQueueDisk } from '../../support/faulty-queue-disk.ts';
import { QueueReceiver, record } from '../../support/queue-receiver.ts';

const megabyte = 1024 * 1024;

function fill(queue: LogQueue, from: number, to: number): void {
  for (let number = from; number <= to; number++) queue.push(record(number));
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

t.test('records go out in order, in batches of at most 100, each once', async (t) => {
  const queue = new LogQueue(new FaultyQueueDisk(), () => megabyte);
  const cloud = new QueueReceiver();
  fill(queue, 1, 250);
  const first = await queue.next();
  t.equal(first?.records.length, 100);
  t.equal(await queue.next(), first, 'the same batch until it is acknowledged');
  await queue.flush();
  fill(queue, 251, 300);
  await cloud.drain(queue);
  t.strictSame(cloud.numbers, upTo(300));
  t.equal(cloud.repeated, 0);
  t.notOk(queue.waiting);
});

t.test('what is sent at once never touches the disk', async (t) => {
  const disk = new FaultyQueueDisk();
  const queue = new LogQueue(disk, () => megabyte);
  const cloud = new QueueReceiver();
  for (let number = 1; number <= 20; number++) {
    queue.push(record(number));
    await cloud.drain(queue);
    await queue.flush();
  }
  t.equal(disk.most, 0);
  t.strictSame(cloud.numbers, upTo(20));
});

t.test('what waits on the disk outlives the agent; what the former one sent does not come again', async (t) => {
  const disk = realQueueDisk(`${t.testdir({})}/logs`);
  const cloud = new QueueReceiver();
  let last = 0;
  for (let life = 0; life < 4; life++) {
    const queue = new LogQueue(disk, () => 64 * megabyte);
    fill(queue, last + 1, last + 500);
    last += 500;
    await queue.flush();
    await queue.sync();
    for (let batches = 0; batches < 3; batches++) {
      const batch = await queue.next();
      if (batch !== undefined) cloud.take(batch);
      await queue.acknowledge();
    }
  }
  await cloud.drain(new LogQueue(disk, () => 64 * megabyte));
  t.strictSame(cloud.numbers, upTo(last));
  t.equal(cloud.repeated, 0);
  t.equal((await disk.list()).filter(({ name }) => name.endsWith('.log')).length, 0, 'sent files are gone');
});

t.test('the files stay below the limit; the oldest make room, and their number goes out in their place', async (t) => {
  const disk = new FaultyQueueDisk();
  const limit = 200_000;
  const queue = new LogQueue(disk, () => limit);
  const cloud = new QueueReceiver();
  fill(queue, 1, 100);
  await queue.flush();
  cloud.take((await queue.next()) as never);
  for (let number = 101; number <= 10_000; number += 50) {
    fill(queue, number, number + 49);
    await queue.flush();
  }
  t.ok(disk.most <= limit + 1024, `${disk.most} bytes`);
  await queue.acknowledge();
  await cloud.drain(queue);
  t.ok(cloud.inOrder);
  t.strictSame(cloud.numbers.slice(0, 100), upTo(100), 'what was on its way is not counted as lost');
  t.equal(cloud.numbers.at(-1), 10_000);
  t.equal(cloud.numbers.length + cloud.lost, 10_000, 'nothing is missing without being counted');
  t.ok(cloud.lost > 5000);
});

t.test(
  'a disk that takes nothing costs only what memory cannot hold, and that is said where it is missing',
  async (t) => {
    const disk = new FaultyQueueDisk();
    disk.full = true;
    const queue = new LogQueue(disk, () => megabyte);
    const cloud = new QueueReceiver();
    fill(queue, 1, 20_000);
    await t.rejects(queue.flush());
    await cloud.drain(queue);
    const held = cloud.numbers.length;
    t.ok(held > 5000 && held < 20_000);
    disk.full = false;
    fill(queue, 20_001, 20_010);
    await queue.flush();
    await cloud.drain(queue);
    t.ok(cloud.inOrder);
    t.equal(cloud.numbers.length + cloud.lost, 20_010);
    t.equal(disk.files.size, 1, 'tries that failed leave nothing behind');
  },
);

t.test('a disk that is full in the middle of a line, and free again later, tears nothing', async (t) => {
  const disk = new FaultyQueueDisk();
  const queue = new LogQueue(disk, () => megabyte);
  fill(queue, 1, 50);
  await queue.flush();
  fill(queue, 51, 100);
  disk.full = true;
  await t.rejects(queue.flush());
  disk.full = false;
  fill(queue, 101, 150);
  await queue.flush();
  const after = new LogQueue(disk.afterKill(), () => megabyte);
  const cloud = new QueueReceiver();
  await cloud.drain(after);
  t.strictSame(cloud.numbers, upTo(150));
});

t.test('damaged files cost the lines that are damaged', async (t) => {
  const disk = new FaultyQueueDisk();
  const queue = new LogQueue(disk, () => megabyte);
  fill(queue, 1, 300);
  await queue.flush();
  const [name, bytes] = [...disk.files].find(([each]) => each.endsWith('.log')) as [string, Buffer];
  bytes.fill(0, 1000, 1100);
  disk.files.set('0000000000.log', Buffer.from('not a line\n\n\u0000{}'));
  disk.files.set(name, Buffer.concat([bytes, Buffer.alloc(5000)]));
  disk.files.set('something else', Buffer.from('x'));
  const cloud = new QueueReceiver();
  await cloud.drain(new LogQueue(disk, () => megabyte));
  t.ok(cloud.inOrder);
  t.ok(cloud.numbers.length >= 297 && cloud.numbers.length < 300);
});

t.test('a record that the cloud does not want is found among the others, given up and counted', async (t) => {
  const queue = new LogQueue(new FaultyQueueDisk(), () => megabyte);
  const cloud = new QueueReceiver();
  fill(queue, 1, 200);
  await queue.flush();
  for (let batch = await queue.next(); batch !== undefined; batch = await queue.next()) {
    if (batch.records.some((each) => each.record.evidence['number'] === 77)) await queue.refuse();
    else {
      cloud.take(batch);
      await queue.acknowledge();
    }
  }
  t.strictSame(cloud.numbers, [...upTo(76), ...upTo(200, 78)]);
  t.equal(cloud.lost, 1);
});

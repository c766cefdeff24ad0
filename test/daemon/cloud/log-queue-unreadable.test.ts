// A disk that gives nothing back for a while: what can be sent goes out, and is not mistaken for what is on the disk.
import t from 'tap';
import { LogQueue } from '../../../daemon/cloud/log-queue.ts';
import { FaultyQueueDisk } from '../../support/faulty-queue-disk.ts';
import { QueueReceiver, record } from '../../support/queue-receiver.ts';

const limit = 1024 * 1024;

class UnreadableDisk extends FaultyQueueDisk {
  unreadable: (name: string, at: number) => boolean = () => false;
  foldersUnreadable = 0;

  override async list() {
    if (this.foldersUnreadable-- > 0) throw Object.assign(new Error('list'), { code: 'EIO' });
    return super.list();
  }

  override async read(name: string, at: number, length: number) {
    if (this.unreadable(name, at)) throw Object.assign(new Error('read'), { code: 'EIO' });
    return super.read(name, at, length);
  }
}

async function filled(from: number, to: number): Promise<UnreadableDisk> {
  const disk = new UnreadableDisk();
  const queue = new LogQueue(disk, () => limit);
  for (let number = from; number <= to; number++) queue.push(record(number));
  await queue.flush();
  return disk;
}

t.test('a file that ends in an unreadable place costs what is behind that place, nothing before it', async (t) => {
  const disk = await filled(1, 3000);
  const readable = [...disk.files].flatMap(([name, bytes]) => {
    const lines = name.endsWith('.log')
      ? bytes
          .subarray(0, 64 * 1024)
          .toString()
          .split('\n')
          .slice(0, -1)
      : [];
    return lines.map((line) => Number(/record (\d+)/.exec(line)?.[1]));
  });
  disk.unreadable = (name, at) => name.endsWith('.log') && at >= 64 * 1024;
  const queue = new LogQueue(disk, () => limit);
  const cloud = new QueueReceiver();
  let failures = 0;
  for (let more = true; more; ) {
    const batch = await queue.next().catch(() => ++failures);
    if (typeof batch === 'object') {
      cloud.take(batch);
      await queue.acknowledge();
    }
    more = batch !== undefined && failures < 10;
  }
  t.ok(readable.length > 500 && readable.length < 3000);
  t.strictSame(cloud.numbers, readable);
  t.ok(failures < 10, 'and then it is told as empty');
});

t.test('what goes out from memory while the folder is unreadable does not count as sent from the disk', async (t) => {
  const disk = await filled(1, 50);
  disk.foldersUnreadable = 3;
  const queue = new LogQueue(disk, () => limit);
  const cloud = new QueueReceiver();
  for (let number = 51; number <= 60; number++) queue.push(record(number));
  await t.rejects(queue.next());
  await t.rejects(queue.next());
  const batch = await queue.next();
  t.equal(batch?.records.length, 10, 'after the third time it goes without');
  // The folder is there again while the batch is on its way.
  await queue.flush();
  if (batch !== undefined) cloud.take(batch);
  await queue.acknowledge();
  t.equal(queue.waiting, false, 'as far as is known');
  queue.push(record(61));
  await queue.flush();
  await cloud.drain(new LogQueue(disk.afterKill(), () => limit));
  const found = cloud.numbers.toSorted((a, b) => a - b);
  t.strictSame(
    found,
    Array.from({ length: 61 }, (_, index) => index + 1),
    'all of them, each once',
  );
});

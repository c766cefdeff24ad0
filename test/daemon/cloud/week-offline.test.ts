import t from 'tap';
import { LogQueue } from '../../../daemon/cloud/log-queue.ts';
import { realQueueDisk } from '../../../daemon/cloud/queue-disk.ts';
import { QueueReceiver, record } from '../../support/queue-receiver.ts';

/** A million: what a machine that logs much says in a week. Fewer unless asked for, and a smaller disk with them. */
const records = Number(process.env['WEEK_RECORDS'] ?? 50_000);
const limit = records * 64;
const restarts = 7;

t.setTimeout(60_000 + records);

t.test(
  'a week offline, an agent started each day: the disk stays bounded, nothing comes twice or out of order',
  async (t) => {
    const disk = realQueueDisk(`${t.testdir({})}/logs`);
    const cloud = new QueueReceiver();
    let [number, most] = [0, 0];
    let queue = new LogQueue(disk, () => limit);
    for (let day = 1; day <= restarts; day++) {
      for (; number < (records * day) / restarts; ) {
        for (let one = 0; one < 500 && number < records; one++) queue.push(record(++number));
        await queue.flush();
        most = Math.max(most, queue.bytesOnDisk);
      }
      await queue.sync();
      // For a moment the cloud is there, each second day.
      const batch = day % 2 === 0 ? await queue.next() : undefined;
      if (batch !== undefined) {
        cloud.take(batch);
        await queue.acknowledge();
      }
      queue = new LogQueue(disk, () => limit);
    }
    await cloud.drain(queue);
    t.ok(most <= limit, `${most} bytes of ${limit}`);
    t.ok(cloud.inOrder);
    t.equal(new Set(cloud.numbers).size, cloud.numbers.length);
    t.equal(cloud.repeated, 0);
    t.equal(cloud.numbers.at(-1), records);
    t.equal(cloud.numbers.length + cloud.lost, records, 'what was dropped is counted, all of it');
    t.ok(cloud.lost > 0);
  },
);

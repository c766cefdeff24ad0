// One run of the queue in a process of its own: prints what it measured, as JSON. Arguments: folder, number of records.
import { LogQueue } from '../../../daemon/cloud/log-queue.ts';
import { realQueueDisk } from '../../../daemon/cloud/queue-disk.ts';

const [folder = '', given = '0'] = process.argv.slice(2);
const records = Number(given);
/** Large enough that nothing is dropped. */
const limit = 2_000_000_000;
const group = 1000;

/** Of the process, in MB, after what is garbage is gone. */
function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1e6;
}

const queue = new LogQueue(realQueueDisk(folder), () => limit);
// The same work in small first: what the engine compiles and loads is not the queue's.
await put(20 * group);
await take();
const idle = memory();

const begin = performance.now();
await put(records);
const written = performance.now();
const full = memory();
const bytes = queue.bytesOnDisk;
const sending = performance.now();
const numbers = await take();
const sent = performance.now();
if (numbers !== records) throw new Error(`${numbers} of ${records} records came out`);

process.stdout.write(
  JSON.stringify({
    inRate: records / ((written - begin) / 1000),
    outRate: records / ((sent - sending) / 1000),
    grown: full - idle,
    bytes,
  }),
);

/** Each record as the agent's log makes it, at the rate at which the disk takes them. */
async function put(count: number): Promise<void> {
  for (let done = 0; done < count; done += group) {
    for (let one = 0; one < group; one++) {
      const evidence = { unit: 'network', number: done + one, from: 'station', to: 'hotspot', offlineFor: '2m' };
      queue.push({ level: 'info', time: '2026-05-01T10:00:00.000Z', text: 'the mode changed', evidence });
    }
    await queue.flush();
  }
  await queue.sync();
}

/** Batches as they are sent, each acknowledged on the medium; tells how many records, all of them in order. */
async function take(): Promise<number> {
  let [count, last] = [0, 0];
  for (let batch = await queue.next(); batch !== undefined; batch = await queue.next()) {
    for (const { sequence } of batch.records) {
      if (sequence <= last) throw new Error(`record ${sequence} came after ${last}`);
      last = sequence;
    }
    count += batch.records.length;
    await queue.acknowledge();
  }
  return count;
}

// One step of the queue's measurement in a process of its own: `in` puts records on the disk, `hold` only works beside
// them for a moment, `out` takes them. Prints what it measured, as JSON. Arguments: step, folder, number of records.
import { LogQueue } from '../../../daemon/cloud/log-queue.ts';
import { realQueueDisk } from '../../../daemon/cloud/queue-disk.ts';

const [step, folder = '', given = '0'] = process.argv.slice(2);
const records = Number(given);
const group = 1000;
/** Large enough that nothing is dropped. */
const queue = new LogQueue(realQueueDisk(folder), () => 2_000_000_000);

const begin = performance.now();
if (step === 'in') await put(records);
else if (step === 'out') await take();
else {
  await put(group);
  await queue.next();
}
const took = (performance.now() - begin) / 1000;
globalThis.gc?.();
process.stdout.write(JSON.stringify({ rate: records / took, memory: process.memoryUsage().rss / 1e6 }));

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

/** Batches as they are sent, each acknowledged on the medium. */
async function take(): Promise<void> {
  let [count, last] = [0, 0];
  for (let batch = await queue.next(); batch !== undefined; batch = await queue.next()) {
    for (const { sequence } of batch.records) {
      if (sequence <= last) throw new Error(`record ${sequence} came after ${last}`);
      last = sequence;
    }
    count += batch.records.length;
    await queue.acknowledge();
  }
  if (count < records) throw new Error(`${count} of ${records} records came out`);
}

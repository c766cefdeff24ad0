import type { Batch, LogQueue } from '../../daemon/cloud/log-queue.ts';
import type { LogRecord } from '../../daemon/log-record.ts';

export const record = (number: number, text = `record ${number}`): LogRecord => ({
  ...{ level: 'info', time: new Date(1_700_000_000_000 + number).toISOString(), text, evidence: { number } },
});

/** A cloud that takes each record once, as the protocol lets it, and keeps the numbers in the order of their coming. */
export class QueueReceiver {
  readonly numbers: number[] = [];
  /** Records that came once more; those are not in `numbers` twice. */
  repeated = 0;
  /** Counted by the machine as lost. */
  lost = 0;
  readonly #highest = new Map<string, number>();

  take({ queue, records }: Batch): void {
    for (const { sequence, record: each } of records) {
      const highest = this.#highest.get(queue) ?? 0;
      if (sequence <= highest) {
        this.repeated++;
        continue;
      }
      this.#highest.set(queue, sequence);
      if ('number' in each.evidence) this.numbers.push(each.evidence['number'] as number);
      else this.lost += each.evidence['records'] as number;
    }
  }

  /** Takes all that waits. */
  async drain(queue: LogQueue): Promise<void> {
    for (let batch = await queue.next(); batch !== undefined; batch = await queue.next()) {
      this.take(batch);
      await queue.acknowledge();
    }
  }

  /** Each number is higher than the one before it. */
  get inOrder(): boolean {
    return this.numbers.every((number, index) => index === 0 || number > (this.numbers[index - 1] as number));
  }
}

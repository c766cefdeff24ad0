import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LogEntrySchema } from '../wire/generated/viam/common/v1/common_pb.js';
import type { QueuedRecord } from './log-lines.ts';

type Entry = MessageInitShape<typeof LogEntrySchema>;

/** zap's number for a text; its numbers above 16 differ from release to release, this one is safe. */
const zapText = 15;

/** A record as the cloud takes it. Pure. */
export function entryOf({ sequence, record }: QueuedRecord, host: string): Entry {
  const { said, source, unit, err, ...evidence } = record.evidence;
  const moment = Date.parse(record.time);
  const milliseconds = Number.isNaN(moment) ? 0 : moment;
  const whole = Math.floor(milliseconds / 1000);
  return {
    host,
    // machine-server's own debug lines are logged by us at another level, with what it said beside.
    level: typeof said === 'string' ? said : record.level,
    time: { seconds: BigInt(whole), nanos: Math.round((milliseconds - whole * 1000) * 1_000_000) },
    loggerName: typeof source === 'string' ? source : typeof unit === 'string' ? `agent.${unit}` : 'agent',
    message: wellFormed(record.text),
    stack: stackOf(err),
    fields: Object.entries(err === undefined ? evidence : { ...evidence, err }).map(([key, value]) => ({
      Key: wellFormed(key),
      Type: zapText,
      String: wellFormed(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
    })),
    sequence: BigInt(sequence),
  };
}

/** Half a surrogate pair is no UTF-8, and one of them would cost the whole batch. */
const wellFormed = (text: string): string => text.toWellFormed();

function stackOf(err: unknown): string {
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? err.stack : undefined;
  return typeof stack === 'string' ? wellFormed(stack) : '';
}

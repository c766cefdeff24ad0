import type { JsonObject } from '@bufbuild/protobuf';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { ServiceImpl } from '@connectrpc/connect';
import type { RobotService } from '../../../daemon/wire/generated/viam/app/v1/robot_pb.js';
import type { LogEntry } from '../../../daemon/wire/generated/viam/common/v1/common_pb.js';
import { CloudError } from '../errors.ts';
import { cloudLimits } from '../limits.ts';
import { type SentRecord, severities } from '../store/logs.ts';
import type { Store } from '../store/store.ts';
import { asMachine } from './calls.ts';

/** `viam.app.v1.RobotService`, as far as an agent uses it: logs, and whether a restart is wanted. */
export function robotService(store: Store, checkInterval: number): ServiceImpl<typeof RobotService> {
  return {
    log({ id, logs, queue }, context) {
      asMachine(context, id);
      if (logs.length > cloudLimits.logsPerCall) {
        throw new CloudError('invalid', `at most ${cloudLimits.logsPerCall} log records in one call`);
      }
      store.machines.known(id);
      store.logs.append(id, queue.slice(0, 200), logs.map(recordFrom));
      return {};
    },
    needsRestart({ id }, context) {
      asMachine(context, id);
      const { restart } = store.machines.known(id);
      if (restart) store.machines.askRestart(id, false);
      return { id, mustRestart: restart, restartCheckInterval: { seconds: BigInt(checkInterval), nanos: 0 } };
    },
  };
}

function recordFrom({ level, time, loggerName, message, fields, stack, sequence }: LogEntry): SentRecord {
  const known = severities.find((severity) => severity === level.toLowerCase());
  return {
    // What has no time has it now; a level that nobody knows is not to be overlooked.
    time: time === undefined ? Date.now() : timestampMs(time),
    level: known ?? 'error',
    // Beyond what a database's number holds it cannot be ours.
    sequence: sequence < 1n << 63n ? sequence : 0n,
    logger: loggerName,
    message,
    fields: { ...Object.fromEntries(fields.map(fieldFrom)), ...(stack === '' ? {} : { stack }) },
  };
}

/** The number of a type says which member holds the value; they moved between releases, so the members decide. */
function fieldFrom(field: JsonObject): readonly [string, string] {
  const { Key, String: text, Integer, Interface } = field;
  const value = typeof text === 'string' && text !== '' ? text : (Interface ?? Integer ?? '');
  return [String(Key ?? ''), typeof value === 'string' ? value : JSON.stringify(value)];
}

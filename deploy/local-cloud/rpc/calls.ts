import { Code, ConnectError, createContextKey, type HandlerContext, type Interceptor } from '@connectrpc/connect';
import type { Log } from '../../../daemon/logging.ts';
import { TrainingError, trainingStatuses } from '../../../daemon/training/errors.ts';
import { AuthService } from '../../../daemon/wire/generated/proto/rpc/v1/auth_pb.js';
import { CloudError, refusals } from '../errors.ts';
import type { Caller, Tokens } from '../tokens.ts';

const callerKey = createContextKey<Caller | undefined>(undefined, { description: 'caller' });

/** Before each call: who makes it. After it: what was thrown, as it goes over the wire. */
export function doorKeeper(tokens: Tokens, log: Log): Interceptor {
  return (next) => async (request) => {
    try {
      const authorization = request.header.get('authorization') ?? undefined;
      if (request.service.typeName === AuthService.typeName) {
        if (authorization !== undefined) {
          throw new CloudError('invalid', 'already authenticated; cannot re-authenticate');
        }
      } else request.contextValues.set(callerKey, tokens.check(authorization));
      return await next(request);
    } catch (error) {
      throw onTheWire(error, request.method.name, log);
    }
  };
}

function onTheWire(error: unknown, method: string, log: Log): ConnectError {
  if (error instanceof ConnectError) return error;
  if (error instanceof CloudError) return new ConnectError(error.message, refusals[error.code].grpc as Code);
  if (error instanceof TrainingError) return new ConnectError(error.message, trainingStatuses[error.code]);
  log.error({ err: error, method }, 'a call failed');
  return new ConnectError('internal error', Code.Internal);
}

export function callerOf({ values }: HandlerContext): Caller {
  const caller = values.get(callerKey);
  if (caller === undefined) throw new CloudError('unauthenticated', 'authentication required');
  return caller;
}

/** @throws CloudError forbidden unless the caller may speak for this machine */
export function asMachine(context: HandlerContext, machine: string): void {
  const { permission, machine: own } = callerOf(context);
  if (permission === 'machine' && own !== machine) {
    throw new CloudError('forbidden', 'These credentials are those of another machine.');
  }
}

import { Code, ConnectError, decodeBinaryHeader, type HandlerContext, type ServiceImpl } from '@connectrpc/connect';
import { Secret } from '../../netplan/secret.ts';
import { type Caller, callerKey } from './caller.ts';
import { type CommitParts, Commits } from './commits.ts';
import { AppError, toWire } from './errors.ts';
import type { ProvisioningService } from './generated/viam/provisioning/v1/provisioning_pb.ts';
import { appApiLimits } from './limits.ts';
import { networkMessages, statusMessage, statusMetadata } from './replies.ts';
import { credentialsFrom, networkFrom } from './requests.ts';

export type Service = {
  readonly implementation: ServiceImpl<typeof ProvisioningService>;
  /** The hotspot has gone: what apps have begun is forgotten. */
  endPeriod(): void;
};

/** `viam.provisioning.v1.ProvisioningService` on the session that every door shares. */
export function provisioningService(parts: CommitParts): Service {
  const { session, log } = parts;
  const commits = new Commits(parts);

  /** Runs a call, and turns what it throws into what goes over the wire: a fault of ours says nothing about itself. */
  async function told<R>(
    method: string,
    context: HandlerContext,
    call: (caller: Caller) => R | Promise<R>,
  ): Promise<R> {
    const caller = context.values.get(callerKey);
    try {
      if (caller === undefined) throw new Error('a call without its caller');
      return await call(caller);
    } catch (error) {
      if (error instanceof AppError) throw toWire(error);
      log.error({ err: error, method }, "a call of the app's API failed");
      throw new ConnectError('internal error', Code.Internal);
    }
  }

  return {
    implementation: {
      getSmartMachineStatus: (_request, context) =>
        told('GetSmartMachineStatus', context, ({ client }) => {
          session.act(client, 'poll');
          const status = session.status();
          for (const [name, value] of Object.entries(statusMetadata(status))) context.responseHeader.set(name, value);
          return statusMessage(status, commits.told(client));
        }),
      getNetworkList: (_request, context) =>
        told('GetNetworkList', context, ({ client }) => {
          // For an app what opening the page is for a browser: somebody looks at the list.
          session.act(client, 'open');
          return { networks: networkMessages(session.status(), commits.told(client)) };
        }),
      setNetworkCredentials: (request, context) =>
        told('SetNetworkCredentials', context, ({ client }) => {
          commits.stage(client, () => ({ network: networkFrom(request, session.status().networks) }));
          return {};
        }),
      setSmartMachineCredentials: (request, context) =>
        told('SetSmartMachineCredentials', context, ({ client }) => {
          const ownershipCode = ownershipCodeOf(context.requestHeader);
          commits.stage(client, () => ({ credentials: credentialsFrom(request.cloud), ownershipCode }));
          return {};
        }),
      exitProvisioning: (_request, context) =>
        told('ExitProvisioning', context, async ({ client, onceReceived }) => {
          const attempt = await commits.exit(client);
          if (attempt !== undefined) {
            context.responseHeader.set('attempt-id', attempt.id);
            onceReceived(() => session.delivered(attempt.id));
          }
          return {};
        }),
    },
    endPeriod: () => commits.endPeriod(),
  };
}

/** The protocol has no field for it: it comes as metadata, with the suffix `-bin` where it is more than ASCII. */
function ownershipCodeOf(headers: Headers): Secret | undefined {
  const plain = headers.get('ownership-code');
  const binary = headers.get('ownership-code-bin');
  const code = binary === null ? plain : readBinary(binary);
  if (code === null || code === '') return undefined;
  if (Buffer.byteLength(code) > appApiLimits.ownershipCodeBytes) return new Secret('');
  return new Secret(code);
}

function readBinary(value: string): string {
  try {
    return Buffer.from(decodeBinaryHeader(value)).toString('utf8');
  } catch {
    return value;
  }
}

import { Code, ConnectError, createRouterTransport, type ServiceImpl } from '@connectrpc/connect';
import type { MakeTransport, TrainingClientOptions } from '../../daemon/training/client.ts';
import { AuthService } from '../../daemon/wire/generated/proto/rpc/v1/auth_pb.js';
import { MLTrainingService } from '../../daemon/wire/generated/viam/app/mltraining/v1/ml_training_pb.js';

export const credentials: TrainingClientOptions['credentials'] = {
  type: 'api-key',
  authEntity: 'b7a2c9f0-0f4b-4b43-9d53-2a1c1c1f7e11',
  payload: 'a-key-that-nobody-may-see',
};

/** A cloud in memory, for one client: it knows one key, and can forget its tokens. */
export function trainingCloud(methods: Partial<ServiceImpl<typeof MLTrainingService>> = {}) {
  const cloud = { authentications: 0, tokens: new Set<string>(), calls: [] as string[], refuses: false };
  const transport: MakeTransport = ({ interceptors }) =>
    createRouterTransport(
      ({ service }) => {
        service(AuthService, {
          authenticate({ entity, credentials: given }, { requestHeader }) {
            if (requestHeader.has('authorization'))
              throw new ConnectError('already authenticated', Code.InvalidArgument);
            cloud.authentications++;
            if (cloud.refuses || entity !== credentials.authEntity || given?.payload !== credentials.payload) {
              throw new ConnectError('invalid credentials', Code.Unauthenticated);
            }
            const accessToken = `token-${cloud.authentications}`;
            cloud.tokens.add(accessToken);
            return { accessToken };
          },
        });
        service(MLTrainingService, methods);
      },
      {
        transport: {
          interceptors: [
            ...interceptors,
            (next) => (request) => {
              if (request.service.typeName !== MLTrainingService.typeName) return next(request);
              cloud.calls.push(request.method.name);
              const token = request.header.get('authorization')?.replace(/^Bearer /, '') ?? '';
              if (!cloud.tokens.has(token)) throw new ConnectError('unknown token', Code.Unauthenticated);
              return next(request);
            },
          ],
        },
      },
    );
  return { cloud, options: { serviceHost: 'http://cloud.test', credentials, transport } };
}

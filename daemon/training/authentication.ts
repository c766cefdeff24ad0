import { Code, ConnectError, createClient, type Interceptor, type Transport } from '@connectrpc/connect';
import { Secret } from '../../netplan/secret.ts';
import { AuthService } from '../wire/generated/proto/rpc/v1/auth_pb.js';

export type KeyCredentials = { readonly entity: string; readonly key: Secret };

/**
 * Puts the token on every call. It is asked for with the first one, kept, and asked for once more when the cloud no
 * longer accepts it; a key that the cloud refuses is not tried again within the same call.
 * @param plain a transport without this interceptor: a call that authenticates must not carry a token
 */
export function authenticated(plain: () => Transport, { entity, key }: KeyCredentials, timeoutMs: number): Interceptor {
  let token: Promise<Secret> | undefined;

  async function ask(): Promise<Secret> {
    const client = createClient(AuthService, plain());
    const credentials = { type: 'api-key', payload: key.reveal() };
    const { accessToken } = await client.authenticate({ entity, credentials }, { timeoutMs });
    if (accessToken === '') throw new ConnectError('the cloud gave an empty token', Code.Internal);
    return new Secret(accessToken);
  }

  function current(): Promise<Secret> {
    token ??= ask().catch((error: unknown) => {
      token = undefined;
      throw error;
    });
    return token;
  }

  return (next) => async (request) => {
    const used = current();
    request.header.set('authorization', `Bearer ${(await used).reveal()}`);
    try {
      return await next(request);
    } catch (error) {
      if (ConnectError.from(error).code !== Code.Unauthenticated) throw error;
      // Calls that ran side by side ask for one new token together.
      if (token === used) token = undefined;
      request.header.set('authorization', `Bearer ${(await current()).reveal()}`);
      return next(request);
    }
  };
}

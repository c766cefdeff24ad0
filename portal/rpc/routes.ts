import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../netplan/clock.ts';
import { clientOf } from '../activity.ts';
import { safeHeaders } from '../assets.ts';
import { portalLimits } from '../limits.ts';
import { checkWrite } from '../safety.ts';
import { onceReceived } from '../submit.ts';
import type { AppApi } from './api.ts';
import { appApiLimits } from './limits.ts';

export type AppRouteOptions = {
  /** Loaded with the first call, if it is not there yet. */
  readonly api: () => Promise<AppApi>;
  readonly clock: Clock;
};

/** As in the descriptor, which is not loaded before it is needed; a test compares them. */
export const servicePath = '/viam.provisioning.v1.ProvisioningService';
export const methodNames = [
  'GetSmartMachineStatus',
  'SetNetworkCredentials',
  'SetSmartMachineCredentials',
  'GetNetworkList',
  'ExitProvisioning',
] as const;

/**
 * What gRPC-web and Connect clients send. None of these can come from a form of another site; from its script only
 * after a preflight, which is not answered: the place of a form token.
 */
export const appContentTypes = [
  'application/grpc-web',
  'application/grpc-web+proto',
  'application/grpc-web+json',
  'application/proto',
  'application/json',
] as const;

/** The app's API on the portal's own port, for gRPC-web and Connect (JSON: `curl` is enough). */
export async function appRoutes(app: FastifyInstance, { api, clock }: AppRouteOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: appApiLimits.messageBytes }, (_request, body, done) =>
    done(null, body),
  );
  for (const method of methodNames) {
    const path = `${servicePath}/${method}`;
    app.post(
      path,
      {
        config: { rateLimit: { max: portalLimits.readsPerMinute, timeWindow: 60_000 } },
        onRequest: async (request) => checkWrite(request, ...appContentTypes),
      },
      async (request, reply) => {
        const [{ answerWeb }, { web }] = await Promise.all([import('./web-call.ts'), api()]);
        const handler = web.get(path);
        if (handler === undefined) return reply.callNotFound();
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const answer = await answerWeb(handler, { path, headers: request.headers, body, client: clientOf(request) });
        if (answer.received !== undefined) {
          void reply.header('Connection', 'close');
          onceReceived(reply, clock, answer.received);
        }
        return reply
          .code(answer.status)
          .headers({ ...Object.fromEntries(answer.headers), ...safeHeaders, 'Cache-Control': 'no-store' })
          .send(answer.body);
      },
    );
  }
}

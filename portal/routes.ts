import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { seconds } from '../netplan/duration.ts';
import { clientOf } from './activity.ts';
import { safeHeaders } from './assets.ts';
import { PortalError } from './errors.ts';
import { readFields } from './fields.ts';
import { portalLimits } from './limits.ts';
import { problemResponder } from './problems.ts';
import { rescanWaits } from './replies.ts';
import { AttemptQuery, CredentialsRequest, LanguageQuery, SubmitRequest, TokenRequest } from './requests.ts';
import { checkWrite } from './safety.ts';
import {
  AttemptReply,
  HealthReply,
  NetworksReply,
  Problem,
  RescanReply,
  SavedReply,
  StagedReply,
  StatusReply,
} from './schemas.ts';
import { checkToken, type Desk, reportDelivery, stage, submit } from './submit.ts';
import type { PortalLog, View } from './view.ts';

export type RouteOptions = {
  readonly desk: Desk;
  readonly view: View;
  readonly log: PortalLog;
  /** The text of docs/openapi.json. */
  readonly openapi: string;
};

const problems = {
  description: 'Problem details (RFC 9457).',
  content: { 'application/problem+json': { schema: Problem } },
};
const empty = z.undefined().describe('Done.');

const minute = 60_000;
const reads = { rateLimit: { max: portalLimits.readsPerMinute, timeWindow: minute } };
const writes = { rateLimit: { max: portalLimits.writesPerMinute, timeWindow: minute } };

/** Checked before the body is read, so that a page of another site costs nothing. */
const onRequest = async (request: FastifyRequest): Promise<void> => checkWrite(request, 'application/json');

/** The REST API, under `/api/v1`: the page uses it, and so may any app. */
export async function routes(root: FastifyInstance, { desk, view, log, openapi }: RouteOptions): Promise<void> {
  const { session, period } = desk;
  const app = root.withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data: unknown) => ({ value: readFields(schema, data) }));
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(problemResponder(view, period, log));
  app.addHook('onSend', async (_request, reply) => {
    void reply.headers({ ...safeHeaders, 'Cache-Control': 'no-store' });
  });

  const reading = <R extends z.ZodType>(operationId: string, summary: string, reply: R) => ({
    schema: { operationId, summary, querystring: LanguageQuery, response: { 200: reply, default: problems } },
    config: reads,
  });
  const poll = (request: FastifyRequest): string => {
    session.act(clientOf(request), 'poll');
    return view.language(request);
  };

  app.get('/status', reading('status', 'Everything about the device, once.', StatusReply), async (request) =>
    view.status(poll(request)),
  );
  app.get('/networks', reading('networks', 'The networks in reach.', NetworksReply), async (request) => {
    poll(request);
    return view.networks();
  });
  app.get(
    '/networks/saved',
    reading('savedNetworks', 'The networks that the device has, and why each is used or not.', SavedReply),
    async (request) => view.saved(poll(request)),
  );
  app.get(
    '/health',
    reading('health', 'What is wrong with the device, if anything.', HealthReply),
    async (request) => ({
      conditions: view.status(poll(request)).conditions,
    }),
  );

  app.get(
    '/attempt',
    {
      schema: {
        operationId: 'attempt',
        summary: 'The last attempt; with `after` and `wait`, as soon as it changes (long poll).',
        querystring: AttemptQuery,
        response: { 200: AttemptReply, default: problems },
      },
      config: reads,
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const language = poll(request);
      const { after, wait = 0 } = request.query;
      if (after !== undefined && wait > 0) {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        await view.changes.after(after, clientOf(request), seconds(wait), gone.signal);
      }
      return view.attempt(language);
    },
  );

  app.post(
    '/submit',
    {
      schema: {
        operationId: 'submit',
        summary: 'Joins a network, sets machine credentials, or both. The hotspot goes when the reply has arrived.',
        ...{ body: SubmitRequest, querystring: LanguageQuery, response: { 202: AttemptReply, default: problems } },
      },
      config: writes,
      onRequest,
    },
    async (request, reply) => {
      const attempt = await submit(request.body, clientOf(request), desk);
      reportDelivery(reply, attempt, desk);
      return reply
        .code(202)
        .header('Connection', 'close')
        .send(view.attempt(view.language(request)));
    },
  );

  app.post(
    '/credentials',
    {
      schema: {
        operationId: 'credentials',
        summary: 'Keeps machine credentials for a later submission of the same client. Never shown again.',
        ...{ body: CredentialsRequest, querystring: LanguageQuery, response: { 200: StagedReply, default: problems } },
      },
      config: writes,
      onRequest,
    },
    async (request) => {
      stage(request.body, clientOf(request), desk);
      return { staged: view.status(view.language(request)).staged };
    },
  );

  app.post(
    '/rescan',
    {
      schema: {
        operationId: 'rescan',
        summary:
          'Looks for networks now. Where the radio can do one thing at a time the hotspot goes for some seconds.',
        ...{ body: TokenRequest, querystring: LanguageQuery, response: { 200: RescanReply, default: problems } },
      },
      config: writes,
      onRequest,
    },
    async (request, reply) => {
      checkToken(request.body.token, period);
      session.act(clientOf(request), 'act');
      const outcome = await session.rescan(clientOf(request));
      if (outcome === 'impossible') throw new PortalError('rescan-impossible');
      if (outcome === 'dropping-hotspot') void reply.header('Connection', 'close');
      return { outcome, networks: view.networks(), ...rescanWaits(session.status(), outcome) };
    },
  );

  const quiet = (
    operationId: string,
    summary: string,
    act: (request: FastifyRequest) => void,
  ): [RouteShorthandOptions, typeof run] => {
    const run = async (request: FastifyRequest, reply: FastifyReply) => {
      checkToken((request.body as TokenRequest).token, period);
      act(request);
      return reply.code(204).send();
    };
    const schema = {
      operationId,
      summary,
      body: TokenRequest,
      querystring: LanguageQuery,
      response: { 204: empty, default: problems },
    };
    return [{ schema, config: writes, onRequest }, run];
  };
  app.post(
    '/activity',
    ...quiet('activity', 'Somebody is typing: the hotspot stays.', (request) => session.act(clientOf(request), 'act')),
  );
  app.post(
    '/exit',
    ...quiet('exit', 'Leaves setup with nothing submitted.', (request) => session.exit(clientOf(request))),
  );

  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .serializer((text: string) => text)
      .send(openapi),
  );
}

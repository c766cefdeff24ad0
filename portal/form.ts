import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientOf, openingKind } from './activity.ts';
import { safeHeaders } from './assets.ts';
import { PortalError, type ProblemCode, statusOf } from './errors.ts';
import { parseForm, readFields, shownAgain } from './fields.ts';
import { portalLimits } from './limits.ts';
import type { FormValues } from './page-model.ts';
import { html } from './plain-page.ts';
import type { Front } from './probes.ts';
import { toldError } from './problems.ts';
import { rescanWaits } from './replies.ts';
import { SubmitRequest, TokenRequest } from './requests.ts';
import { checkWrite } from './safety.ts';
import { sendPrepared, writePrepared } from './send.ts';
import { checkToken, type Desk, reportDelivery, submit } from './submit.ts';
import type { PortalLog, View } from './view.ts';

export type FormOptions = { readonly desk: Desk; readonly view: View; readonly log: PortalLog };

const formType = 'application/x-www-form-urlencoded';
/** For a page that is rendered anew each time. */
const reading = { config: { rateLimit: { max: portalLimits.readsPerMinute, timeWindow: 60_000 } } };
const writing = {
  config: { rateLimit: { max: portalLimits.writesPerMinute, timeWindow: 60_000 } },
  onRequest: async (request: FastifyRequest): Promise<void> => checkWrite(request, formType),
};

/** Turned down before anything was read: a short text, so that a flood of these costs no rendering. */
const brief: ReadonlySet<ProblemCode> = new Set(['rate-limited', 'foreign-host', 'foreign-origin', 'body-too-large']);

/**
 * The page as most open it, before Fastify: everybody's page, from memory. Whoever comes back to a form of their own,
 * and whatever goes wrong, is left to the route.
 */
export function pageFront({ session, period }: Desk, view: View): Front {
  const opening = /^\/(?:\?lang=([\w-]{1,35}))?$/;
  return (request, response) => {
    const [path, language] = opening.exec(request.url ?? '') ?? [];
    const client = request.socket.remoteAddress;
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (path === undefined || !reads || client === undefined || period.remembers(client)) return false;
    try {
      const page = view.page(view.languageOf(language, request.headers['accept-language']));
      session.act(client, openingKind(request));
      writePrepared(request, response, page);
      return true;
    } catch {
      return false;
    }
  };
}

/** The page and its forms, as they work without scripts. */
export async function form(app: FastifyInstance, { desk, view, log }: FormOptions): Promise<void> {
  const { session, period } = desk;
  app.addContentTypeParser(formType, { parseAs: 'string' }, async (_request: unknown, body: string) => parseForm(body));
  app.setErrorHandler((error, request, reply) => {
    const told = toldError(error, request, log);
    const language = view.language(request);
    const status = statusOf(told.code);
    if (brief.has(told.code)) return sendBrief(reply, status, view.sentences(language).problem(told.code));
    const page = view.personal(language, {
      ...{ values: shownAgain(request.body), errors: told.fields, problem: told.code },
    });
    return sendPrepared(request, reply, page, 'never', status);
  });

  app.get('/', async (request, reply) => {
    const client = clientOf(request);
    session.act(client, openingKind(request.raw));
    const language = view.language(request);
    // From the page of an attempt that succeeded: another network is to be chosen.
    if ((request.query as { readonly again?: unknown }).again !== undefined) {
      const page = view.personal(language, { values: {} }, { status: { attempt: null } });
      return sendPrepared(request, reply, page, 'never');
    }
    const values = formerValues(client);
    if (values === undefined) return sendPrepared(request, reply, view.page(language), 'keep');
    return sendPrepared(request, reply, view.returned(language, client, values), 'never');
  });

  /** A form that failed comes back filled when its phone returns. */
  function formerValues(client: string): FormValues | undefined {
    if (!period.remembers(client)) return undefined;
    const { attempt } = session.status();
    return attempt?.state === 'failed' ? period.remembered(client, attempt.id) : undefined;
  }

  app.get('/networks', reading, async (request, reply) => {
    session.act(clientOf(request), openingKind(request.raw));
    return sendPrepared(request, reply, view.savedPage(view.language(request)), 'never');
  });

  app.post('/submit', writing, async (request, reply) => {
    const attempt = await submit(readFields(SubmitRequest, inView(request.body)), clientOf(request), desk);
    reportDelivery(reply, attempt, desk);
    const page = view.personal(view.language(request), { values: {} }, { screen: 'accepted' });
    return sendPrepared(request, reply.header('Connection', 'close'), page, 'never');
  });

  app.post('/rescan', writing, async (request, reply) => {
    // The button stands in the form, so that everything typed comes along and goes back into the new page.
    const { token } = (request.body ?? {}) as { readonly token?: unknown };
    checkToken(readFields(TokenRequest, { token }).token, period);
    session.act(clientOf(request), 'act');
    const outcome = await session.rescan(clientOf(request));
    if (outcome === 'impossible') throw new PortalError('rescan-impossible');
    const language = view.language(request);
    if (outcome === 'done') {
      return sendPrepared(request, reply, view.personal(language, { values: shownAgain(request.body) }), 'never');
    }
    const status = rescanWaits(session.status(), outcome);
    const page = view.personal(language, { values: {} }, { screen: 'rescanning', status });
    return sendPrepared(request, reply.header('Connection', 'close'), page, 'never');
  });

  // A page that was the answer to a post is opened again by its address: back to the beginning.
  for (const path of ['/submit', '/rescan']) {
    app.get(path, async (request, reply) => {
      const { lang } = request.query as { readonly lang?: unknown };
      const query = typeof lang === 'string' ? `?lang=${encodeURIComponent(lang)}` : '';
      return reply.code(303).header('Location', `/${query}`).header('Cache-Control', 'no-store').send();
    });
  }
}

/**
 * A name that was typed before a row of the list was chosen is still in the form, though the style sheet has hidden it:
 * the row counts. In the API both together are a contradiction.
 */
function inView(body: unknown): unknown {
  const { network } = (body ?? {}) as { readonly network?: unknown };
  return typeof network === 'string' && network !== '' ? { ...(body as object), ssid: '' } : body;
}

function sendBrief(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  return reply
    .code(status)
    .headers({ ...safeHeaders, 'Cache-Control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><meta charset=utf-8><title>${status}</title><p>${html(sentence)} <a href="/">↩</a>`);
}

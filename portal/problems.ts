import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FieldError, PortalError, type ProblemCode, statusOf } from './errors.ts';
import type { Sentences } from './page-model.ts';
import type { Period } from './period.ts';
import type { AttemptPart, Problem } from './schemas.ts';
import type { Outcome } from './session.ts';
import type { PortalLog, View } from './view.ts';

/** Fastify's own errors that a client causes; their messages are not passed on, they may quote what was sent. */
const fastifyCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content-type-unsupported',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body-unreadable',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body-unreadable',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body-unreadable',
  FST_ERR_BAD_URL: 'request-unreadable',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
};

/** What went wrong, as one of our codes; `undefined`: it is a fault of ours. */
export function portalErrorOf(error: unknown): PortalError | undefined {
  if (error instanceof PortalError) return error;
  const { code, statusCode } = error as { readonly code?: unknown; readonly statusCode?: unknown };
  const known = typeof code === 'string' ? fastifyCodes[code] : undefined;
  if (known !== undefined) return new PortalError(known);
  if (statusCode === 429) return new PortalError('rate-limited');
  return typeof statusCode === 'number' && statusCode < 500 ? new PortalError('body-unreadable') : undefined;
}

export type ProblemExtras = { readonly attempt?: AttemptPart; readonly token?: string; readonly retryAfter?: number };

/** The reply for an error: RFC 9457, with the sentences in the caller's language. */
export function problemReply(error: PortalError, sentences: Sentences, extras: ProblemExtras = {}): Problem {
  const { code, fields, detail } = error;
  return {
    type: `urn:machine-agent:problem:${code}`,
    title: sentences.problem(code),
    status: statusOf(code),
    code,
    ...(detail === undefined ? {} : { detail }),
    ...(fields.length === 0 ? {} : { fields: fields.map((field) => fieldReply(field, sentences)) }),
    ...extras,
  };
}

const fieldReply = ({ field, problem, limit }: FieldError, sentences: Sentences) => ({
  ...{ field, problem, text: sentences.field(problem, limit) },
  ...(limit === undefined ? {} : { limit }),
});

/** Where a refusal belongs in the form when the device does not name a field. */
const refusedField: { readonly [C in ProblemCode]?: FieldError } = {
  'network-unknown': { field: 'network', problem: 'unknown' },
  'password-required': { field: 'psk', problem: 'required' },
  'machine-credentials-required': { field: 'credentials', problem: 'required' },
  'ownership-code-required': { field: 'ownershipCode', problem: 'required' },
  'ownership-code-wrong': { field: 'ownershipCode', problem: 'wrong' },
};

/** The device's refusal as an error. */
export function refusalError({ refusal, field }: Extract<Outcome, { accepted: false }>): PortalError {
  const usual = refusedField[refusal];
  if (field === undefined) return new PortalError(refusal, usual === undefined ? [] : [usual]);
  return new PortalError(refusal, [{ problem: usual?.problem ?? 'wrong', field }]);
}

/** Logs a fault of ours, without what was sent, and says which error the client is told. */
export function toldError(error: unknown, request: FastifyRequest, log: PortalLog): PortalError {
  const known = portalErrorOf(error);
  if (known !== undefined) return known;
  log.error({ err: error, route: request.routeOptions.url, method: request.method }, 'a request to the portal failed');
  return new PortalError('internal', [], undefined, { cause: error });
}

/** Answers each error of the REST API; adds what the client needs to go on. */
export function problemResponder(view: View, period: Period, log: PortalLog) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const told = toldError(error, request, log);
    const { attempt } = told.code === 'attempt-in-progress' ? view.attempt(view.language(request)) : { attempt: null };
    const wait = Number(reply.getHeader('retry-after') ?? Number.NaN);
    const extras: ProblemExtras = {
      ...(attempt === null ? {} : { attempt }),
      ...(told.code === 'form-expired' ? { token: period.token } : {}),
      ...(Number.isNaN(wait) ? {} : { retryAfter: wait }),
    };
    const problem = problemReply(told, view.sentences(view.language(request)), extras);
    return reply.code(problem.status).type('application/problem+json').send(problem);
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Prepared, safeHeaders } from './assets.ts';

/**
 * `keep`: a client may keep it, but asks each time whether it is still right (ETag). `never`: it holds what one person
 * typed. Nothing may be used unasked: the same address is the page of another device tomorrow.
 */
export type Keeping = 'keep' | 'never';

const headersOf = (page: Prepared, zipped: boolean, keeping: Keeping): Record<string, string> => ({
  ...safeHeaders,
  'Content-Security-Policy': page.policy,
  'Cache-Control': keeping === 'keep' ? 'no-cache' : 'no-store',
  Vary: 'Accept-Encoding, Accept-Language',
  ...(keeping === 'keep' ? { ETag: etagOf(page, zipped) } : {}),
});

const etagOf = ({ etag }: Prepared, zipped: boolean): string => `"${etag}${zipped ? '-z' : ''}"`;

const isKnown = ({ headers }: Pick<IncomingMessage, 'headers'>, page: Prepared, zipped: boolean): boolean =>
  headers['if-none-match']?.includes(etagOf(page, zipped)) === true;

/** Sends a prepared document, compressed where the client can, or 304 where it has it already. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Prepared,
  keeping: Keeping,
  status = 200,
): FastifyReply {
  const zipped = acceptsGzip(request.headers['accept-encoding']);
  void reply.headers(headersOf(page, zipped, keeping));
  if (keeping === 'keep' && isKnown(request, page, zipped)) return reply.code(304).send();
  if (zipped) void reply.header('Content-Encoding', 'gzip');
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(zipped ? page.gzip : page.body);
}

type Ready = { readonly [Form in 'zipped' | 'plain']: string[] };
const ready = new WeakMap<Prepared, Ready>();

function readyHeaders(page: Prepared): Ready {
  const type = { 'Content-Type': 'text/html; charset=utf-8' };
  const zipped = { ...headersOf(page, true, 'keep'), ...type, 'Content-Encoding': 'gzip' };
  const plain = { ...headersOf(page, false, 'keep'), ...type };
  const made = {
    zipped: Object.entries({ ...zipped, 'Content-Length': String(page.gzip.length) }).flat(),
    plain: Object.entries({ ...plain, 'Content-Length': String(page.body.length) }).flat(),
  };
  ready.set(page, made);
  return made;
}

/** The same without Fastify, and with headers made once: opening the page costs half as much. */
export function writePrepared(request: IncomingMessage, response: ServerResponse, page: Prepared): void {
  const zipped = acceptsGzip(request.headers['accept-encoding']);
  response.sendDate = false;
  if (isKnown(request, page, zipped)) {
    response.writeHead(304, headersOf(page, zipped, 'keep')).end();
    return;
  }
  response.writeHead(200, (ready.get(page) ?? readyHeaders(page))[zipped ? 'zipped' : 'plain']);
  if (request.method === 'HEAD') response.end();
  else response.end(zipped ? page.gzip : page.body);
}

/** `gzip`, unless its weight is 0; `*` is not taken for it: what asks so is no browser, and can read plain text. */
export const acceptsGzip = (header: string | string[] | undefined): boolean =>
  /(?:^|[\s,])(?:x-)?gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(header ?? ''));

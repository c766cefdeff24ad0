import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Prepared, safeHeaders } from './assets.ts';

/**
 * `keep`: a client may keep it, but asks each time whether it is still right (ETag). `never`: it holds what one person
 * typed. Nothing may be used unasked: the same address is the page of another device tomorrow.
 */
export type Keeping = 'keep' | 'never';

/** Sends a prepared document, compressed where the client can, or 304 where it has it already. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Prepared,
  keeping: Keeping,
  status = 200,
): FastifyReply {
  const zipped = acceptsGzip(request.headers['accept-encoding']);
  const etag = `"${page.etag}${zipped ? '-z' : ''}"`;
  void reply.headers({
    ...safeHeaders,
    'Content-Security-Policy': page.policy,
    'Cache-Control': keeping === 'keep' ? 'no-cache' : 'no-store',
    Vary: 'Accept-Encoding, Accept-Language',
  });
  if (keeping === 'keep') {
    void reply.header('ETag', etag);
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  }
  if (zipped) void reply.header('Content-Encoding', 'gzip');
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(zipped ? page.gzip : page.body);
}

/** `gzip`, unless its weight is 0; `*` is not taken for it: what asks so is no browser, and can read plain text. */
export const acceptsGzip = (header: string | string[] | undefined): boolean =>
  /(?:^|[\s,])(?:x-)?gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(header ?? ''));

import type { FastifyRequest } from 'fastify';
import { PortalError } from './errors.ts';

/**
 * What every write must pass before its body is read: it comes from our own page or from a program, not from a page of
 * another site in the phone's browser. That its Host is ours is settled before any route (see probes.ts).
 *
 * @param contentTypes in lower case, without parameters
 * @throws PortalError foreign-origin, foreign-host, content-type-unsupported
 */
export function checkWrite(request: FastifyRequest, ...contentTypes: readonly string[]): void {
  const { headers } = request;
  const { rawHeaders } = request.raw;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new PortalError('foreign-host');
  // `null` (a sandboxed frame, a data: page) is foreign too. Without both headers it is an app, and the token decides.
  const source = headers.origin ?? headers.referer;
  if (source !== undefined && !isSame(source, headers.host)) throw new PortalError('foreign-origin');
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new PortalError('foreign-origin');
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (!contentTypes.includes(type.trim()) || !isUtf8) throw new PortalError('content-type-unsupported');
  if (headers['content-encoding'] !== undefined) throw new PortalError('content-type-unsupported');
}

/** The whole origin is compared, port included: another service of this machine on another port is another site. */
function isSame(source: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(source) || !URL.canParse(`http://${host}`)) return false;
  const url = new URL(source);
  return url.protocol === 'http:' && url.host === new URL(`http://${host}`).host;
}

import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { PortalLog } from './view.ts';

/** User agents of connectivity checks that follow the redirect by themselves: nobody is looking at what they fetch. */
const systemAgents = /CaptiveNetworkSupport|wispr|Microsoft NCSI|NetworkManager|Dalvik|captive\.?portal/i;

export const isSystemAgent = (userAgent: string | undefined): boolean => systemAgents.test(userAgent ?? '');

/** Opening the page is what a person does, unless the phone looks by itself. */
export const openingKind = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): 'open' | 'poll' =>
  method === 'GET' && !isSystemAgent(headers['user-agent']) ? 'open' : 'poll';

/** Who calls: the phone's address on the hotspot. */
export const clientOf = (request: FastifyRequest): string => request.raw.socket.remoteAddress ?? 'unknown';

/**
 * Logs what connectivity checks ask, the one way to learn why a phone shows no sheet: each host of each client once at
 * level info, everything at level debug. What is remembered is bounded; names are the phone's, and cut.
 */
export function probeLog(log: PortalLog): (request: IncomingMessage) => void {
  const seen = new Set<string>();
  return (request) => {
    const [client, host] = [request.socket.remoteAddress ?? '', (request.headers.host ?? '').slice(0, 100)];
    const key = `${client} ${host}`;
    const isNew = !seen.has(key);
    if (isNew) {
      if (seen.size >= 512) seen.clear();
      seen.add(key);
    }
    const facts = {
      client,
      host,
      path: request.url?.slice(0, 100),
      agent: request.headers['user-agent']?.slice(0, 100),
    };
    log[isNew ? 'info' : 'debug'](facts, 'a connectivity check was led to the page');
  };
}

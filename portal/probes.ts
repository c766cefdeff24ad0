import type { IncomingMessage, ServerResponse } from 'node:http';
import { homeOf, isOurs, type PortalHosts, targetOf } from './hosts.ts';

/** What the front of the portal does with a request before any route sees it. */
export type Judgement = 'ours' | 'redirect' | 'misdirected';

/**
 * Paths of connectivity checks that reach us under our own address: Samsung's system client asks with the gateway's
 * address as Host, Windows follows a fixed link. On foreign hosts no list is needed, nor used.
 */
const probePaths = new Set([
  '/redirect',
  '/fwlink',
  '/fwlink/',
  '/hotspot-detect.html',
  '/generate_204',
  '/gen_204',
  '/ncsi.txt',
  '/connecttest.txt',
  '/success.txt',
  '/success.html',
  '/canonical.html',
  '/library/test/success.html',
  '/kindle-wifi/wifistub.html',
  '/kindle-wifi/wifistub-eink.html',
  '/check_network_status.txt',
]);

const pathOf = (target: string): string => {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
};

/**
 * Rules P1, P2, P4 and P5. A reading (GET, HEAD) of a foreign host is led to the page, whatever it asks for; in mode
 * `setup-only` it gets 421. Anything else on a foreign host is refused: a page of another site must not write here, and
 * a name that somebody lets point to us (DNS rebinding) must reach nothing.
 */
export function judge(method: string, url: string, hostHeader: string | undefined, hosts: PortalHosts): Judgement {
  const { host, path } = targetOf(url, hostHeader);
  const reads = method === 'GET' || method === 'HEAD';
  const elsewhere = reads && hosts.mode === 'redirect' ? 'redirect' : 'misdirected';
  // HTTP/1.0 may name no host. The page itself is then given, or a redirect to it would go round for ever.
  if (host === undefined) return reads && pathOf(path) === '/' ? 'ours' : elsewhere;
  if (!isOurs(host, hosts)) return elsewhere;
  return elsewhere === 'redirect' && probePaths.has(pathOf(path)) ? 'redirect' : 'ours';
}

type Prepared = { readonly home: string; readonly body: string; readonly headers: readonly string[] };

function prepare(home: string): Prepared {
  // More than four bytes: Android takes a shorter body for a broken network and shows no sheet.
  // As text (ASCII): Node sends that in one piece with the headers, a Buffer separately.
  const body = `<!doctype html><title>Setup</title><meta name=viewport content="width=device-width"><p><a href="${home}">Open the setup page</a>\n`;
  const headers = ['Location', home, 'Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-store'];
  return { home, body, headers: [...headers, 'Content-Length', String(body.length)] };
}

const misdirected = Buffer.from('This address is not served here. The setup page is at the address of the hotspot.\n');

/** Answers what is not for our routes, and says whether it did. The redirect is the same bytes each time (P3). */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean;

/** @param onProbe told of each redirect, for the log; must be quick. */
export function frontOf(hosts: () => PortalHosts, onProbe: (request: IncomingMessage) => void): Front {
  let prepared = prepare('http://127.0.0.1/');
  // Asked again about the same request (by `inject`'s hook), after its absolute form was cut to a path.
  const passed = new WeakSet<IncomingMessage>();
  return (request, response) => {
    if (passed.has(request)) return false;
    const present = hosts();
    const judgement = judge(request.method ?? '', request.url ?? '', request.headers.host, present);
    if (judgement === 'ours') {
      if (request.url?.startsWith('/') !== true) passed.add(request);
      return false;
    }
    // A machine that was never online does not know the time, and then must not tell it (RFC 9110 6.6.1).
    response.sendDate = false;
    const hasBody = request.method !== 'HEAD';
    if (judgement === 'misdirected') {
      // Its body, if it has one, is not waited for.
      const headers = {
        'Content-Type': 'text/plain',
        'Content-Length': misdirected.length,
        'Cache-Control': 'no-store',
      };
      response.writeHead(421, request.method === 'GET' || !hasBody ? headers : { ...headers, Connection: 'close' });
      response.end(hasBody ? misdirected : undefined);
      return true;
    }
    const home = homeOf(present);
    if (home !== prepared.home) prepared = prepare(home);
    onProbe(request);
    response.writeHead(302, prepared.headers as string[]);
    response.end(hasBody ? prepared.body : undefined);
    return true;
  };
}

import type { InjectOptions } from 'fastify';
import type { Test as Tap } from 'tap';
import { type PortalOptions, portalApp } from '../../portal/app.ts';
import type { PortalHosts } from '../../portal/hosts.ts';
import { Period } from '../../portal/period.ts';
import { plainPage } from '../../portal/plain-page.ts';
import { Portal } from '../../portal/portal.ts';
import { HandClock } from './hand-clock.ts';
import { MemorySession } from './session.ts';

export const hotspot: PortalHosts = { address: '10.42.0.1', port: 80, names: ['box1.local'], mode: 'redirect' };

export type LogLine = { readonly level: string; readonly facts: object; readonly text: string };

/** Everything that was logged, as objects. */
export function listeningLog() {
  const lines: LogLine[] = [];
  const at = (level: string) => (facts: object, text: string) => void lines.push({ level, facts, text });
  return { lines, log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

/** Options for a portal of a device in memory, on a clock that a test moves. */
export function portalOptions(changes: Partial<PortalOptions> = {}) {
  const session = new MemorySession();
  const clock = new HandClock();
  const { lines, log } = listeningLog();
  const options = {
    ...{ session, clock, log, period: new Period(), page: plainPage, hosts: () => hotspot, openapi: '{}' },
    result: { port: 80, localNames: () => ['box1.local'] },
    ...changes,
  };
  return { options, session: options.session as MemorySession, clock, lines };
}

/** A portal that is asked by `inject`, as a phone with the address 10.42.0.77 would. */
export async function portalInMemory(changes: Partial<PortalOptions> = {}, { manyClients = false } = {}) {
  const made = portalOptions(changes);
  const { app } = await portalApp(made.options);
  const { period } = made.options;
  // Another phone for each twenty requests, so that no test meets the limit of one client by its number of rows.
  let asked = 0;
  const phone = () => {
    asked += 1;
    return manyClients ? `10.42.0.${77 + Math.floor(asked / 20)}` : '10.42.0.77';
  };
  const ask = (options: InjectOptions) =>
    app.inject({ remoteAddress: phone(), ...options, headers: { host: '10.42.0.1', ...options.headers } });
  return {
    ...made,
    ...{ app, period, ask },
    get: (url: string, headers: InjectOptions['headers'] = {}) => ask({ method: 'GET', url, headers }),
    /** JSON as an app sends it, with the form token. */
    post: (url: string, body: object, headers: InjectOptions['headers'] = {}) =>
      ask({ method: 'POST', url: `/api/v1/${url}`, payload: { token: period.token, ...body }, headers }),
    /** A form as a browser without scripts sends it. */
    send: (url: string, fields: Readonly<Record<string, string>>, headers: InjectOptions['headers'] = {}) =>
      ask({
        ...{ method: 'POST', url, payload: new URLSearchParams({ token: period.token, ...fields }).toString() },
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://10.42.0.1', ...headers },
      }),
  };
}

/** A portal on real sockets: 127.0.0.1 stands for the hotspot's address. */
export async function portalOnSockets(
  t: Tap,
  changes: Partial<PortalOptions> & { addresses?: readonly string[] } = {},
) {
  const made = portalOptions();
  const place = { port: 0 };
  const hosts = (): PortalHosts => ({
    address: '127.0.0.1',
    port: place.port,
    names: ['box1.local'],
    mode: 'redirect',
  });
  const portal = new Portal({ ...made.options, hosts, ...changes });
  const listening = await portal.open({ addresses: changes.addresses ?? ['127.0.0.1'], ports: [0] });
  place.port = listening[0]?.port ?? 0;
  t.teardown(() => portal.close());
  return { ...made, portal, listening, port: place.port, address: '127.0.0.1', host: `127.0.0.1:${place.port}` };
}

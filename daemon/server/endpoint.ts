import type { Announcement } from './announcement.ts';
import { limits } from './limits.ts';
import type { Listener } from './listeners.ts';

/** One address at which the server may answer; `name` is what its certificate and its routing go by. */
export type Endpoint = Listener & { readonly scheme: 'http' | 'https'; readonly name: string };

const loopback = ['127.0.0.1', '::1'];

/**
 * Where to ask. What was announced gives scheme, port and name; the kernel says at which addresses that port is really
 * taken by the server: a name of it may only be known in the cloud, and it may be bound to one address alone. Never
 * another machine.
 */
export function endpoints(announced: Announcement | undefined, listeners: readonly Listener[]): readonly Endpoint[] {
  if (announced === undefined) {
    // Nothing was said (its output may be closed): both schemes at whatever it listens to.
    const both = listeners.flatMap(({ host, port }) =>
      (['http', 'https'] as const).map((scheme) => ({ scheme, host, port, name: host })),
    );
    return distinct(both);
  }
  const found = announced.urls.flatMap((url) => {
    const scheme = url.protocol === 'https:' ? ('https' as const) : ('http' as const);
    const port = Number(url.port || (scheme === 'https' ? 443 : 80));
    const own = listeners.filter((listener) => listener.port === port).map(({ host }) => host);
    return (own.length > 0 ? own : loopback).map((host) => ({ scheme, host, port, name: url.hostname }));
  });
  return distinct(found);
}

function distinct(found: readonly Endpoint[]): readonly Endpoint[] {
  const known = new Map(found.map((each) => [`${each.scheme} ${each.host} ${each.port}`, each]));
  return [...known.values()].slice(0, limits.addresses);
}

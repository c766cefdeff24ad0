/** Under which names and addresses the portal is reached, and what happens to all others. */
export type PortalHosts = {
  /** The hotspot's own address: every redirect leads there, never to a name, which a phone may resolve elsewhere. */
  readonly address: string;
  /** As the phone sees it: 80, also where a rule of the firewall leads that port to another one of ours. */
  readonly port: number;
  /** Further names of ours, for example `box1.local`. Every name that ends in `.setup` is ours as well. */
  readonly names: readonly string[];
  /** `setup-only` (`disable_captive_portal_redirect`): a foreign name is told that it is wrong here, never led away. */
  readonly mode: 'redirect' | 'setup-only';
};

/** The host of a `Host` header or of a URL's authority: lower case, without port and final dot. */
export function hostName(authority: string): string {
  const colon = authority.startsWith('[') ? authority.indexOf(':', authority.indexOf(']')) : authority.indexOf(':');
  const name = (colon === -1 ? authority : authority.slice(0, colon)).toLowerCase();
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

/** Whether `name` (see `hostName`) is ours. Decided by what is ours alone; there is no list of foreign hosts (P1). */
export const isOurs = (name: string, hosts: PortalHosts): boolean =>
  name === hosts.address || name === 'setup' || name.endsWith('.setup') || hosts.names.includes(name);

/** Where the page is, with the final slash. */
export const homeOf = (hosts: PortalHosts): string =>
  hosts.port === 80 ? `http://${hosts.address}/` : `http://${hosts.address}:${hosts.port}/`;

/** A request line in absolute form, which every server must take (RFC 9112 3.2.2); its authority replaces `Host`. */
const absoluteForm = /^https?:\/\/([^/?#]*)([^#]*)/i;

export type Target = {
  /** `undefined`: HTTP/1.0 without `Host`. */
  readonly host: string | undefined;
  readonly path: string;
};

/** Whom a request means, and which path with its query. */
export function targetOf(url: string, hostHeader: string | undefined): Target {
  if (url.startsWith('/')) return { host: hostHeader === undefined ? undefined : hostName(hostHeader), path: url };
  const [, authority, rest] = absoluteForm.exec(url) ?? [];
  if (authority === undefined) return { host: hostHeader === undefined ? undefined : hostName(hostHeader), path: url };
  return { host: hostName(authority), path: rest?.startsWith('/') ? rest : `/${rest ?? ''}` };
}

import type { Instant } from '../../netplan/duration.ts';
import type { Internet, Link, Observation } from '../../netplan/network.ts';
import { limits } from './limits.ts';
import type { OfflineCount, Rules, State } from './state.ts';

export type Online = 'online' | 'offline' | 'unknown';

type Facts = Pick<State, 'observation' | 'probe' | 'cloud'>;

export const carries = (link: Link) => link.state === 'active' && !link.apart && link.addresses.length > 0;

/** Which links carry the device, as a text that changes when others do. */
export const carriersOf = ({ links }: Observation): string =>
  links
    .filter(carries)
    .map((link) => `${link.interface} ${link.profile}`)
    .join('\n');

/** Links of which NetworkManager cannot tell whether there is internet behind them, as a text that changes when they do. */
export const inQuestion = ({ links }: Observation): string =>
  links
    .filter(({ state, internet, addresses }) => state === 'active' && internet === 'unknown' && addresses.length > 0)
    .map((link) => `${link.interface} ${link.profile} ${link.addresses.join(' ')}`)
    .join('\n');

/** Internet over `link`: NetworkManager's word where it has one, else our own probe's. */
export function internetOf(link: Link, { probe, cloud }: Pick<State, 'probe' | 'cloud'>): Internet {
  if (!carries(link)) return 'no';
  if (cloud) return 'yes';
  return link.internet === 'unknown' ? probe : link.internet;
}

/** The best that any link offers. */
export function internet(facts: Facts): Internet {
  const all = facts.observation.links.map((link) => internetOf(link, facts));
  return (['yes', 'sign-in', 'unknown', 'no'] as const).find((kind) => all.includes(kind)) ?? 'no';
}

/**
 * Whether the device counts as online. Without the internet setting any wifi link with an address does; a wired one
 * only with internet, because robots carry cables to sensors. The hotspot is no link. A live cloud is proof enough.
 */
export function onlineNow(facts: Facts, rules: Pick<Rules, 'internetRequired'>): Online {
  const { observation } = facts;
  // Also over a link that NetworkManager does not manage, or while it is away.
  if (facts.cloud) return 'online';
  if (!observation.available) return 'unknown';
  const counts = (link: Link) =>
    carries(link) && (internetOf(link, facts) === 'yes' || (link.kind === 'wifi' && !rules.internetRequired));
  return observation.links.some(counts) ? 'online' : 'offline';
}

/** A link on the hotspot's own interface that the hotspot would cut. */
export const hotspotWouldCut = ({ device, links }: Observation) =>
  links.some((link) => link.interface === device?.interface && carries(link));

/** A link on the hotspot's interface may be back in a moment. */
export const mayComeBack = ({ device, links }: Observation) =>
  links.some((link) => link.interface === device?.interface && link.apart);

/** NetworkManager is making a connection by itself on the hotspot's interface. */
export const makingLink = ({ device, links }: Observation) =>
  links.some((link) => link.interface === device?.interface && link.state === 'activating');

/** Milliseconds offline that count toward the hotspot: pauses while it is unknown. */
export const offlineFor = ({ counted, running }: OfflineCount, at: Instant) =>
  counted + (running === undefined ? 0 : at - running);

/** When the count will reach `limit`, if it goes on as it does now. */
export const reaches = ({ counted, running }: OfflineCount, limit: number): Instant | undefined =>
  running === undefined ? undefined : running + limit - counted;

export function count(offline: OfflineCount, status: Online, at: Instant): OfflineCount {
  switch (status) {
    case 'online': {
      const online = offline.online ?? at;
      if (at - online >= limits.steadyOnline) return { counted: 0, running: undefined, online, since: undefined };
      return { ...offline, counted: offlineFor(offline, at), running: undefined, online };
    }
    case 'offline':
      return { ...offline, running: offline.running ?? at, online: undefined, since: offline.since ?? at };
    case 'unknown':
      return {
        counted: offlineFor(offline, at),
        running: undefined,
        online: undefined,
        since: offline.since ?? at,
      };
  }
}

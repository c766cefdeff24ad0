import type { UplinkState } from './uplink.ts';

export type DefaultRoute = { readonly interface: string; readonly metric: number };

/** What NetworkManager adds to the metric of a link that its own check found without internet. */
const penalty = 20_000;

/** The default routes as NetworkManager sets them, the one that is used first. The hotspot never has one. */
export function defaultRoutes(
  uplinks: readonly (readonly [name: string, state: UplinkState])[],
  checksInternet: boolean,
): readonly DefaultRoute[] {
  return uplinks
    .flatMap(([name, state]): readonly DefaultRoute[] => {
      if (state.kind !== 'active') return [];
      const { wifi, addressing, routeMetric } = state.profile;
      if (addressing.method === 'manual' && addressing.gateway === undefined) return [];
      const metric = routeMetric > 0 ? routeMetric : wifi === undefined ? 100 : 600;
      return [{ interface: name, metric: checksInternet && state.internet !== 'yes' ? metric + penalty : metric }];
    })
    .sort((a, b) => a.metric - b.metric);
}

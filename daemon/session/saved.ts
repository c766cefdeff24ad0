import type { Instant } from '../../netplan/duration.ts';
import type { SavedNetwork } from '../../portal/session.ts';
import { knownNetworks } from '../provisioning/reasoning.ts';
import type { Rules, State } from '../provisioning/state.ts';

/** As many as an operator may configure; a device with more has them of somebody else. */
const shown = 1000;

/** The saved networks for a person with a phone: the same judgement as `machine-agent networks` prints. */
export const savedNetworks = (state: State, rules: Rules, at: Instant): readonly SavedNetwork[] =>
  knownNetworks(state, rules, at)
    .slice(0, shown)
    .map(({ name, kind, source, priority, why, last, routeMetric }) => ({
      ...{ name, kind, source, priority, state: why, routeMetric },
      triedAgo: last === undefined ? undefined : at - last.at,
      result: last?.result,
    }));

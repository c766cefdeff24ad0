import type { Instant } from '../../netplan/duration.ts';
import { limits, restBeforeBroadcast } from './limits.ts';
import type { Air, HotspotMode, State } from './state.ts';

/** The hotspot mode as the air shows it: broadcasting, not yet, given up for a while, or off for a new list. */
export function onAir({ observation }: Pick<State, 'observation'>, mode: HotspotMode, at: Instant): HotspotMode {
  const scanned = observation.scannedAt !== undefined && mode.rescan !== undefined;
  if (mode.rescan !== undefined) {
    const done = (scanned && (observation.scannedAt ?? 0) > mode.rescan.since) || at >= mode.rescan.since + limits.scan;
    return done ? { ...mode, rescan: undefined, air: { state: 'starting', since: at, tries: 1 } } : mode;
  }
  const air = airOf(mode.air, observation.hotspot.state === 'up', observation.available, at);
  if (air === mode.air) return mode;
  const looked = mode.looked && air.state === 'up';
  return { ...mode, air, looked, broadcast: air.state === 'up' ? (mode.broadcast ?? at) : mode.broadcast };
}

/** Phones in the hotspot, when they were counted last; none where they cannot be. */
export const phonesIn = ({ observation: { hotspot } }: Pick<State, 'observation'>): number =>
  hotspot.state === 'up' ? (hotspot.stations ?? 0) : 0;

function airOf(air: Air, up: boolean, available: boolean, at: Instant): Air {
  if (up) return air.state === 'up' ? air : { state: 'up' };
  const tries = air.state === 'up' ? 1 : air.tries;
  if (!available) return air.state === 'waiting' ? air : { state: 'waiting', tries };
  switch (air.state) {
    case 'up':
    case 'waiting':
      return { state: 'starting', since: at, tries };
    case 'starting':
      return at < air.since + limits.broadcast
        ? air
        : { state: 'resting', until: at + restBeforeBroadcast(tries), tries };
    case 'resting':
      return at < air.until ? air : { state: 'starting', since: at, tries: tries + 1 };
  }
}

import type { Instant } from '../../netplan/duration.ts';
import { limits } from './limits.ts';
import { reaches } from './online.ts';
import { activeUntil } from './person.ts';
import { rebootAt } from './reboot.ts';
import { resumingUntil } from './resuming.ts';
import { moveAt } from './roaming.ts';
import type { HotspotMode, Pending, Rules, State, TryingKnown } from './state.ts';

type Maybe = Instant | undefined;

/** When an accepted submission's reply has had its time, whether or not anybody reported it as delivered. */
export const pendingDue = ({ since, delivered }: Pending): Instant =>
  Math.min(delivered ?? Number.POSITIVE_INFINITY, since + limits.delivery) + limits.farewell;

/** When the known networks have their turn: counted from when the hotspot came on the air, or was asked for anew. */
export const retryAt = ({ broadcast, asked }: HotspotMode, { retry }: Rules): Maybe =>
  broadcast === undefined ? undefined : Math.max(broadcast, asked ?? broadcast) + retry;

/** Until when a hotspot stays for somebody who asked for it, also where it does not come on the air. */
export const askedUntil = ({ broadcast, asked }: HotspotMode, { retry }: Rules): Maybe =>
  asked === undefined ? undefined : Math.max(asked, broadcast ?? asked) + retry;

/** When the present state has to be looked at again although nothing happens, if ever. */
export function deadline(state: State, rules: Rules, at: Instant): Maybe {
  if (!rules.enabled) return earliest(at, [...counts(state), ...ofMode(state, rules)]);
  return earliest(at, [...counts(state), ...ofMode(state, rules), ...rebootSoon(state, rules)]);
}

function counts({ offline, reboots, linked }: State): readonly Maybe[] {
  const asked = linked === undefined ? [] : [linked.since + limits.hastyAnswer, linked.since + limits.internetAnswer];
  if (offline.online === undefined) return asked;
  const steady = offline.since === undefined ? undefined : offline.online + limits.steadyOnline;
  return [...asked, steady, reboots.inARow > 0 ? offline.online + limits.rebootsForgotten : undefined];
}

function rebootSoon(state: State, rules: Rules): readonly Maybe[] {
  const due = rebootAt(state, rules);
  return due === undefined ? [] : [due, activeUntil(state.person, rules)];
}

function ofMode(state: State, rules: Rules): readonly Maybe[] {
  const { mode } = state;
  switch (mode.kind) {
    case 'off':
      return [mode.since + limits.givingBack];
    case 'station':
      return [
        reaches(state.offline, rules.beforeHotspot),
        moveAt(state),
        state.lost && state.lost.at + limits.roam,
        resumingUntil(state),
      ];
    case 'proving':
      return [mode.until, mode.until + limits.undoing, mode.activation?.until];
    case 'hotspot':
      return ofHotspot(state, mode, rules);
    case 'trying':
      return mode.what === 'submitted' ? [mode.activation.until] : ofKnown(state, mode, rules);
    case 'rebooting':
      return [mode.since + limits.reboot];
  }
}

const ofHotspot = (state: State, mode: HotspotMode, rules: Rules): readonly Maybe[] => [
  mode.pending === undefined ? undefined : pendingDue(mode.pending),
  mode.rescan === undefined ? undefined : mode.rescan.since + limits.scan,
  mode.air.state === 'starting' ? mode.air.since + limits.broadcast : undefined,
  mode.air.state === 'resting' ? mode.air.until : undefined,
  activeUntil(state.person, rules),
  retryAt(mode, rules),
  askedUntil(mode, rules),
  mode.broadcast === undefined ? undefined : mode.broadcast + limits.heard,
];

const ofKnown = (state: State, mode: TryingKnown, rules: Rules): readonly Maybe[] => [
  mode.from === 'station' ? reaches(state.offline, rules.beforeHotspot) : undefined,
  mode.activation?.until,
  mode.since + limits.scan,
  mode.since + limits.arriving,
  mode.until,
  mode.until + limits.otherTry,
];

/**
 * What was due at a moment that has passed was done then, or waits for something else: another of these moments, or an
 * event. So only the future counts, and no runner is ever woken for nothing.
 */
function earliest(at: Instant, moments: readonly Maybe[]): Maybe {
  const ahead = moments.filter((moment): moment is Instant => moment !== undefined && moment > at);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}

import type { Instant } from '../../netplan/duration.ts';
import { limits } from './limits.ts';
import { isSubmitted } from './modes.ts';
import { isActive } from './person.ts';
import { isResuming } from './resuming.ts';
import type { Rules, State } from './state.ts';

/**
 * How long the device must have been offline before it reboots: doubled for each reboot in a row, so that a device in
 * a place without network does not spend its life booting. Where the count cannot be written, eight times the setting.
 */
export function rebootAfter({ reboots }: Pick<State, 'reboots'>, { beforeReboot }: Rules): number | undefined {
  if (beforeReboot === undefined) return undefined;
  const wait = reboots.writable ? beforeReboot * 2 ** Math.min(reboots.inARow, 20) : beforeReboot * 8;
  return Math.max(beforeReboot, Math.min(wait, limits.longestReboot));
}

export function rebootAt(state: State, rules: Rules): Instant | undefined {
  const wait = rebootAfter(state, rules);
  const { mode, offline, configured } = state;
  const possible = configured && mode.kind !== 'off' && mode.kind !== 'rebooting' && offline.online === undefined;
  return possible && wait !== undefined && offline.since !== undefined ? offline.since + wait : undefined;
}

export function rebootDue(state: State, at: Instant, rules: Rules): boolean {
  const due = rebootAt(state, rules);
  const submitting = isSubmitted(state) || isResuming(state, at);
  return due !== undefined && at >= due && !submitting && !isActive(state.person, rules, at);
}

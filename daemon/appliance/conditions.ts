import type { HealthCode } from '../health.ts';
import { limits } from '../provisioning/limits.ts';
import { onlineNow } from '../provisioning/online.ts';
import type { Rules, State } from '../provisioning/state.ts';

/** Which conditions of the network side hold in a state, true or false for each: the same list every time. */
export function networkConditions(state: State, rules: Rules): ReadonlyMap<HealthCode, boolean> {
  const { observation, mode } = state;
  const { device, available } = observation;
  const seen = rules.enabled && available;
  return new Map<HealthCode, boolean>([
    ['networkmanager-away', rules.enabled && !available],
    ['no-wifi-device', seen && device === undefined],
    ['no-access-point-mode', seen && device?.canBeHotspot === false],
    ['radio-blocked', seen && device !== undefined && device.radio !== 'on'],
    ['country-not-set', seen && device?.country === '00'],
    ['not-configured', !state.configured && onlineNow(state, rules) === 'online'],
    ['hotspot-not-broadcasting', mode.kind === 'hotspot' && (mode.air.state === 'resting' || restarted(mode.air))],
    ['scan-failing', mode.kind === 'hotspot' && mode.scanFailures >= limits.scanFailures],
    ['reboot-did-not-happen', state.reboots.failed],
  ]);
}

const restarted = (air: { readonly state: string; readonly tries?: number }) =>
  air.state === 'starting' && (air.tries ?? 1) > 1;

import type { HealthCode } from '../health.ts';
import { limits } from '../provisioning/limits.ts';
import { onlineNow } from '../provisioning/online.ts';
import type { Rules, State } from '../provisioning/state.ts';

/** Which conditions of the network side hold in a state, for each true, false or a detail: the same list every time. */
export function networkConditions(state: State, rules: Rules): ReadonlyMap<HealthCode, boolean | string> {
  const { observation, mode } = state;
  const { device, available } = observation;
  const seen = rules.enabled && available;
  return new Map<HealthCode, boolean | string>([
    ['networkmanager-away', rules.enabled && !available],
    ['no-wifi-device', seen && device === undefined],
    ['no-access-point-mode', seen && device?.canBeHotspot === false],
    ['radio-blocked', seen && device !== undefined && device.radio !== 'on'],
    ['country-not-set', seen && device?.country === '00'],
    ['not-configured', !state.configured && onlineNow(state, rules) === 'online'],
    ['hotspot-not-broadcasting', mode.kind === 'hotspot' && (mode.air.state === 'resting' || restarted(mode.air))],
    ['scan-failing', mode.kind === 'hotspot' && mode.scanFailures >= limits.scanFailures],
    ['reboot-did-not-happen', state.reboots.failed],
    ['network-change-undone', state.refused.map(({ id }) => nameOf(id, state, rules)).join(', ')],
  ]);
}

const restarted = (air: { readonly state: string; readonly tries?: number }) =>
  air.state === 'starting' && (air.tries ?? 1) > 1;

const nameOf = (id: string, { observation }: State, { wished }: Rules): string =>
  wished.get(id)?.name ?? observation.profiles.find((each) => each.id === id)?.name ?? id;

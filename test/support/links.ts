import type { UplinkView } from '../../netplan/simulated/view.ts';
import type { Simulation } from './simulate.ts';

/** The device's links that stand. */
export const links = (town: Simulation): readonly UplinkView[] =>
  town.town.view().uplinks.filter(({ state }) => state === 'active');

/** The wifi network that carries the device now, by name. */
export function linked(town: Simulation): string | undefined {
  const { accessPoints } = town.town.view();
  return links(town).flatMap(({ via }) => accessPoints.find(({ id }) => id === via)?.name ?? [])[0];
}

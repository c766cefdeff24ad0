import type { LayerName } from './problems.ts';

/**
 * Settings that nothing acts on yet: they are read and checked all the same, so that one configuration fits every
 * version of the agent. Whoever wires the unit that applies one takes it out of here. A whole section: its name.
 */
export const notAppliedYet: readonly string[] = [
  'version_control',
  'system_configuration',
  'advanced_settings.disable_system_configuration',
];

/** Those that somebody has set, in vain. @param origins of all settings that are not built in, by path */
export function setInVain(origins: ReadonlyMap<string, LayerName>, notApplied = notAppliedYet): readonly string[] {
  const isBelow = (path: string, place: string) =>
    path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`);
  return [...origins.keys()].filter((path) => notApplied.some((place) => isBelow(path, place))).sort();
}

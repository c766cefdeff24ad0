import type { Members } from './sections.ts';
import type { Release } from './store/releases.ts';

/** What a machine should run, as its `version_control` names it. */
export type Wished =
  | { readonly kind: 'release'; readonly release: Release }
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'none'; readonly problem: string };

/** The settings' names for the two programs, and the names of their links on the machine. */
export const programs = { agent: 'viam-agent', 'machine-server': 'viam-server' } as const;

/**
 * What `version_control` comes to. Pure.
 * @param choose the newest release that fits, for one program on the machine's platform
 */
export function wished(
  section: unknown,
  program: keyof typeof programs,
  choose: (filename: string, wanted: string) => Release | undefined,
): Wished {
  const given = (section as Members | undefined)?.[program];
  const wanted = typeof given === 'string' && given !== '' ? given : 'stable';
  if (/^(?:https?|file):/.test(wanted)) return { kind: 'address', url: wanted };
  const release = choose(programs[program], wanted);
  if (release !== undefined) return { kind: 'release', release };
  return { kind: 'none', problem: `There is no release "${wanted}" of ${programs[program]} for this machine here.` };
}

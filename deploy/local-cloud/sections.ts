import { merged, type Reading, readConfiguration } from './merging.ts';
import type { Report } from './store/machines.ts';

export type Members = Readonly<Record<string, unknown>>;

/** What a machine gets. */
export type Given = {
  readonly sections: Members;
  /** The fragment that is merged in; empty: none. */
  readonly fragmentId: string;
  /** Why the reported fragment is not used; empty: it is, or none was reported. */
  readonly fragmentProblem: string;
};

/**
 * The sections for a machine, out of its own configuration and that of a fragment. Its own may name the fragment
 * (`network_configuration.fragment_id`), which then counts more than what the machine reports. Pure.
 * @param fragmentOf the configuration of a fragment as it was typed
 * @param read what reads both; one that remembers gives the same
 */
export function sectionsFor(
  configuration: string,
  report: Pick<Report, 'fragmentId'> | undefined,
  fragmentOf: (id: string) => string | undefined,
  read: (text: string) => Reading = readConfiguration,
): Given {
  const own = read(configuration);
  const set = (own.value['network_configuration'] as Members | undefined)?.['fragment_id'];
  const fragmentId = typeof set === 'string' && set !== '' ? set : (report?.fragmentId ?? '');
  if (fragmentId === '') return { sections: merged(undefined, own), fragmentId: '', fragmentProblem: '' };
  const text = fragmentOf(fragmentId);
  if (text === undefined) {
    const shown = JSON.stringify(fragmentId.slice(0, 100));
    const fragmentProblem = `There is no fragment ${shown} in this cloud; the machine gets its own configuration only.`;
    return { sections: merged(undefined, own), fragmentId: '', fragmentProblem };
  }
  return { sections: merged(read(text), own), fragmentId, fragmentProblem: '' };
}

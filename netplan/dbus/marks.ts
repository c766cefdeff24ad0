import type { Source } from '../network.ts';
import { stringMap, type Typed } from './values.ts';

/**
 * What we write into a profile to know it again: NetworkManager's `user.data`, which every version keeps untouched and
 * no program shows. It can be set over D-Bus only, not with nmcli, so nobody marks a profile by mistake.
 */
export type Marks = {
  readonly source: Exclude<Source, 'other'>;
  readonly digest: string | undefined;
  /** Of a submission: the attempt that made it. */
  readonly attempt?: string | undefined;
  /** Of a submission: what was asked. NetworkManager sets `hidden` by itself when it does not see the network. */
  readonly hidden?: boolean | undefined;
  /** Of a submission: what was asked. NetworkManager binds what it adds and activates to the interface at hand. */
  readonly interface?: string | undefined;
  /** Of the hotspot: so that another start of the agent can furnish a running one. */
  readonly answerAddress?: string | undefined;
};

const prefix = 'machine-agent.';
const sources: ReadonlySet<string> = new Set<Marks['source']>(['hotspot', 'settings', 'submission']);

/** The `user` setting of a profile of ours. */
export function marked(marks: Marks): { readonly data: Typed } {
  const { source, digest, attempt, hidden, answerAddress } = marks;
  const entries = {
    source,
    digest,
    attempt,
    hidden: hidden?.toString(),
    interface: marks.interface,
    'answer-address': answerAddress,
  };
  const given = Object.entries(entries).flatMap(([key, value]) => (value ? [[prefix + key, value] as const] : []));
  return { data: stringMap(Object.fromEntries(given)) };
}

/** `undefined`: not one of ours. */
export function marksOf(data: Readonly<Record<string, string>>): Marks | undefined {
  const mark = (key: string) => data[prefix + key];
  const source = mark('source');
  if (source === undefined || !sources.has(source)) return undefined;
  return {
    source: source as Marks['source'],
    digest: mark('digest'),
    attempt: mark('attempt'),
    hidden: mark('hidden') === undefined ? undefined : mark('hidden') === 'true',
    interface: mark('interface'),
    answerAddress: mark('answer-address'),
  };
}

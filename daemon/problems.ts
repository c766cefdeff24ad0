/** What can be wrong with settings: a closed list, for the log, the cloud and the tests. */
export const problemCodes = [
  'unreadable', // not JSON (with comments), or not text at all
  'too-large', // the whole text
  'too-deep',
  'duplicate-key', // the last one counts, as everywhere in JSON
  'unknown-key',
  'forbidden-key', // `__proto__` as a name
  'wrong-type',
  'out-of-range',
  'too-short',
  'too-long', // text, or a list
  'too-many', // entries of a map
  'unknown-value',
  'malformed',
  'missing',
  'conflict', // with another setting
  'not-used', // harmless, but surely not what was meant
  'more-problems', // the list was cut
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** From the lowest to the highest. */
export const layerNames = ['built-in', 'defaults', 'provisioned', 'cloud'] as const;
export type LayerName = (typeof layerNames)[number];

/** An `error` has cost a field or an entry (the next lower layer holds there); a `warning` has cost nothing. */
export type Problem = {
  /** `network_configuration.hotspot_password`; `(all)` for the layer as a whole. */
  readonly path: string;
  readonly layer: LayerName;
  readonly severity: 'error' | 'warning';
  readonly code: ProblemCode;
  /** Completes "expected …". */
  readonly expected: string;
  /** Completes "found …"; short, and never the value of a secret. */
  readonly found: string;
  /** All of it as one sentence, with what holds instead. */
  readonly message: string;
};

export type Path = readonly PropertyKey[];

/** `additional_networks["Hall 3"].ipv4_dns[0]`. Names are cut, so that a path stays a line. */
export function pathText(path: Path): string {
  if (path.length === 0) return '(all)';
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (/^[\w-]{1,64}$/.test(String(part))) text += `${text && '.'}${String(part)}`;
    else text += `[${JSON.stringify(cut(String(part), 64))}]`;
  }
  return text;
}

export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;

type Draft = Omit<Problem, 'path' | 'message'> & { readonly path: Path; readonly detail?: string };

export function problem({ path, detail, ...draft }: Draft): Problem {
  const { layer, expected, found } = draft;
  const where = `${pathText(path)} (${layer})`;
  return {
    ...draft,
    path: pathText(path),
    message: `${where}: expected ${expected}, found ${found}${detail === undefined ? '' : `; ${detail}`}`,
  };
}

import type { LayerName, Problem } from '../problems.ts';

/** What one layer says about one place. */
export type Given = { readonly layer: LayerName; readonly value: unknown };

/** A rule between fields: what is expected of `value` beside `others`, which are settled; `undefined`: nothing. */
export type Rule = (value: never, others: never) => string | undefined;

/** What is collected while layers are read, and what is known beside the schema. */
export type Reading = {
  readonly problems: Problem[];
  readonly origins: Map<string, LayerName>;
  /** By path. */
  readonly rules: ReadonlyMap<string, Rule>;
  /** In which section a name is known, for names that stand in a wrong one. */
  readonly sections: ReadonlyMap<string, string>;
};
